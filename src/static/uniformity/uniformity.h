/* uniformity.h: which values are the same on all ranks of a communicator (thesis 5.3.1 a).
 *
 * A value differs where it comes from the rank, from received data or from the clock; also where
 * it was assigned under a branch that differs, or in a loop whose number of iterations differs.
 * It is the same again after a broadcast or an allreduce. Where neither is known (input from a
 * file, a random number, memory that the analysis lost track of) the answer is UNSURE: it deserves
 * a check at run time but no warning.
 *
 * Relative to a communicator that MPI_Comm_split made, what its colour was computed from is the
 * same on all its ranks.
 */
#ifndef TUTTI_STATIC_UNIFORMITY_UNIFORMITY_H
#define TUTTI_STATIC_UNIFORMITY_UNIFORMITY_H

#include "static/calls/analysis.h"
#include "static/calls/handles.h"

enum uniform { UNIFORM_SAME, UNIFORM_UNSURE, UNIFORM_DIFFERS };

struct uniformity;
struct uniformity *uniformity_compute(struct analysis *analysis);
void uniformity_free(struct uniformity *uniformity);

/* What is known of a value within its function. `level` leaves parameters out: the value is at
 * least as bad as the arguments of `parameters` (bit i: parameter i) are at the call in question.
 */
struct uniform_value {
    enum uniform level;
    uint64_t parameters;
};
struct uniform_value uniformity_of(const struct uniformity *uniformity,
                                   const struct ir_value *value, struct handle relative);

/* What a call passes: an operand and, if that is a pointer, also what it points to as the call
 * starts. The parameters that uniformity_of() tells of are such: Fortran passes addresses. */
struct uniform_value uniformity_of_passed(const struct uniformity *uniformity,
                                          const struct ir_value *call, uint32_t operand,
                                          struct handle relative);

/* The same with all calls of the function in the program taken together. */
enum uniform uniformity_anywhere(const struct uniformity *uniformity, const struct ir_value *value,
                                 struct handle relative);

/* Whether a branch, switch or computed goto takes the same way on all ranks: the condition is the
 * same, or its outcome is (0 <= rank < size makes `rank < size` true everywhere). */
struct uniform_value uniformity_of_branch(const struct uniformity *uniformity,
                                          const struct ir_value *terminator,
                                          struct handle relative);

/* Ranges of values show that this successor is never taken (`rank < 0`). */
bool uniformity_never_taken(const struct uniformity *uniformity, const struct ir_value *terminator,
                            uint32_t successor);

/* Why it differs: steps from the source to the value, "rank is set by MPI_Comm_rank", each with its
 * place. Returns how many, 0 if it does not differ. */
struct uniform_step {
    const char *what;
    struct ir_place place;
};
size_t uniformity_chain(struct uniformity *uniformity, const struct ir_value *value,
                        struct handle relative, struct uniform_step *steps, size_t space);

#endif
