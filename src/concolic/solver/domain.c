
#include "concolic/solver/domain.h"

#include "concolic/path/operation.h"

#include <stdlib.h>

static void domain_add(struct domain *domain, __int128 lower, __int128 upper)
{
    if (lower > upper)
        return;
    domain->spans =
        memory_room(domain->spans, domain->count, &domain->space, sizeof *domain->spans);
    domain->spans[domain->count++] = (struct span){lower, upper};
}

void domain_keep(struct domain *domain, const struct span *spans, size_t count)
{
    struct domain kept = {0};
    for (size_t i = 0, j = 0; i < domain->count && j < count;) {
        struct span a = domain->spans[i], b = spans[j];
        domain_add(&kept, a.lower > b.lower ? a.lower : b.lower,
                   a.upper < b.upper ? a.upper : b.upper);
        i += a.upper <= b.upper;
        j += b.upper <= a.upper;
    }
    free(domain->spans);
    *domain = kept;
}

bool domain_has(const struct domain *domain, __int128 value)
{
    size_t low = 0, high = domain->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (domain->spans[middle].upper < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < domain->count && domain->spans[low].lower <= value;
}

__int128 unknown_number(const struct unknown *unknown, uint64_t bits)
{
    return unknown->is_unsigned ? (__int128)bits : operation_signed(unknown->type, bits);
}

uint64_t unknown_bits(const struct unknown *unknown, __int128 number)
{
    return (uint64_t)number & operation_mask(unknown->type);
}
