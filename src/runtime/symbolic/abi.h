/* abi.h: what instrumented code (src/ir/symbolic/symbolic.c) calls, in the test build of a program.
 *
 * Every function F of the program is there three times: F itself, which only chooses; F with
 * SYMBOLIC_LIGHT behind its name, the program as it is with a flag stored for each edge; and F with
 * SYMBOLIC_HEAVY, which also carries an expression (0: none) beside each value. Direct calls stay
 * within one kind. F chooses by tutti_symbolic, which is set before main() runs and never changes.
 *
 * Shadow memory says which bytes are symbolic. A flat area of tags has one byte for 8 bytes of
 * memory, nonzero if any of them has an expression: the tag of address A is at SYMBOLIC_TAGS + (A
 * >> 3). Heavy code looks there before it calls tutti_symbolic_load() or _store(); which expression
 * it is, these know. (An access that may cross 8 bytes looks at both tags.)
 *
 * Values go in as 64 bits: integers zero-extended, floats and doubles as their bits.
 */
#ifndef TUTTI_RUNTIME_SYMBOLIC_ABI_H
#define TUTTI_RUNTIME_SYMBOLIC_ABI_H

#include "runtime/symbolic/expression.h"

#include <stdint.h>

#define SYMBOLIC_LIGHT "$light"
#define SYMBOLIC_HEAVY "$heavy"
#define SYMBOLIC_MODEL                                                         \
    "tutti_model_" /* in front of the name of a modelled function (models.def) \
                    */

#define SYMBOLIC_TAGS       UINT64_C(0x100000000000)
#define SYMBOLIC_TAGS_BYTES (UINT64_C(1) << 44) /* of all addresses that a process can have */
enum { SYMBOLIC_ARGUMENTS = 64 };

/* The program's code sees these, whatever else is hidden. */
#pragma GCC visibility push(default)

extern int tutti_symbolic;          /* this rank runs heavy code */
extern unsigned char tutti_cover[]; /* by edge; made by the test build, page-aligned, whole pages */

/* Expressions of the arguments of the call that is being made, by position, and of what the call
 * returns. Heavy code sets those of all scalar arguments (the first SYMBOLIC_ARGUMENTS) before each
 * call of heavy code or of a model, and the callee takes them at its entry. Before a call through a
 * pointer it also sets tutti_symbolic_callee to the address called; F keeps the expressions only if
 * it finds itself there, for it may have been called by code outside; F clears it. A callee that
 * returns a scalar sets tutti_symbolic_result; whoever calls code outside takes 0. */
extern _Thread_local uint32_t tutti_symbolic_arguments[SYMBOLIC_ARGUMENTS];
extern _Thread_local uint32_t tutti_symbolic_result;
extern _Thread_local void *tutti_symbolic_callee;

/* Of a call of a function that takes any number of arguments: how many there are (at most
 * SYMBOLIC_ARGUMENTS), and an enum symbolic_type of each, or one of these; NULL: it is not known.
 * The callee keeps that when it is entered, with the expressions, and after va_start they are given
 * to the arguments, of which `fixed` have a name. */
enum {
    SYMBOLIC_KIND_MEMORY = 0xfe, /* it takes no register */
    SYMBOLIC_KIND_OTHER = 0xff,
};
extern _Thread_local const unsigned char *tutti_symbolic_kinds;
struct symbolic_variadic {
    const unsigned char *kinds;
    uint32_t expressions[SYMBOLIC_ARGUMENTS];
};
void tutti_symbolic_keep(struct symbolic_variadic *kept);
void tutti_symbolic_variadic(void *started, uint32_t fixed, const struct symbolic_variadic *kept);

/* Once in each rank, by the world's guest, before main(): decides which code runs, and tells whom
 * to tell of data that travel; NULL: nobody. Without a world it happens when the program is loaded,
 * as the rank that mpiexec says, or 0. */
struct symbolic_carrier; /* carry.h */
const struct symbolic_carrier *tutti_symbolic_start(int rank);

/* First in heavy main(): marks argv, and sets the expression of argc as its caller would. */
void tutti_symbolic_main(int count, char **words);

/* `operation` is an enum symbolic_op. Above that (SYMBOLIC_OPERATION_BITS), where floating-point
 * numbers are computed, stands the number of the place in the code, not 0: a place that computes
 * more than a few expressions is the inside of a solver, which nobody can invert, and computes none
 * any more. */
enum { SYMBOLIC_OPERATION_BITS = 8, SYMBOLIC_PLACE_BITS = 16 };
/* At least one of a, b is an expression; the value of the other one counts if it is 0. */
uint32_t tutti_symbolic_binary(uint32_t operation, enum symbolic_type type, uint32_t a, uint32_t b,
                               uint64_t value_a, uint64_t value_b, uint64_t result);
uint32_t tutti_symbolic_unary(uint32_t operation, enum symbolic_type type, uint32_t a,
                              uint64_t value_a, uint64_t result);
uint32_t tutti_symbolic_choose(enum symbolic_type type, uint32_t condition, uint32_t a, uint32_t b,
                               uint64_t value_condition, uint64_t value_a, uint64_t value_b);

/* Where a tag says so. The value tells whether the expression is still the one: code outside may
 * have written there. Loads and stores of straight-line code are told of in their order, but when
 * all have been done: what is in memory may be newer than the value. */
uint32_t tutti_symbolic_load(const void *address, enum symbolic_type type, uint64_t value);
/* Where a tag says so, or the expression is one. */
void tutti_symbolic_store(void *address, enum symbolic_type type, uint32_t expression,
                          uint64_t value);
/* Where heavy code copies or sets memory (llvm.memcpy, memmove, memset; aggregates): after it. */
void tutti_symbolic_copy(void *to, const void *from, uint64_t length);
void tutti_symbolic_set(void *to, uint32_t expression, unsigned char value, uint64_t length);
/* No byte of the memory is symbolic: something without expression was written there. Of memory on
 * the stack nobody tells that it is new or gone: tags of it may be old, and values tell. */
void tutti_symbolic_forget(void *at, uint64_t length);

void tutti_symbolic_branch(uint32_t site, uint32_t expression, int taken);
void tutti_symbolic_switch(uint32_t site, uint32_t expression, uint64_t value);
void tutti_symbolic_address(uint32_t site, uint32_t expression, uint64_t address);
void tutti_symbolic_index(uint32_t site, uint32_t expression, uint64_t value, uint64_t bound);
void tutti_symbolic_divisor(uint32_t site, uint32_t expression, uint64_t value);
void tutti_symbolic_arithmetic(uint32_t site, uint32_t expression);
void tutti_symbolic_size(uint32_t site, uint32_t expression, uint64_t value);

#pragma GCC visibility pop

#endif
