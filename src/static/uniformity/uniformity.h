/* uniformity.h: says which values are the same on all ranks of a communicator (thesis 5.3.1 a).
 *
 * A value differs if it comes from the rank, from received data or from the clock; also if it is
 * assigned under a branch that differs, or in a loop with a number of iterations that differs.
 * After a broadcast or an allreduce it is the same again. If the analysis knows neither (input from
 * a file, a random number, memory that it lost track of), the answer is UNSURE: the value deserves
 * a check at run time, but no warning.
 *
 * Relative to a communicator of MPI_Comm_split, the values that its colour was computed from are
 * the same on all its ranks.
 */
#ifndef TUTTI_STATIC_UNIFORMITY_UNIFORMITY_H
#define TUTTI_STATIC_UNIFORMITY_UNIFORMITY_H

#include "static/calls/analysis.h"
#include "static/calls/handles.h"

enum uniform { UNIFORM_SAME, UNIFORM_UNSURE, UNIFORM_DIFFERS };

struct uniformity;
struct uniformity *uniformity_compute(struct analysis *analysis);
void uniformity_free(struct uniformity *uniformity);

/* What is known of a value within its function. `level` leaves parameters out: at a call, the value
 * is at least as bad as the arguments that the call passes for `parameters` (bit i: parameter
 * i). */
struct uniform_value {
    enum uniform level;
    uint64_t parameters;
};
struct uniform_value uniformity_of(const struct uniformity *uniformity,
                                   const struct ir_value *value, struct handle relative);

/* Returns what is known of an operand that a call passes. If the operand is a pointer, this
 * includes what it points to when the call starts, because Fortran passes addresses. The answer
 * means the same as that of uniformity_of(). */
struct uniform_value uniformity_of_passed(const struct uniformity *uniformity,
                                          const struct ir_value *call, uint32_t operand,
                                          struct handle relative);

/* Returns the level of a value over all calls of its function in the program. */
enum uniform uniformity_anywhere(const struct uniformity *uniformity, const struct ir_value *value,
                                 struct handle relative);

/* Says whether a branch, switch or computed goto takes the same way on all ranks: because the
 * condition is the same, or because its outcome is (0 <= rank < size makes `rank < size` true on
 * all). */
struct uniform_value uniformity_of_branch(const struct uniformity *uniformity,
                                          const struct ir_value *terminator,
                                          struct handle relative);

/* Returns whether ranges of values show that this successor is never taken (`rank < 0`). */
bool uniformity_never_taken(const struct uniformity *uniformity, const struct ir_value *terminator,
                            uint32_t successor);

/* Explains why a value differs: steps from the source to the value, such as "rank is set by
 * MPI_Comm_rank", each with its place. Returns the number of steps, 0 if the value does not
 * differ. */
struct uniform_step {
    const char *what;
    struct ir_place place;
};
size_t uniformity_chain(struct uniformity *uniformity, const struct ir_value *value,
                        struct handle relative, struct uniform_step *steps, size_t space);

#endif
