/* nodes.h: makes expressions, each only once.
 *
 * Equal operations on equal nodes are the same node, so a loop that computes nothing new makes no
 * new nodes. A result that needs no node is computed at once: x + 0 is x, and x * 0 is not
 * symbolic. Inside state_enter(). Numbers are those of symbolic_node_id(). 0 means not symbolic; it
 * is also the result if there is no room, or the expression would be too large. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_NODES_H
#define TUTTI_RUNTIME_SYMBOLIC_NODES_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>

/* Prepares the region. */
void nodes_open(void);

/* Returns the node with this number, which must not be an origin. */
const struct symbolic_node *node_get(uint32_t id);

uint32_t node_make(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b, uint32_t c,
                   uint64_t value);
uint32_t node_constant(enum symbolic_type type, uint64_t value);
/* Do the same as tutti_symbolic_binary() and _unary(); an origin counts as 0. */
uint32_t node_binary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                     uint64_t value_a, uint64_t value_b, uint64_t result);
/* Returns a byte of an argument as a variable, for an operation of that type; 0: the byte is of a
 * file. */
uint32_t node_of_origin(uint32_t origin, enum symbolic_type type, uint64_t value);
uint32_t node_unary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint64_t result);

/* Extract `type` bits of an integer from `bit` on, and concatenate two halves; `value` is the
 * result. */
uint32_t node_extract(enum symbolic_type type, uint32_t a, unsigned bit, uint64_t value);
uint32_t node_concatenate(enum symbolic_type type, uint32_t high, uint32_t low, uint64_t value);

/* Convert to another type of the same size, keeping the bits, and to an integer of another
 * width. */
uint32_t node_bits(enum symbolic_type type, uint32_t a, uint64_t value);
uint32_t node_resize(enum symbolic_type type, uint32_t a, bool is_signed, uint64_t value);

/* Returns a set of 64 bits for the variables of an expression; several variables may share a
 * bit. */
uint64_t node_variables(uint32_t id);

/* Returns the expression for a message, in which the sender's rank is a number. The data from rank
 * 1 is the same for every receiver, so another focus does not change it. */
uint32_t node_of_sender(uint32_t id);

enum node_flag {
    NODE_DECIDED, /* a branch by it was recorded */
    NODE_HELD,    /* it must keep its value from here on, and is no longer symbolic */
};
bool node_flag(uint32_t id, enum node_flag flag);
void node_set_flag(uint32_t id, enum node_flag flag);

static inline bool node_is_origin(uint32_t id)
{
    return (id & SYMBOLIC_ORIGIN_BIT) != 0;
}

static inline unsigned type_bits(enum symbolic_type type)
{
    static const unsigned char bits[] = {1, 8, 16, 32, 64, 32, 64};
    return bits[type];
}

/* Returns the size in memory. */
static inline unsigned type_bytes(enum symbolic_type type)
{
    return (type_bits(type) + 7) / 8;
}

static inline bool type_is_float(enum symbolic_type type)
{
    return type == SYMBOLIC_FLOAT || type == SYMBOLIC_DOUBLE;
}

/* Returns the integer type of 1, 2, 4 or 8 bytes. */
static inline enum symbolic_type type_of_bytes(unsigned bytes)
{
    return bytes == 1   ? SYMBOLIC_I8
           : bytes == 2 ? SYMBOLIC_I16
           : bytes == 4 ? SYMBOLIC_I32
                        : SYMBOLIC_I64;
}

static inline uint64_t type_mask(enum symbolic_type type)
{
    unsigned bits = type_bits(type);
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

#endif
