#ifndef STEPBACK_CZLIB_H
#define STEPBACK_CZLIB_H
#include <zlib.h>
#endif
