// An ALSA device that behaves as a sound card does where there is none: it takes samples at their rate by the monotonic clock, runs dry
// when it is not fed, and keeps what was heard. Every player that is measured plays on it.
//
// FOLDER/PID-N.s16 has the samples in the order in which they were heard; FOLDER/PID-N.txt has a line for each time that the stream
// started: its rate, its channels, the monotonic nanoseconds of the start, and the frame in the file that was heard then.
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct clocked {
    snd_pcm_ioplug_t io;
    FILE *samples;
    FILE *starts;
    int64_t started; // Monotonic nanoseconds; 0 while it stands still.
    int64_t base;    // The frame in the file that the stream starts with.
    int64_t written; // Frames in the file.
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// A player that waits in poll is woken once a period.
static void tick(struct clocked *sink, int64_t nanoseconds) {
    struct itimerspec spec = {
        .it_interval = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
    };
    timerfd_settime(sink->io.poll_fd, 0, &spec, NULL);
}

static int start(snd_pcm_ioplug_t *io) {
    struct clocked *sink = io->private_data;
    sink->started = now();
    fprintf(sink->starts, "%u %u %lld %lld\n", io->rate, io->channels, (long long)sink->started, (long long)sink->base);
    fflush(sink->starts);
    tick(sink, io->period_size * 1000000000LL / io->rate);
    return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
    struct clocked *sink = io->private_data;
    sink->started = 0;
    tick(sink, 0);
    return 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
    struct clocked *sink = io->private_data;
    sink->started = 0;
    sink->base = sink->written;
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
    struct clocked *sink = io->private_data;
    if (!sink->started) return 0;
    int64_t heard = (now() - sink->started) * (int64_t)io->rate / 1000000000;
    if (heard > sink->written - sink->base) {
        if (io->state != SND_PCM_STATE_DRAINING) return -EPIPE;
        heard = sink->written - sink->base;
    }
    return heard % (int64_t)io->buffer_size;
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t count) {
    struct clocked *sink = io->private_data;
    const char *bytes = (const char *)areas->addr + (areas->first + areas->step * offset) / 8;
    fwrite(bytes, areas->step / 8, count, sink->samples);
    sink->written += count;
    return count;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
    (void)descriptors;
    (void)count;
    uint64_t ticks;
    if (read(io->poll_fd, &ticks, sizeof ticks) < 0 && errno != EAGAIN) return -errno;
    snd_pcm_sframes_t room = snd_pcm_avail_update(io->pcm);
    *events = room < 0 || room >= (snd_pcm_sframes_t)io->period_size ? POLLOUT : 0;
    return 0;
}

static int end(snd_pcm_ioplug_t *io) {
    struct clocked *sink = io->private_data;
    fclose(sink->samples);
    fclose(sink->starts);
    close(sink->io.poll_fd);
    free(sink);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .prepare = prepare,
    .pointer = pointer,
    .transfer = transfer,
    .poll_revents = poll_revents,
    .close = end,
};

static int shape(snd_pcm_ioplug_t *io) {
    static const unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    static const unsigned int format[] = {SND_PCM_FORMAT_S16_LE};
    int code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
    if (!code) code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, format);
    if (!code) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 2);
    if (!code) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 48000);
    if (!code) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 128, 1 << 16);
    if (!code) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256, 1 << 18);
    return code;
}

static FILE *file(const char *folder, int number, const char *ending) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%d-%d.%s", folder, getpid(), number, ending);
    return fopen(path, "w");
}

SND_PCM_PLUGIN_DEFINE_FUNC(clocked) {
    (void)root;
    static int number = 0;
    const char *folder = NULL;
    snd_config_t *entry;
    if (snd_config_search(conf, "folder", &entry) < 0 || snd_config_get_string(entry, &folder) < 0) return -EINVAL;
    if (stream != SND_PCM_STREAM_PLAYBACK) return -EINVAL;
    struct clocked *sink = calloc(1, sizeof *sink);
    if (!sink) return -ENOMEM;
    int mine = number++;
    sink->samples = file(folder, mine, "s16");
    sink->starts = file(folder, mine, "txt");
    sink->io.version = SND_PCM_IOPLUG_VERSION;
    sink->io.name = "a card by the clock";
    sink->io.callback = &callbacks;
    sink->io.private_data = sink;
    sink->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    sink->io.poll_events = POLLIN;
    if (!sink->samples || !sink->starts || sink->io.poll_fd < 0) return -errno;
    int code = snd_pcm_ioplug_create(&sink->io, name, stream, mode);
    if (!code) code = shape(&sink->io);
    if (code < 0) return code;
    *pcmp = sink->io.pcm;
    return 0;
}
SND_PCM_PLUGIN_SYMBOL(clocked);
