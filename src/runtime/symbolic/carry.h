/* carry.h: expressions that travel in messages.
 *
 * The world's guest moves all data of messages and collectives (world/content.h), and tells here
 * what it moves: bytes go from memory into a message, and from there into the memory of another
 * rank. What a message carries stays in the region of its sender, where the receiver finds it: a
 * message has only its place. Numbers of nodes are the same in all ranks; the bytes of inputs that
 * only say where they came from get the number that their source has in the receiver.
 *
 * Where only one rank is symbolic, what it gets from others is not, and nothing that was combined
 * with that: the others' part may depend on the same inputs. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_CARRY_H
#define TUTTI_RUNTIME_SYMBOLIC_CARRY_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>

/* How two elements become one. */
struct symbolic_reduction {
    enum symbolic_op op; /* of two operands of `type`; SYMBOLIC_OP_COUNT: there is none */
    enum symbolic_type type;
    bool logical; /* it works on whether they are 0, and gives 0 or 1 */
};

/* For whoever moves data. Memory must be there; `errno` is kept. */
struct symbolic_carrier {
    /* Bytes [at, at + length) of the message are those at `from`. In the order of `at`, and one
     * message at a time. The message is all zero before. */
    void (*put)(struct symbolic_message *message, uint64_t at, const void *from, uint64_t length);
    /* They are at `to` now. */
    void (*take)(const struct symbolic_message *message, uint64_t at, void *to, uint64_t length);
    /* `count` elements at `result` are `one` and `other` combined, all dense. */
    void (*reduce)(const struct symbolic_reduction *how, const void *one, const void *other,
                   void *result, uint64_t count);
    /* `length` bytes were copied. */
    void (*copy)(void *to, const void *from, uint64_t length);
};

extern const struct symbolic_carrier carrier;

#endif
