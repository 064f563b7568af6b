#ifndef STEPBACK_CGPIOD_H
#define STEPBACK_CGPIOD_H
#include <gpiod.h>
#endif
