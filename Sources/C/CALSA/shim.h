#ifndef STEPBACK_CALSA_H
#define STEPBACK_CALSA_H
#include <alsa/asoundlib.h>

static inline void stepback_alsa_say_nothing(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

// ALSA writes its own errors to stderr, over a terminal panel's picture, unless it is given a handler; that is variadic, which
// Swift cannot define. What matters comes back as a code anyway.
static inline void stepback_alsa_be_quiet(void) { snd_lib_error_set_handler(stepback_alsa_say_nothing); }
#endif
