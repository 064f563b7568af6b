#ifndef STEPBACK_CESPEAK_H
#define STEPBACK_CESPEAK_H
#include <espeak-ng/speak_lib.h>
#include <sys/syscall.h>
#include <unistd.h>

// A file in memory for a voice's definition. The C library declares memfd_create only under _GNU_SOURCE, which Swift does not
// set, and syscall is variadic. 1 is MFD_CLOEXEC. Returns a descriptor, or -1 with errno.
static inline int stepback_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U); }
#endif
