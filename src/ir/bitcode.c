#include "ir/bitcode.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The container format: llvm.org/docs/BitCodeFormat. At the top level abbreviations are two bits
 * wide, and there is only ENTER_SUBBLOCK (1): block id (vbr8), width of abbreviations inside
 * (vbr4), padding to 32 bits, and the length in words. */
enum { MAGIC_SIZE = 4, WORD = 4, ENTER_SUBBLOCK = 1 };
static const unsigned char magic[MAGIC_SIZE] = {'B', 'C', 0xC0, 0xDE};
static const unsigned char wrapper[MAGIC_SIZE] = {0xDE, 0xC0, 0x17, 0x0B};

static uint32_t bitcode_word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Returns the length of the block at `bytes` with its head; 0: there is no block. */
static size_t bitcode_block_length(const unsigned char *bytes, size_t size)
{
    if (size < 2 * WORD)
        return 0;
    uint32_t head = bitcode_word_at(bytes);
    if ((head & 3) != ENTER_SUBBLOCK)
        return 0;
    unsigned bit = 2;
    /* Blocks at the top level have no numbers of several chunks. */
    if (head >> (bit + 7) & 1)
        return 0;
    bit += 8;
    if (head >> (bit + 3) & 1)
        return 0;
    size_t words = bitcode_word_at(bytes + WORD);
    if (words > (size - 2 * WORD) / WORD)
        return 0;
    return (2 + words) * WORD;
}

static size_t file_length(const unsigned char *bytes, size_t size)
{
    if (size < MAGIC_SIZE || memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return 0;
    size_t length = MAGIC_SIZE, block;
    while ((block = bitcode_block_length(bytes + length, size - length)) != 0)
        length += block;
    return length > MAGIC_SIZE ? length : 0;
}

const void *bitcode_next(const void *data, size_t size, size_t *at, size_t *length, size_t *skipped)
{
    const unsigned char *bytes = data;
    for (; *at < size; ++*at) {
        const unsigned char *here = bytes + *at;
        size_t left = size - *at;
        if (left >= (size_t)5 * WORD && memcmp(here, wrapper, MAGIC_SIZE) == 0) {
            /* The file may have a header for Darwin's tools: magic, version, offset, size,
             * processor. */
            size_t offset = bitcode_word_at(here + (size_t)2 * WORD);
            if (offset < left) {
                *at += offset;
                here += offset;
                left -= offset;
            }
        }
        *length = file_length(here, left);
        if (*length) {
            *at += *length;
            return here;
        }
        *skipped += *here != 0; /* zeroes are padding */
    }
    return NULL;
}
