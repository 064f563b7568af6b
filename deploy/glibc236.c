// Symbols that the static Swift libraries of Debian 13 want from glibc 2.38 and later, in terms of Debian 12's glibc 2.36.
// The C23 readers differ from the older ones only in taking 0b binary numbers, which nothing here relies on.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern long strtol(const char *text, char **end, int base);
extern long long strtoll(const char *text, char **end, int base);
extern unsigned long strtoul(const char *text, char **end, int base);
extern unsigned long long strtoull(const char *text, char **end, int base);

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

size_t strlcpy(char *target, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t copied = length < size - 1 ? length : size - 1;
        memcpy(target, source, copied);
        target[copied] = 0;
    }
    return length;
}

size_t strlcat(char *target, const char *source, size_t size) {
    size_t length = strnlen(target, size);
    return length == size ? size + strlen(source) : length + strlcpy(target + length, source, size - length);
}
