/* elf.h: what the header of a program or shared library says, read without running it.
 *
 * Every offset in the file is checked before it is followed: a cut or corrupt file is an error
 * with a sentence. Files are read, not mapped, so that a program that is being rebuilt meanwhile
 * cannot raise SIGBUS.
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
    bool dynamic;        /* the loader of shared libraries starts it: false for static programs */
    bool library;        /* a shared library that is no program */
    const char **needed; /* sonames, in order */
    size_t needed_count;
    const char *rpath; /* NULL: none */
    const char *runpath;
    /* The image that needed this one, set by whoever follows the needs; NULL for the program. Its
     * RPATH serves for this one as well. */
    const struct elf_image *loader;
};

/* `path` must be an ELF file; any other content is an ERROR_USAGE that says what it is instead (a
 * script, a directory, an object file, an empty file). Strings live in the arena. */
int elf_read(const char *path, struct arena *arena, struct elf_image *image, struct error *error);

/* Finds the file of a library that the image needs, as ld.so would: RPATH of the image and of its
 * loaders, LD_LIBRARY_PATH, RUNPATH, the directories of /etc/ld.so.conf and the system's. A file
 * for another machine is passed over. NULL: not found. */
const char *elf_find_library(const char *soname, const struct elf_image *image,
                             struct arena *arena);

/* Whether the file defines one of the symbols (NULL-terminated list). False also where its symbol
 * tables were stripped or cannot be read. */
bool elf_defines(const char *path, const char *const *symbols);

/* The name of a machine as people say it: "aarch64"; "machine 123" for one without a name. */
const char *elf_machine_name(int machine, struct arena *arena);

/* The machine that this command runs on. */
int elf_own_machine(void);

/* The directories that a file such as /etc/ld.so.conf names, its includes followed. */
const char **elf_configured_directories(const char *path, struct arena *arena, size_t *count);

#endif
