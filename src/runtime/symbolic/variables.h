/* variables.h: what the solver may choose. The same text, byte, mark or rank is always the same
 * variable. Inside state_enter(). Each gives an expression, 0 if it is not to be symbolic. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_VARIABLES_H
#define TUTTI_RUNTIME_SYMBOLIC_VARIABLES_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define VARIABLE_NONE UINT32_MAX

void variables_open(void);

/* A text that was converted to a number of `type`; `base` is that of its digits, 0 of floating
 * point. */
uint32_t variable_number(const char *text, size_t length, enum symbolic_type type, bool is_signed,
                         unsigned base, uint64_t value);
uint32_t variable_byte(uint32_t source, uint32_t offset, unsigned char value);
/* The same, of a text that stays one: what a person can type. */
uint32_t variable_letter(uint32_t source, uint32_t offset, unsigned char value);

/* A text that was compared: the variable's number, for EVENT_TEXT. */
uint32_t variable_word(const char *text, size_t length);

/* Whether there is a file: it can be made, and not taken away. */
uint32_t variable_exists(uint32_t source, bool there);

/* argc, as main() was given it. */
uint32_t variable_count(uint32_t value);

/* Rank and size of MPI_COMM_WORLD; the rank in communicator `number`, of `size` processes. */
uint32_t variable_rank(uint32_t value);
uint32_t variable_size(uint32_t value);
uint32_t variable_local_rank(uint32_t number, uint32_t size, uint32_t value);

uint32_t variable_marked(const char *name, enum symbolic_type type, uint64_t value, int64_t lower,
                         int64_t upper);

#endif
