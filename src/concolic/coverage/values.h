/* values.h: remembers the values that numbers of the input had in tests that covered something new.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_VALUES_H
#define TUTTI_CONCOLIC_COVERAGE_VALUES_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    VALUES_NUMBERS = 1 << 10, /* numbers whose values are remembered */
    VALUES_EACH = 8,          /* remembered values of each number */
};

struct values_number;

struct values {
    struct values_number *numbers;
};

int values_open(struct values *values, struct error *error);
void values_close(struct values *values);

/* Lists the values of a number in the order in which they came; returns how many. Numbers are told
 * apart by `name`, which is not 0. */
size_t values_list(const struct values *values, uint64_t name, uint64_t list[VALUES_EACH]);
void values_add(struct values *values, uint64_t name, uint64_t value);

#endif
