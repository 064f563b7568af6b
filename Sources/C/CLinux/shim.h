// What Swift's Glibc module leaves out of Linux: timerfd, signalfd, eventfd, epoll, inotify, input events, VT ioctls.
#ifndef STEPBACK_CLINUX_H
#define STEPBACK_CLINUX_H
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/vt.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// prctl is variadic, which Swift cannot call; pthread_setname_np is hidden without _GNU_SOURCE.
static inline void stepback_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
// From then on the kernel gives what is left below a process of this one's to this one; 0, or -1 and errno.
static inline int stepback_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
// ioctl numbers with a size in them are macros, which Swift cannot read. Each returns -1 and errno on failure.
static inline int stepback_input_name(int device, char *name, size_t size) { return ioctl(device, EVIOCGNAME(size), name); }
static inline int stepback_input_keys(int device, unsigned char *bits, size_t size) { return ioctl(device, EVIOCGBIT(EV_KEY, size), bits); }
static inline int stepback_input_held(int device, unsigned char *bits, size_t size) { return ioctl(device, EVIOCGKEY(size), bits); }
static inline int stepback_input_grab(int device, int grab) { return ioctl(device, EVIOCGRAB, grab); }
static inline int stepback_input_use_clock(int device, int clock) { return ioctl(device, EVIOCSCLOCKID, &clock); }
// A key's symbol in the console's keymap (ioctl_kd(2)); -1 and errno on failure.
static inline int stepback_console_symbol(int console, unsigned char table, unsigned char code) {
    struct kbentry entry = {.kb_table = table, .kb_index = code};
    return ioctl(console, KDGKBENT, &entry) ? -1 : entry.kb_value;
}
// The stamp's fields have other names where a 32-bit system has a 64-bit time.
static inline long long stepback_input_nanoseconds(const struct input_event *event) {
    return (long long)event->input_event_sec * 1000000000 + (long long)event->input_event_usec * 1000;
}
// open is variadic, which Swift cannot call.
static inline int stepback_create(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }
static inline int stepback_create_at(int folder, const char *name, int flags, unsigned int mode) { return openat(folder, name, flags, mode); }
// renameat2 is hidden without _GNU_SOURCE; 1 is RENAME_NOREPLACE.
static inline int stepback_rename_new(int folder, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, folder, from, folder, to, 1);
}
// The kernel's own view of its clock, read and not changed (adjtimex(2)): the state (5: not synchronised), or -1 and errno.
static inline int stepback_clock_state(void) {
    struct timex facts = {0};
    return adjtimex(&facts);
}
// glibc has no openat2, and syscall is variadic. `resolve` is a mask of RESOLVE_...
static inline int stepback_open_beneath(int folder, const char *path, int flags, unsigned long long resolve) {
    struct open_how how = {.flags = (unsigned long long)flags, .resolve = resolve};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
// The calling thread's user for the file system only; glibc would change nothing more either, but names it in no header Swift reads.
static inline void stepback_file_system_user(unsigned int user) { setfsuid(user); }

// The type of the file system (statfs(2)), whose field has another width on every architecture; -1 and errno on failure.
static inline long long stepback_file_system_type(const char *path) {
    struct statfs facts;
    return statfs(path, &facts) ? -1 : (long long)(unsigned int)facts.f_type;
}

// Hidden without _GNU_SOURCE.
static const int stepback_O_PATH = 010000000;
static const int stepback_SCHED_RESET_ON_FORK = 0x40000000;
#endif
