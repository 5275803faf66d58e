/* carry.h: carries expressions in messages.
 *
 * The world's guest moves all data of messages and collectives (world/datatype/content.h), and
 * reports here what it moves: bytes go from memory into a message, and from there into the memory
 * of another rank. The expressions of a message stay in the region of its sender, where the
 * receiver finds them; the message has only their place. Numbers of nodes are the same in all
 * ranks. Bytes of inputs, which have only an origin, get the number of their source in the
 * receiver.
 *
 * If only one rank is symbolic, the data that it gets from others is not symbolic, and neither are
 * results combined with that data: the other ranks' part may depend on the same inputs. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_CARRY_H
#define TUTTI_RUNTIME_SYMBOLIC_CARRY_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>

/* How a reduction combines two elements. */
struct symbolic_reduction {
    enum symbolic_op op; /* with two operands of `type`; SYMBOLIC_OP_COUNT: there is none */
    enum symbolic_type type;
    bool logical; /* it only tests whether they are 0, and returns 0 or 1 */
};

/* Callbacks for code that moves data. The memory must exist; `errno` is kept. */
struct symbolic_carrier {
    /* Records that bytes [at, at + length) of the message are those at `from`. Calls come in the
     * order of `at`, for one message at a time. The message is all zero at first. */
    void (*put)(struct symbolic_message *message, uint64_t at, const void *from, uint64_t length);
    /* Records that these bytes of the message are now at `to`. */
    void (*take)(const struct symbolic_message *message, uint64_t at, void *to, uint64_t length);
    /* Records that `count` elements at `result` are `one` and `other` combined, all dense. */
    void (*reduce)(const struct symbolic_reduction *how, const void *one, const void *other,
                   void *result, uint64_t count);
    /* Records that `length` bytes were copied. */
    void (*copy)(void *to, const void *from, uint64_t length);
};

extern const struct symbolic_carrier carrier;

#endif
