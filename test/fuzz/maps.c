/* maps.c: the text of /proc/PID/maps, as guests of `tutti guard` save it, and addresses in it. */
#include "fuzz.h"
#include "symbol/symbol.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint64_t addresses[] = {0x401136, 0x7ffff7dd1000, 0, UINT64_MAX};
    struct symbols *symbols;
    struct arena arena = {0};
    struct error error;
    const char **lines;
    char *text = fuzz_text(data, size);
    if (symbols_open_maps(text, &symbols, &error) == 0) {
        symbols_format_stack(symbols, addresses, 4, true, &arena, &lines);
        symbols_own_all(symbols);
        symbols_close(symbols);
    }
    arena_free(&arena);
    free(text);
    return 0;
}
