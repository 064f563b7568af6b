#ifndef STEPBACK_CCAIRO_H
#define STEPBACK_CCAIRO_H
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#endif
