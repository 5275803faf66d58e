/* slowdown.h: distinguishes a job that hangs from one that is slow for a while (Li 2018, section
 * 5.2.3).
 *
 * It compares two looks at a rank's stack, a moment apart. The rank moves if it was in two
 * different functions of MPI, or once in MPI and once outside. Functions that test without waiting
 * (MPI_Test, MPI_Iprobe and similar ones) are called in loops that wait: a step between two of
 * them, or between one and the program's code, is no movement. One rank that moves makes the job
 * slow, not hung.
 */
#ifndef TUTTI_WATCH_MODEL_SLOWDOWN_H
#define TUTTI_WATCH_MODEL_SLOWDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stack_place {
    STACK_OUTSIDE, /* no frame belongs to MPI */
    STACK_POLLING, /* in a function that tests without waiting */
    STACK_IN_MPI,
};

struct stack_look {
    enum stack_place place;
    uint64_t function; /* a number that identifies the outermost function of MPI */
};

/* Returns the place of a rank whose outermost function of MPI has this name, as C or Fortran spells
 * it, with or without the P of PMPI; NULL: it is in none. */
enum stack_place slowdown_place(const char *function);

bool slowdown_moves(const struct stack_look *before, const struct stack_look *after);

#endif
