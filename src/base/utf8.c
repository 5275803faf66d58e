#include "base/utf8.h"

#include "base/memory.h"

#include <string.h>

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

size_t utf8_decode(const char *string, uint32_t *code)
{
    const unsigned char *byte = (const unsigned char *)string;
    if (byte[0] < 0x80) {
        *code = byte[0];
        return 1;
    }
    size_t length = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (byte[0] < 0xC0 || byte[0] > 0xF4)
        return 0;
    uint32_t value = byte[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) /* also true of the terminator */
            return 0;
        value = value << 6 | (byte[i] & 0x3F);
    }
    if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code = value;
    return length;
}

bool utf8_valid(const char *string)
{
    uint32_t code;
    while (*string) {
        size_t length = utf8_decode(string, &code);
        if (length == 0)
            return false;
        string += length;
    }
    return true;
}

char *utf8_repair(const char *string)
{
    char *repaired = memory_alloc(strlen(string) * (sizeof replacement - 1) + 1), *end = repaired;
    uint32_t code;
    while (*string) {
        size_t length = utf8_decode(string, &code);
        if (length == 0) {
            end = mempcpy(end, replacement, sizeof replacement - 1);
            string++;
        } else {
            end = mempcpy(end, string, length);
            string += length;
        }
    }
    *end = '\0';
    return repaired;
}
