/* abi.h: the functions and variables that instrumented code (src/ir/symbolic/symbolic.c) uses in
 * the test build of a program.
 *
 * Every function F of the program exists three times. F itself only chooses. F with SYMBOLIC_LIGHT
 * appended is the program's code, with a flag stored for each edge. F with SYMBOLIC_HEAVY appended
 * also carries an expression (0: none) for each value. Direct calls stay within one kind. F chooses
 * by tutti_symbolic, which is set before main() runs and never changes.
 *
 * Shadow memory says which bytes are symbolic. A flat area of tags has one byte for 8 bytes of
 * memory, which is nonzero if any of them has an expression: the tag of address A is at
 * SYMBOLIC_TAGS + (A >> 3). Heavy code tests the tag before it calls tutti_symbolic_load() or
 * _store(), which know the expression. (An access that may cross 8 bytes tests both tags.)
 *
 * Values are passed as 64 bits: integers zero-extended, floats and doubles as their bits.
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
#define SYMBOLIC_TAGS_BYTES (UINT64_C(1) << 44) /* for all addresses that a process can have */
enum { SYMBOLIC_ARGUMENTS = 64 };

/* The program's code sees these names, whatever else is hidden. */
#pragma GCC visibility push(default)

extern int tutti_symbolic;          /* this rank runs heavy code */
extern unsigned char tutti_cover[]; /* by edge; made by the test build, page-aligned, whole pages */

/* Expressions of the arguments of the current call, by position, and of its result.
 *
 * Before each call of heavy code or of a model, heavy code sets those of all scalar arguments (the
 * first SYMBOLIC_ARGUMENTS), and the callee takes them at its entry. Before a call through a
 * pointer, heavy code also sets tutti_symbolic_callee to the called address. F keeps the
 * expressions only if it finds itself there, because code outside may have called it; F then clears
 * the variable. A callee that returns a scalar sets tutti_symbolic_result. After a call of code
 * outside, heavy code takes 0 instead. */
extern _Thread_local uint32_t tutti_symbolic_arguments[SYMBOLIC_ARGUMENTS];
extern _Thread_local uint32_t tutti_symbolic_result;
extern _Thread_local void *tutti_symbolic_callee;

/* The types of the arguments of a call of a variadic function: first their number (at most
 * SYMBOLIC_ARGUMENTS), then for each an enum symbolic_type or one of the values below. NULL:
 * unknown. At its entry the callee keeps this, with the expressions, and after va_start the
 * arguments get them; `fixed` arguments have a name. */
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

/* Decides which code runs. The world's guest calls it once in each rank before main(). Returns the
 * functions to call when data travels; NULL: there are none. Without a world it is called when the
 * program is loaded, with the rank that mpiexec sets, or 0. */
struct symbolic_carrier; /* carry.h */
const struct symbolic_carrier *tutti_symbolic_start(int rank);

/* Marks argv, and sets the expression of argc as its caller would. Called first in heavy main(). */
void tutti_symbolic_main(int count, char **words);

/* The argument `operation` of the functions below is an enum symbolic_op. For floating-point
 * operations, the bits above SYMBOLIC_OPERATION_BITS are the number of the place in the code, which
 * is not 0. A place that makes more than a few expressions is inside a numerical solver, which
 * cannot be inverted, so it makes no more. */
enum { SYMBOLIC_OPERATION_BITS = 8, SYMBOLIC_PLACE_BITS = 16 };
/* At least one of a, b is an expression; if the other is 0, its value counts. */
uint32_t tutti_symbolic_binary(uint32_t operation, enum symbolic_type type, uint32_t a, uint32_t b,
                               uint64_t value_a, uint64_t value_b, uint64_t result);
uint32_t tutti_symbolic_unary(uint32_t operation, enum symbolic_type type, uint32_t a,
                              uint64_t value_a, uint64_t result);
uint32_t tutti_symbolic_choose(enum symbolic_type type, uint32_t condition, uint32_t a, uint32_t b,
                               uint64_t value_condition, uint64_t value_a, uint64_t value_b);

/* Returns the expression of a value; called where a tag is set. The value tells whether the
 * expression is still valid: code outside may have written there. Loads and stores of straight-line
 * code are reported in their order, but only after all of them were made: memory may be newer than
 * the value. */
uint32_t tutti_symbolic_load(const void *address, enum symbolic_type type, uint64_t value);
/* Called where a tag is set, or the stored value has an expression. */
void tutti_symbolic_store(void *address, enum symbolic_type type, uint32_t expression,
                          uint64_t value);
/* Called after heavy code copies or sets memory (llvm.memcpy, memmove, memset; aggregates). */
void tutti_symbolic_copy(void *to, const void *from, uint64_t length);
void tutti_symbolic_set(void *to, uint32_t expression, unsigned char value, uint64_t length);
/* Makes the memory not symbolic: a value without expression was written there. Memory on the stack
 * is not reported as new or gone: its tags may be old, and comparing values finds that out. */
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
