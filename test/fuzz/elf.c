/* elf.c: a program or library: which MPI it is linked to. */
#include "launch/elf.h"
#include "fuzz.h"
#include "launch/flavour.h"

#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const symbols[] = {"MPI_Init", "ompi_mpi_init", NULL};
    struct arena arena = {0};
    struct elf_image image;
    struct error error;
    enum mpi_flavour flavour;
    const char *path = fuzz_file("program", data, size);
    chmod(path, 0700);
    elf_defines(path, symbols);
    if (elf_read(path, &arena, &image, &error) == 0) {
        elf_machine_name(image.machine, &arena);
        mpi_flavour_of_program(path, &flavour, &error);
        mpi_flavour_of_module(path, &flavour, &error);
    }
    mpi_flavour_check_program(path, &error);
    arena_free(&arena);
    return 0;
}
