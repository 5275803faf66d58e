/* symbols.c: the symbols and debug information of a program: its functions and lines at addresses.
 * What libdw does with such files is its own business; that it is asked rightly is ours. */
#include "fuzz.h"
#include "symbol/symbol.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { START = 0x400000, LENGTH = 0x10000 };

/* The process that has mapped the file, as the kernel would say. */
static void describe(const char *path, char *maps, size_t size)
{
    struct stat status;
    if (stat(path, &status) != 0)
        abort();
    snprintf(maps, size, "%x-%x r-xp 00000000 %02x:%02x %llu %s\n", START, START + LENGTH,
             major(status.st_dev), minor(status.st_dev), (unsigned long long)status.st_ino, path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char maps[8192];
    struct symbols *symbols;
    struct arena arena = {0};
    struct error error;
    const char **lines;
    uint64_t addresses[64];
    for (size_t i = 0; i < 64; i++)
        addresses[i] = START + i * 0x100 + i;
    describe(fuzz_file("program", data, size), maps, sizeof maps);
    if (symbols_open_maps(maps, &symbols, &error) == 0) {
        symbols_format_stack(symbols, addresses, 64, false, &arena, &lines);
        symbols_find_function(symbols, START + 0x1000, true);
        symbols_own_all(symbols);
        symbols_close(symbols);
    }
    arena_free(&arena);
    return 0;
}
