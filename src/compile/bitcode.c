#include "compile/bitcode.h"

#include <stdint.h>
#include <string.h>

/* LLVM's bitstream format: at the top level an abbreviation has 2 bits; ENTER_SUBBLOCK is followed
 * by the number of the block (vbr8), the width of its abbreviations (vbr4), filling up to 32 bits,
 * and its length in words of 32 bits. */
enum { ENTER_SUBBLOCK = 1, MODULE_BLOCK = 8, IDENTIFICATION_BLOCK = 13 };

static const unsigned char magic[4] = {'B', 'C', 0xC0, 0xDE};
static const unsigned char wrapper[4] = {0xDE, 0xC0, 0x17, 0x0B};

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* The length of the block at these bytes, header included; 0: there is none. */
static size_t block_length(const unsigned char *bytes, size_t size, unsigned *number)
{
    if (size < 8)
        return 0;
    uint32_t head = word_at(bytes);
    if ((head & 3) != ENTER_SUBBLOCK || (head >> 2 & 0x80))
        return 0;
    *number = head >> 2 & 0x7f;
    uint64_t length = 8 + 4 * (uint64_t)word_at(bytes + 4);
    return length <= size ? (size_t)length : 0;
}

size_t bitcode_length(const unsigned char *bytes, size_t size)
{
    if (size >= 20 && memcmp(bytes, wrapper, sizeof wrapper) == 0) {
        uint64_t length = (uint64_t)word_at(bytes + 8) + word_at(bytes + 12);
        return length <= size ? (size_t)length : 0;
    }
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return 0;
    size_t at = sizeof magic, length;
    unsigned number;
    int modules = 0;
    while ((length = block_length(bytes + at, size - at, &number)) > 0) {
        modules += number == MODULE_BLOCK;
        at += length;
    }
    return modules > 0 ? at : 0;
}
