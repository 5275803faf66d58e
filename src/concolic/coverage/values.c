#include "concolic/coverage/values.h"

#include "concolic/coverage/shared.h"

#include <stdatomic.h>

/* If two values are added at the same time, one may be lost, or stored twice. */
struct values_number {
    _Atomic uint64_t name; /* 0: none */
    _Atomic uint64_t count;
    _Atomic uint64_t list[VALUES_EACH];
};

int values_open(struct values *values, struct error *error)
{
    values->numbers = shared_open(VALUES_NUMBERS * sizeof *values->numbers, error);
    return values->numbers ? 0 : -1;
}

void values_close(struct values *values)
{
    shared_close(values->numbers, VALUES_NUMBERS * sizeof *values->numbers);
    values->numbers = NULL;
}

size_t values_list(const struct values *values, uint64_t name, uint64_t list[VALUES_EACH])
{
    const struct values_number *number =
        shared_find(values->numbers, VALUES_NUMBERS, sizeof *values->numbers, name);
    size_t count = number && atomic_load(&number->name) == name ? atomic_load(&number->count) : 0;
    if (count > VALUES_EACH)
        count = VALUES_EACH;
    for (size_t i = 0; i < count; i++)
        list[i] = atomic_load(&number->list[i]);
    return count;
}

void values_add(struct values *values, uint64_t name, uint64_t value)
{
    struct values_number *number =
        shared_claim(values->numbers, VALUES_NUMBERS, sizeof *values->numbers, name);
    if (!number)
        return;
    uint64_t count = atomic_load(&number->count);
    for (uint64_t i = 0; i < count && i < VALUES_EACH; i++)
        if (atomic_load(&number->list[i]) == value)
            return;
    if (count < VALUES_EACH) {
        atomic_store(&number->list[count], value);
        atomic_store(&number->count, count + 1);
    }
}
