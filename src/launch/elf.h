/* elf.h: reads the header of a program or shared library without running it.
 *
 * Every offset in the file is checked before it is used: a cut or corrupt file is an error with a
 * sentence. Files are read, not mapped, so that a program that is being rebuilt meanwhile cannot
 * raise SIGBUS.
 */
#ifndef TUTTI_LAUNCH_ELF_H
#define TUTTI_LAUNCH_ELF_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

struct elf_image {
    const char *path;
    int machine;         /* EM_X86_64 */
    int bits;            /* 32 or 64 */
    bool dynamic;        /* the dynamic loader starts it; false for static programs */
    bool library;        /* a shared library that is not a program */
    const char **needed; /* sonames, in order */
    size_t needed_count;
    const char *rpath; /* NULL: none */
    const char *runpath;
    /* The image that needed this one, set by the code that follows the needs; NULL for the program.
     * Its RPATH applies to this image as well. */
    const struct elf_image *loader;
};

/* Reads the image. `path` must be an ELF file; for any other content fails with an ERROR_USAGE that
 * says what it is (a script, a directory, an object file, an empty file). Strings live in the
 * arena. */
int elf_read(const char *path, struct arena *arena, struct elf_image *image, struct error *error);

/* Finds the file of a library that the image needs, as ld.so does: RPATH of the image and of its
 * loaders, LD_LIBRARY_PATH, RUNPATH, the directories of /etc/ld.so.conf and the system's. Ignores
 * files for another machine. NULL: not found. */
const char *elf_find_library(const char *soname, const struct elf_image *image,
                             struct arena *arena);

/* Returns whether the file defines one of the symbols (NULL-terminated list). Returns false, too,
 * if its symbol tables were stripped or cannot be read. */
bool elf_defines(const char *path, const char *const *symbols);

/* Returns the usual name of a machine: "aarch64"; "machine 123" for one without a name. */
const char *elf_machine_name(int machine, struct arena *arena);

/* Returns the machine that this command runs on. */
int elf_own_machine(void);

/* Returns the directories that a file such as /etc/ld.so.conf names; follows its includes. */
const char **elf_configured_directories(const char *path, struct arena *arena, size_t *count);

#endif
