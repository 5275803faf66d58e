/* utf8.h: keeps Tutti's output valid UTF-8. Strings from programs, paths and arguments can contain
 * any bytes. */
#ifndef TUTTI_BASE_UTF8_H
#define TUTTI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the number of bytes of the first character of a terminated, non-empty string; 0 if
 * they are not valid UTF-8 (overlong forms and surrogates are invalid). Sets the code point on
 * success. */
size_t utf8_decode(const char *string, uint32_t *code);

bool utf8_valid(const char *string);

/* Returns a copy with U+FFFD for each byte that is not part of valid UTF-8. The caller frees it. */
char *utf8_repair(const char *string);

#endif
