// One small face for libgpiod 1.6 (Debian 12) and 2.x (Debian 13), which share no API. The same calls behave the same on both.
// Errors: a negative or null result, and errno. Levels and edges are logical: active-low is already undone by the kernel.
#ifndef STEPBACK_CGPIOD_H
#define STEPBACK_CGPIOD_H
#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum stepback_gpio_bias {
    STEPBACK_GPIO_BIAS_AS_IS,
    STEPBACK_GPIO_BIAS_NONE,
    STEPBACK_GPIO_BIAS_PULL_UP,
    STEPBACK_GPIO_BIAS_PULL_DOWN
};

struct stepback_gpio_edge {
    int64_t nanoseconds; // the kernel's stamp, on the clock it chose
    bool active;         // the level after the edge
};

struct stepback_gpio_line_facts {
    char name[64];
    char consumer[64]; // who holds it; empty when nobody says
    bool used;         // held by a program or by the kernel
};

static inline void stepback_gpio_copy(char *to, size_t size, const char *from) {
    size_t length = from ? strlen(from) : 0;
    if (length >= size) length = size - 1;
    if (length > 0) memcpy(to, from, length);
    to[length] = 0;
}

// Only 1.x defines this macro.
#ifdef GPIOD_LINE_BULK_INITIALIZER

struct stepback_gpio_line {
    struct gpiod_chip *chip; // a 1.x line lives as long as its chip is open
    struct gpiod_line *line;
};

static inline int stepback_gpio_chip_describe(struct gpiod_chip *chip, char *label, size_t label_size, unsigned int *line_count) {
    stepback_gpio_copy(label, label_size, gpiod_chip_label(chip));
    *line_count = gpiod_chip_num_lines(chip);
    return 0;
}

static inline int stepback_gpio_line_describe(struct gpiod_chip *chip, unsigned int offset, struct stepback_gpio_line_facts *facts) {
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (!line) return -1;
    stepback_gpio_copy(facts->name, sizeof facts->name, gpiod_line_name(line));
    stepback_gpio_copy(facts->consumer, sizeof facts->consumer, gpiod_line_consumer(line));
    facts->used = gpiod_line_is_used(line);
    return 0;
}

static inline int stepback_gpio_descriptor(const struct stepback_gpio_line *line) { return gpiod_line_event_get_fd(line->line); }

static inline void stepback_gpio_release(struct stepback_gpio_line *line) {
    gpiod_chip_close(line->chip); // releases its lines
}

static inline int stepback_gpio_request_line(
    struct stepback_gpio_line *line, struct gpiod_chip *chip, unsigned int offset, int bias, bool active_low, const char *consumer) {
    int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    if (bias == STEPBACK_GPIO_BIAS_NONE) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    if (bias == STEPBACK_GPIO_BIAS_PULL_UP) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    if (bias == STEPBACK_GPIO_BIAS_PULL_DOWN) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    line->chip = chip;
    line->line = gpiod_chip_get_line(chip, offset);
    return line->line ? gpiod_line_request_both_edges_events_flags(line->line, consumer, flags) : -1;
}

static inline int stepback_gpio_level(const struct stepback_gpio_line *line) { return gpiod_line_get_value(line->line); }

static inline int stepback_gpio_read(const struct stepback_gpio_line *line, struct stepback_gpio_edge *edges, int capacity) {
    struct gpiod_line_event events[16];
    int count = gpiod_line_event_read_multiple(line->line, events, capacity < 16 ? capacity : 16);
    for (int i = 0; i < count; i++) {
        edges[i].nanoseconds = (int64_t)events[i].ts.tv_sec * 1000000000 + events[i].ts.tv_nsec;
        edges[i].active = events[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    return count;
}

#else

struct stepback_gpio_line {
    struct gpiod_chip *chip;
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    unsigned int offset;
};

static inline int stepback_gpio_chip_describe(struct gpiod_chip *chip, char *label, size_t label_size, unsigned int *line_count) {
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (!info) return -1;
    stepback_gpio_copy(label, label_size, gpiod_chip_info_get_label(info));
    *line_count = (unsigned int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return 0;
}

static inline int stepback_gpio_line_describe(struct gpiod_chip *chip, unsigned int offset, struct stepback_gpio_line_facts *facts) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    if (!info) return -1;
    stepback_gpio_copy(facts->name, sizeof facts->name, gpiod_line_info_get_name(info));
    stepback_gpio_copy(facts->consumer, sizeof facts->consumer, gpiod_line_info_get_consumer(info));
    facts->used = gpiod_line_info_is_used(info);
    gpiod_line_info_free(info);
    return 0;
}

static inline int stepback_gpio_descriptor(const struct stepback_gpio_line *line) { return gpiod_line_request_get_fd(line->request); }

static inline void stepback_gpio_release(struct stepback_gpio_line *line) {
    if (line->buffer) gpiod_edge_event_buffer_free(line->buffer);
    if (line->request) gpiod_line_request_release(line->request);
    gpiod_chip_close(line->chip);
}

static inline int stepback_gpio_request_line(
    struct stepback_gpio_line *line, struct gpiod_chip *chip, unsigned int offset, int bias, bool active_low, const char *consumer) {
    enum gpiod_line_bias wanted = GPIOD_LINE_BIAS_AS_IS;
    if (bias == STEPBACK_GPIO_BIAS_NONE) wanted = GPIOD_LINE_BIAS_DISABLED;
    if (bias == STEPBACK_GPIO_BIAS_PULL_UP) wanted = GPIOD_LINE_BIAS_PULL_UP;
    if (bias == STEPBACK_GPIO_BIAS_PULL_DOWN) wanted = GPIOD_LINE_BIAS_PULL_DOWN;
    line->chip = chip;
    line->request = NULL;
    line->offset = offset;
    line->buffer = gpiod_edge_event_buffer_new(16);
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *request = gpiod_request_config_new();
    if (line->buffer && settings && lines && request
        && gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0
        && gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) == 0
        && gpiod_line_settings_set_bias(settings, wanted) == 0) {
        gpiod_line_settings_set_active_low(settings, active_low);
        gpiod_request_config_set_consumer(request, consumer);
        if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0)
            line->request = gpiod_chip_request_lines(chip, request, lines);
    }
    int code = errno; // freeing may change it
    if (request) gpiod_request_config_free(request);
    if (lines) gpiod_line_config_free(lines);
    if (settings) gpiod_line_settings_free(settings);
    errno = code;
    return line->request ? 0 : -1;
}

static inline int stepback_gpio_level(const struct stepback_gpio_line *line) {
    return gpiod_line_request_get_value(line->request, line->offset);
}

static inline int stepback_gpio_read(const struct stepback_gpio_line *line, struct stepback_gpio_edge *edges, int capacity) {
    int count = gpiod_line_request_read_edge_events(line->request, line->buffer, capacity < 16 ? capacity : 16);
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->buffer, i);
        edges[i].nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
        edges[i].active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    }
    return count;
}

#endif

// Takes the line for both edges, not blocking when read. The line owns everything until `stepback_gpio_release`; on failure nothing is held.
static inline int stepback_gpio_request(
    struct stepback_gpio_line *line, const char *chip_path, unsigned int offset, int bias, bool active_low, const char *consumer) {
    memset(line, 0, sizeof *line);
    struct gpiod_chip *chip = gpiod_chip_open(chip_path);
    if (!chip) return -1;
    if (stepback_gpio_request_line(line, chip, offset, bias, active_low, consumer) == 0) {
        int descriptor = stepback_gpio_descriptor(line);
        int flags = fcntl(descriptor, F_GETFL);
        // Both versions read with read(2) on this descriptor: without this a wake for nothing would hold the caller.
        if (flags != -1 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) != -1) return 0;
    }
    int code = errno;
    stepback_gpio_release(line);
    errno = code;
    return -1;
}
#endif
