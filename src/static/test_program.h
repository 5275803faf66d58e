/* test_program.h: compiles a source, such as those of test_programs/, and loads it, for unit
 * tests. */
#ifndef TUTTI_STATIC_TEST_PROGRAM_H
#define TUTTI_STATIC_TEST_PROGRAM_H

#include "base/file.h"
#include "ir/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct test_mpi {
    const char *name;
    const char *include; /* options */
};

/* The MPI libraries that Tutti was built for. */
static const struct test_mpi test_mpis[] = {
#ifdef TUTTI_TEST_MPICH
    {"mpich", "-I" TUTTI_TEST_MPICH},
#endif
#ifdef TUTTI_TEST_OPENMPI
    {"openmpi", "-I" TUTTI_TEST_OPENMPI " -I" TUTTI_TEST_OPENMPI "/../lib"},
#endif
};

/* Runs the command of a compiler, adding the option for the output, and loads the result. NULL: the
 * compiler is missing, or fails. */
static inline struct ir_program *test_program_load(const char *compiler, const char *name)
{
    char path[] = "/tmp/tutti-test-XXXXXX", command[4096];
    int file = mkstemp(path);
    if (file < 0)
        abort();
    snprintf(command, sizeof command, "%s -o %s", compiler, path);
    struct ir_program *program = NULL;
    struct error error = {0};
    char *bytes;
    size_t length;
    if (system(command) == 0) { /* NOLINT(cert-env33-c): words of our own */
        if (file_read(path, 256 << 20, &bytes, &length, &error) != 0)
            abort();
        const struct ir_bitcode piece = {name, bytes, length};
        if (ir_program_load(&piece, 1, &program, &error) != 0) {
            fprintf(stderr, "%s: %s\n", name, error.text);
            abort();
        }
        free(bytes);
    }
    unlink(path);
    close(file);
    return program;
}

/* Compiles a source of test_programs/, or an absolute path. */
static inline struct ir_program *test_program(const char *source, const struct test_mpi *mpi)
{
    const char *end = strrchr(source, '.');
    const char *compiler =
        strcmp(end, ".f90") == 0 ? TUTTI_FLANG " -c -emit-llvm -O0"
        : strcmp(end, ".cc") == 0
            ? "clang++-" TUTTI_LLVM " -c -emit-llvm -O0 -Xclang -disable-O0-optnone"
            : "clang-" TUTTI_LLVM " -c -emit-llvm -O0 -fopenmp -Xclang -disable-O0-optnone";
    const char *names = strcmp(end, ".f90") == 0 ? "" : "-w -fno-discard-value-names -g";
    const char *folder = *source == '/' ? "" : TUTTI_TEST_SOURCE "/test_programs/";
    char command[2048];
    snprintf(command, sizeof command, "%s %s %s -I" TUTTI_TEST_SOURCE "/.. %s%s", compiler, names,
             mpi->include, folder, source);
    return test_program_load(command, source);
}

#endif
