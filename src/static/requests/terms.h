/* terms.h: names for equal values on one way through a function.
 *
 * Two values with the same term are equal on that way. Terms are hash-consed: equal structure gives
 * the same number, so comparing terms means comparing numbers. A term says only what is known: a
 * value is a leaf if its computation is too deep or does not matter.
 */
#ifndef TUTTI_STATIC_REQUESTS_TERMS_H
#define TUTTI_STATIC_REQUESTS_TERMS_H

#include "base/intern.h"
#include "base/memory.h"
#include "ir/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t term_id;
#define TERM_NONE 0U

enum term_kind {
    TERM_INTEGER,   /* `integer` */
    TERM_REAL,      /* a constant that is no integer: `value` */
    TERM_OBJECT,    /* the address of `value`: a variable, a function, or a result of malloc */
    TERM_LEAF,      /* the result of `value`, of which nothing else is known */
    TERM_FILLED,    /* the value that the call `value` stored through its argument `integer` */
    TERM_LIVE,      /* the handle of the operation that the call `value` began: never null */
    TERM_JOIN,      /* a join of several terms of `value`; `integer` tells such joins apart */
    TERM_MEMORY,    /* a join of the memory at `left` plus `integer` bytes; `right` tells such joins
                       apart */
    TERM_ADDRESS,   /* `left` plus `integer` bytes */
    TERM_ELEMENT,   /* an unknown place in what `left` points to; `value` computed it */
    TERM_OPERATION, /* `opcode` of `left` and `right` (`integer`: the width of a conversion) */
    TERM_COMPARE,   /* `predicate` of `left` and `right`: EQUAL, LESS or BELOW */
    TERM_NOT,       /* the negation of the truth value `left` */
};

struct term {
    enum term_kind kind;
    enum ir_opcode opcode;
    enum ir_predicate predicate;
    term_id left, right;
    int64_t integer;
    const struct ir_value *value;
};

struct terms {
    struct term *list; /* [0] is not used */
    size_t count, space;
    struct intern numbers;
};

void terms_init(struct terms *terms);
void terms_free(struct terms *terms);

/* Returns the number of the term; makes the term if it is new. */
term_id terms_make(struct terms *terms, struct term term);

term_id terms_integer(struct terms *terms, int64_t integer);
term_id terms_of_value(struct terms *terms, enum term_kind kind, const struct ir_value *value);
term_id terms_address(struct terms *terms, term_id base, int64_t offset);
term_id terms_not(struct terms *terms, term_id truth);

/* Makes the comparison, for any predicate. If constants decide it, the result is the integer 0 or
 * 1. */
term_id terms_compare(struct terms *terms, enum ir_predicate predicate, term_id left,
                      term_id right);

/* Makes the operation, and folds constants. `bits` is the width of the result, `from` that of the
 * (first) operand. */
term_id terms_operation(struct terms *terms, enum ir_opcode opcode, term_id left, term_id right,
                        uint32_t bits, uint32_t from);

/* Base and offset of an address. The offset is not `known` if the address has an unknown index. */
struct term_address {
    term_id base; /* TERM_NONE: this is no address */
    int64_t offset;
    bool known;
};
struct term_address terms_split(const struct terms *terms, term_id address);

bool terms_is_integer(const struct terms *terms, term_id term, int64_t *integer);

/* Returns whether `part` occurs in the term. */
bool terms_contain(const struct terms *terms, term_id term, term_id part);

/* Returns whether all leaves of the term but constants satisfy fits(). */
bool terms_all_leaves(const struct terms *terms, term_id term,
                      bool (*fits)(const struct term *leaf, const void *context),
                      const void *context);

#endif
