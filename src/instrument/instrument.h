/* instrument.h: compiles the run-time checks of src/runtime/check into a program at its link, and
 * calls before accesses of memory (src/runtime/memory.h) into objects.
 *
 * Every object whose bitcode calls MPI is made again, and notes the place of each call for the
 * check that runs before it. The check itself is a library that is linked in. An object that cannot
 * be made again stays as it is, with a note: its calls are still checked, only their lines are not
 * known. The given objects are never changed.
 */
#ifndef TUTTI_INSTRUMENT_INSTRUMENT_H
#define TUTTI_INSTRUMENT_INSTRUMENT_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* A collective call that the analysis could not prove, and the branch that decides about it. */
struct instrument_site {
    const char *file; /* path as the compiler wrote it into the bitcode */
    int line;
    const char *branch_file; /* NULL: not known */
    int branch_line;
};

/* The second word of the command of a Fortran object. flang optimises much before it writes the
 * bitcode that the analysis reads, so it cannot continue from there: the source is compiled again.
 * The next words are the directory where that was done, and the whole command. */
#define INSTRUMENT_FLANG "-tutti-flang"

/* An object of the program that holds bitcode. */
struct instrument_input {
    const char *name; /* the object or member of an archive, for notes */
    const void *bitcode;
    size_t bitcode_size;
    const char *command; /* section .llvmcmd: the words after `clang`, each with a final zero byte.
                            NULL: the object itself is bitcode (-flto), and so is the new one */
    size_t command_size;
};

struct instrument_request {
    const struct instrument_input *inputs;
    size_t input_count;
    const struct instrument_site *sites;
    size_t site_count;
    bool world, others;  /* check collectives on MPI_COMM_WORLD, on other communicators */
    bool threads;        /* check which threads call MPI */
    bool shared;         /* a shared object is linked: the places of its calls are noted, the check
                            itself comes with the program that loads it */
    const char *flavour; /* "mpich", "openmpi" */
    const char *clang;   /* the compiler that makes the objects: "clang-19", say, or its path */
    const char *flang;   /* the compiler for Fortran; never the one that an object names */
    const char *directory; /* exists; for the new objects, which the caller removes after linking */
    bool bare;             /* the new objects keep no bitcode */
};

struct instrument_result {
    struct arena arena;
    const char **objects;   /* by input: path of the new object; NULL: the object stays. The new
                               object of an archive's member goes before the archive */
    const char **arguments; /* arguments for clang, flang or gcc as driver, before all libraries */
    size_t argument_count;
    const char **notes; /* what could not be done, and why */
    size_t note_count;
};

/* Instruments a link. An error means that the check's library is missing or memory ran out; an
 * object that cannot be made again gives a note. The caller frees the result, also after an error.
 */
int instrument_link(const struct instrument_request *request, struct instrument_result *result,
                    struct error *error);

/* Makes each object again with calls before its accesses of memory. Uses only inputs, clang,
 * directory and `bare` of the request. The objects keep their bitcode unchanged, so that an
 * analysis sees the source. Their commands tell instrument_link() to insert the calls too, when it
 * makes them again. */
int instrument_memory(const struct instrument_request *request, struct instrument_result *result,
                      struct error *error);
void instrument_result_free(struct instrument_result *result);

#endif
