// What Swift's Glibc module leaves out of Linux: timerfd, signalfd, eventfd, epoll, inotify, input events, VT ioctls.
#ifndef STEPBACK_CLINUX_H
#define STEPBACK_CLINUX_H
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// prctl is variadic, which Swift cannot call; pthread_setname_np is hidden without _GNU_SOURCE.
static inline void stepback_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
// open is variadic, which Swift cannot call.
static inline int stepback_create(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }
#endif
