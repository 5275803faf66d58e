/* compile_commands.c: compile_commands.json, of `tutti check -p`. */
#include "compile/database.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct source_file *files = NULL;
    struct error error;
    size_t count = 0;
    database_read(fuzz_file("compile_commands.json", data, size), &arena, &files, &count, &error);
    arena_free(&arena);
    return 0;
}
