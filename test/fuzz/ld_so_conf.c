/* ld_so_conf.c: a file such as /etc/ld.so.conf, which may include itself. */
#include "fuzz.h"
#include "launch/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    size_t count;
    elf_configured_directories(fuzz_file("ld.so.conf", data, size), &arena, &count);
    arena_free(&arena);
    return 0;
}
