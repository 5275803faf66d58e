/* quantity.h: the quantities that an MPI library has limits on: elements, bytes or extent, of one
 * block or of the blocks of some ranks. The guard shares it with the code that makes profiles. */
#ifndef TUTTI_RUNTIME_GUARD_QUANTITY_H
#define TUTTI_RUNTIME_GUARD_QUANTITY_H

#include <stdint.h>

enum quantity_unit { UNIT_COUNT, UNIT_BYTES, UNIT_EXTENT, UNITS };

/* Parts of the data. A subtree is that of a binomial tree under the root's largest child. */
enum quantity_part {
    PART_BLOCK,   /* one block */
    PART_RANKS,   /* the blocks of all ranks */
    PART_OTHERS,  /* of all ranks but one */
    PART_SUBTREE, /* of a subtree: the largest power of two below the number of ranks */
    PART_BELOW,   /* of a subtree without its root */
    PARTS,
};

struct quantity {
    enum quantity_unit unit;
    enum quantity_part part;
};

enum { QUANTITIES = UNITS * PARTS };

/* Convert a quantity to a number below QUANTITIES, and back. */
static inline int quantity_number(struct quantity quantity)
{
    return (int)quantity.unit * PARTS + (int)quantity.part;
}

static inline struct quantity quantity_from_number(int number)
{
    return (struct quantity){(enum quantity_unit)(number / PARTS),
                             (enum quantity_part)(number % PARTS)};
}

static inline uint64_t quantity_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static inline uint64_t quantity_blocks(enum quantity_part part, int ranks)
{
    uint64_t all = ranks > 1 ? (uint64_t)ranks : 1, subtree = 1;
    while (2 * subtree < all)
        subtree *= 2;
    switch (part) {
    case PART_RANKS:
        return all;
    case PART_OTHERS:
        return all - 1;
    case PART_SUBTREE:
        return subtree;
    case PART_BELOW:
        return subtree - 1;
    case PART_BLOCK:
    case PARTS:
        break;
    }
    return 1;
}

/* Returns the quantity of elements with this size and extent. A number beyond 64 bits becomes the
 * largest number. */
static inline uint64_t quantity_of_elements(enum quantity_unit unit, uint64_t elements,
                                            uint64_t size, uint64_t extent)
{
    return unit == UNIT_COUNT ? elements
                              : quantity_times(elements, unit == UNIT_BYTES ? size : extent);
}

/* Returns the quantity of blocks with `count` elements each. For an irregular collective, `count`
 * is the sum of its counts divided by the ranks, rounded up. */
static inline uint64_t quantity_of(struct quantity quantity, uint64_t count, uint64_t size,
                                   uint64_t extent, int ranks)
{
    uint64_t elements = quantity_times(count, quantity_blocks(quantity.part, ranks));
    return quantity_of_elements(quantity.unit, elements, size, extent);
}

#endif
