// Preloaded into a program: counts what it allocates, and says so at its end, on standard error: `allocations N`.
//
// With STEPBACK_PLANTED set it also is the regression that the guard has to notice: a thread that makes forty system calls a second.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// glibc's own, under the names that it keeps for such a purpose.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

static void *counted(void *memory) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *old, size_t size) { return counted(__libc_realloc(old, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = counted(__libc_memalign(alignment, size));
    return *memory ? 0 : 12;
}

static void *fidget(void *nothing) {
    struct timespec wait = {0, 25000000};
    for (;;) nanosleep(&wait, NULL);
    return nothing;
}

__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    if (getenv("STEPBACK_PLANTED")) pthread_create(&thread, NULL, fidget, NULL);
}

__attribute__((destructor)) static void end(void) {
    char text[64];
    int length = snprintf(text, sizeof text, "allocations %ld\n", atomic_load(&count));
    if (write(2, text, length) < 0) return;
}
