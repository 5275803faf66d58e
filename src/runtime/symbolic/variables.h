/* variables.h: makes the variables that the solver can choose. The same text, byte, mark or rank
 * always gives the same variable. Inside state_enter(). Each function returns an expression, 0 if
 * the value must not be symbolic. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_VARIABLES_H
#define TUTTI_RUNTIME_SYMBOLIC_VARIABLES_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define VARIABLE_NONE UINT32_MAX

void variables_open(void);

/* Return a variable for a text that was converted to a number of `type`; `base` is the base of its
 * digits, 0 for floating point. */
uint32_t variable_number(const char *text, size_t length, enum symbolic_type type, bool is_signed,
                         unsigned base, uint64_t value);
uint32_t variable_byte(uint32_t source, uint32_t offset, unsigned char value);
/* Returns a variable for a byte of a text, which remains printable. */
uint32_t variable_letter(uint32_t source, uint32_t offset, unsigned char value);

/* Returns the number of a variable for a text that was compared, for EVENT_TEXT. */
uint32_t variable_word(const char *text, size_t length);

/* Returns a variable for the existence of a file. A test can create a file, but cannot remove one.
 */
uint32_t variable_exists(uint32_t source, bool there);

/* Returns a variable for argc, as passed to main(). */
uint32_t variable_count(uint32_t value);

/* Return variables for rank and size of MPI_COMM_WORLD, and for the rank in communicator `number`,
 * which has `size` processes. */
uint32_t variable_rank(uint32_t value);
uint32_t variable_size(uint32_t value);
uint32_t variable_local_rank(uint32_t number, uint32_t size, uint32_t value);

uint32_t variable_marked(const char *name, enum symbolic_type type, uint64_t value, int64_t lower,
                         int64_t upper);

#endif
