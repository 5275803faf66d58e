#include "compile/bitcode.h"

#include <stdint.h>
#include <string.h>

/* LLVM's bitstream format: at the top level an abbreviation has 2 bits; ENTER_SUBBLOCK is followed
 * by the number of the block (vbr8), the width of its abbreviations (vbr4), filling up to 32 bits,
 * and its length in words of 32 bits. */
enum { END_BLOCK, ENTER_SUBBLOCK, DEFINE_ABBREVIATION, UNABBREVIATED, FIRST_ABBREVIATION };
enum { MODULE_BLOCK = 8, STRINGS_BLOCK = 23, SYMBOLS_BLOCK = 25 };

/* llvm/Object/IRSymtab.h: a header, then tables that it points to, all in words of 32 bits. */
enum {
    SYMTAB_VERSION = 3,
    SYMTAB_SYMBOLS = 28, /* the header has the place and number of the symbols here */
    SYMBOL_SIZE = 24,    /* name (offset and size in the strings), name in the module, comdat ... */
    SYMBOL_FLAGS = 20,   /* ... and flags: */
    SYMBOL_UNDEFINED = 1 << 3,
    SYMBOL_WEAK = 1 << 4,
    SYMBOL_COMMON = 1 << 5,
    SYMBOL_GLOBAL = 1 << 10,
    SYMBOL_SPECIFIC = 1 << 11, /* LLVM's own: intrinsics */
};

static const unsigned char magic[4] = {'B', 'C', 0xC0, 0xDE};
static const unsigned char wrapper[4] = {0xDE, 0xC0, 0x17, 0x0B};

static uint32_t compile_bitcode_word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Returns the length of the block at these bytes, header included; 0: there is none. */
static size_t block_length(const unsigned char *bytes, size_t size, unsigned *number)
{
    if (size < 8)
        return 0;
    uint32_t head = compile_bitcode_word_at(bytes);
    if ((head & 3) != ENTER_SUBBLOCK || (head >> 2 & 0x80))
        return 0;
    *number = head >> 2 & 0x7f;
    uint64_t length = 8 + 4 * (uint64_t)compile_bitcode_word_at(bytes + 4);
    return length <= size ? (size_t)length : 0;
}

size_t bitcode_length(const unsigned char *bytes, size_t size)
{
    if (size >= 20 && memcmp(bytes, wrapper, sizeof wrapper) == 0) {
        uint64_t length =
            (uint64_t)compile_bitcode_word_at(bytes + 8) + compile_bitcode_word_at(bytes + 12);
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

/* A reader of bits, the lowest of each byte first. Past the end there are zeroes. */
struct bits {
    const unsigned char *bytes;
    size_t size; /* in bytes */
    size_t at;   /* in bits */
};

static uint32_t bitcode_take(struct bits *bits, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, bits->at++)
        if (bits->at / 8 < bits->size)
            value |= (uint32_t)(bits->bytes[bits->at / 8] >> bits->at % 8 & 1) << i;
    return value;
}

/* Reads a number in groups of `width` bits; the highest bit of a group says that more follow. */
static uint64_t bitcode_take_variable(struct bits *bits, unsigned width)
{
    uint64_t value = 0;
    uint32_t group, more = 1u << (width - 1);
    unsigned shift = 0;
    do {
        group = bitcode_take(bits, width);
        value |= shift < 64 ? (uint64_t)(group & (more - 1)) << shift : 0;
        shift += width - 1;
    } while ((group & more) && shift < 70);
    return value;
}

/* Skips the encoding of a record's operands: blobs have no parameters. */
static void skip_abbreviation(struct bits *bits)
{
    enum { FIXED = 1, VARIABLE = 2 };
    for (uint64_t operands = bitcode_take_variable(bits, 5); operands > 0 && operands < 64;
         operands--) {
        if (bitcode_take(bits, 1)) {
            bitcode_take_variable(bits, 8);
            continue;
        }
        uint32_t encoding = bitcode_take(bits, 3);
        if (encoding == FIXED || encoding == VARIABLE)
            bitcode_take_variable(bits, 5);
    }
}

/* Returns the bytes of a block's only record, which is a blob: symbols or strings. */
static const unsigned char *find_blob(const unsigned char *block, size_t size, size_t *length)
{
    struct bits bits = {block, size, 0};
    bitcode_take(&bits, 2);
    bitcode_take_variable(&bits, 8);
    unsigned width = (unsigned)bitcode_take_variable(&bits, 4);
    bits.at = 64;
    if (width < 2 || width > 16)
        return NULL;
    uint32_t id = bitcode_take(&bits, width);
    while (id == DEFINE_ABBREVIATION && bits.at < size * 8) {
        skip_abbreviation(&bits);
        id = bitcode_take(&bits, width);
    }
    if (id < FIRST_ABBREVIATION)
        return NULL;
    *length = (size_t)bitcode_take_variable(&bits, 6);
    size_t start = (bits.at + 31) / 32 * 4;
    return start <= size && *length <= size - start ? block + start : NULL;
}

static bool in_range(size_t size, uint64_t offset, uint64_t length)
{
    return offset <= size && length <= size - offset;
}

static void read_symbol(const unsigned char *symbol, const unsigned char *strings,
                        size_t strings_size,
                        void (*each)(void *context, const struct bitcode_symbol *symbol),
                        void *context)
{
    uint32_t offset = compile_bitcode_word_at(symbol), length = compile_bitcode_word_at(symbol + 4);
    uint32_t flags = compile_bitcode_word_at(symbol + SYMBOL_FLAGS);
    if (!(flags & SYMBOL_GLOBAL) || (flags & SYMBOL_SPECIFIC) || length == 0 ||
        !in_range(strings_size, offset, length))
        return;
    const struct bitcode_symbol one = {.name = (const char *)strings + offset,
                                       .length = length,
                                       .defined =
                                           !(flags & SYMBOL_UNDEFINED) || (flags & SYMBOL_COMMON),
                                       .weak = flags & SYMBOL_WEAK};
    each(context, &one);
}

bool bitcode_symbols(const unsigned char *bytes, size_t size,
                     void (*each)(void *context, const struct bitcode_symbol *symbol),
                     void *context)
{
    const unsigned char *symbols = NULL, *strings = NULL;
    size_t symbols_size = 0, strings_size = 0, length;
    unsigned number;
    for (size_t at = sizeof magic;
         at < size && (length = block_length(bytes + at, size - at, &number)) > 0; at += length) {
        if (number == SYMBOLS_BLOCK)
            symbols = find_blob(bytes + at, length, &symbols_size);
        if (number == STRINGS_BLOCK)
            strings = find_blob(bytes + at, length, &strings_size);
    }
    if (!symbols || !strings || symbols_size < SYMTAB_SYMBOLS + 8 ||
        compile_bitcode_word_at(symbols) != SYMTAB_VERSION)
        return false;
    uint64_t offset = compile_bitcode_word_at(symbols + SYMTAB_SYMBOLS);
    uint64_t count = compile_bitcode_word_at(symbols + SYMTAB_SYMBOLS + 4);
    if (!in_range(symbols_size, offset, count * SYMBOL_SIZE))
        return false;
    for (uint64_t i = 0; i < count; i++)
        read_symbol(symbols + offset + i * SYMBOL_SIZE, strings, strings_size, each, context);
    return true;
}
