#ifndef STEPBACK_CALSA_H
#define STEPBACK_CALSA_H
#include <alsa/asoundlib.h>
#endif
