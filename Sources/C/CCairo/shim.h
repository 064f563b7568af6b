#ifndef STEPBACK_CCAIRO_H
#define STEPBACK_CCAIRO_H
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
/* pango_fc_font_map_set_config: fonts found by our own rules, not the desktop's. */
#include <pango/pangofc-fontmap.h>
#endif
