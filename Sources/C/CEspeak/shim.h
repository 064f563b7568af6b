#ifndef STEPBACK_CESPEAK_H
#define STEPBACK_CESPEAK_H
#include <dlfcn.h>
#include <espeak-ng/speak_lib.h>
#include <sys/syscall.h>
#include <unistd.h>

// What is called of espeak-ng, as its header declares it.
struct stepback_espeak {
    __typeof__(espeak_Initialize) *initialize;
    __typeof__(espeak_SetSynthCallback) *set_synth_callback;
    __typeof__(espeak_SetVoiceByName) *set_voice_by_name;
    __typeof__(espeak_SetVoiceByFile) *set_voice_by_file;
    __typeof__(espeak_SetParameter) *set_parameter;
    __typeof__(espeak_Synth) *synth;
    __typeof__(espeak_Info) *info;
    __typeof__(espeak_GetCurrentVoice) *get_current_voice;
};

// Loads the library and finds these in it. Null when all are there, else dlerror's sentence, which is good until the next dl call.
static inline const char *stepback_espeak_load(struct stepback_espeak *found) {
    void *library = dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define STEPBACK_FIND(member, name) \
    if (!(found->member = (__typeof__(found->member))dlsym(library, name))) return dlerror()
    STEPBACK_FIND(initialize, "espeak_Initialize");
    STEPBACK_FIND(set_synth_callback, "espeak_SetSynthCallback");
    STEPBACK_FIND(set_voice_by_name, "espeak_SetVoiceByName");
    STEPBACK_FIND(set_voice_by_file, "espeak_SetVoiceByFile");
    STEPBACK_FIND(set_parameter, "espeak_SetParameter");
    STEPBACK_FIND(synth, "espeak_Synth");
    STEPBACK_FIND(info, "espeak_Info");
    STEPBACK_FIND(get_current_voice, "espeak_GetCurrentVoice");
#undef STEPBACK_FIND
    return 0;
}

// A file in memory for a voice's definition. The C library declares memfd_create only under _GNU_SOURCE, which Swift does not
// set, and syscall is variadic. 1 is MFD_CLOEXEC. Returns a descriptor, or -1 with errno.
static inline int stepback_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U); }
#endif
