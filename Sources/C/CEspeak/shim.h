#ifndef STEPBACK_CESPEAK_H
#define STEPBACK_CESPEAK_H
#include <espeak-ng/speak_lib.h>
#endif
