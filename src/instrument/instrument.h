/* instrument.h: compiles the run-time checks of src/runtime/check into a program that is linked,
 * and calls before accesses of memory (src/runtime/memory.h) into objects.
 *
 * Every object whose bitcode calls MPI is made again, with the place of each call noted for the
 * check in front of it; the check itself is a library that is linked in. An object that cannot be
 * made again stays as it is, with a note: its calls are still checked, only their lines are not
 * known. The objects given are never changed.
 */
#ifndef TUTTI_INSTRUMENT_INSTRUMENT_H
#define TUTTI_INSTRUMENT_INSTRUMENT_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* A collective call that could not be proved, and the branch that decides about it. */
struct instrument_site {
    const char *file; /* as the compiler wrote it into the bitcode */
    int line;
    const char *branch_file; /* NULL: none is known */
    int branch_line;
};

/* The second word of the command of a Fortran object. flang cannot go on from the bitcode that the
 * analysis reads, because much of its optimisation comes before that: the source is compiled again.
 * The directory that this was done in follows, then all words of the command. */
#define INSTRUMENT_FLANG "-tutti-flang"

/* An object of the program that holds bitcode. */
struct instrument_input {
    const char *name; /* of the object or the member of an archive: for notes */
    const void *bitcode;
    size_t bitcode_size;
    const char *command; /* section .llvmcmd: what follows `clang`, each ended by a zero byte. NULL:
                            the object itself is bitcode (-flto), and so is the new one */
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
    const char *clang;   /* the compiler that makes the objects: "clang-19" or its path */
    const char *flang;   /* the one for Fortran; never the one that an object names */
    const char *directory; /* exists; for the new objects, which the caller removes after linking */
    bool bare;             /* the new objects keep no bitcode */
};

struct instrument_result {
    struct arena arena;
    const char **objects;   /* by input: the path of the object made anew; NULL: it stays. That of
                               a member of an archive goes before the archive */
    const char **arguments; /* of the compiler driver, in front of all libraries; they work for
                               clang, flang and gcc */
    size_t argument_count;
    const char **notes; /* what could not be done, and why */
    size_t note_count;
};

/* An error if the check's library is missing or memory runs out; one object that cannot be made
 * again is a note. The caller frees the result, also after an error. */
int instrument_link(const struct instrument_request *request, struct instrument_result *result,
                    struct error *error);

/* Makes each object again with calls before its accesses of memory. Of the request only inputs,
 * clang, directory and `bare` matter. The bitcode that the objects keep is as it was, so that what
 * is analysed is the source; their commands say that instrument_link(), when it makes them once
 * more, has to put the calls in, too. */
int instrument_memory(const struct instrument_request *request, struct instrument_result *result,
                      struct error *error);
void instrument_result_free(struct instrument_result *result);

#endif
