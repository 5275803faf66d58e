#include "runtime/world/model/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { THINGS = 5000 };

struct thing {
    int value;
    struct table_entry entry;
};

static int value_at(const struct table *table, uint64_t key)
{
    const struct thing *thing = TABLE_THING(table_find(table, key), struct thing, entry);
    return thing ? thing->value : -1;
}

/* Keys like handles: consecutive numbers, and addresses far apart. */
static void things_are_found_until_removed(void **state)
{
    (void)state;
    static struct thing things[2 * THINGS];
    struct table table = {0};
    assert_int_equal(value_at(&table, 0), -1);
    for (int i = 0; i < 2 * THINGS; i++) {
        uint64_t key = i < THINGS ? (uint64_t)i : 0x555500000000U + (uint64_t)i * 4096;
        things[i].value = i;
        table_add(&table, &things[i].entry, key);
    }
    for (int i = 0; i < 2 * THINGS; i++)
        assert_int_equal(value_at(&table, things[i].entry.key), i);
    assert_int_equal(value_at(&table, THINGS), -1);
    for (int i = 0; i < 2 * THINGS; i += 2)
        table_remove(&table, &things[i].entry);
    for (int i = 0; i < 2 * THINGS; i++)
        assert_int_equal(value_at(&table, things[i].entry.key), i % 2 ? i : -1);
    table_add(&table, &things[0].entry, 0);
    assert_int_equal(value_at(&table, 0), 0);
    free(table.buckets);
}

/* Chains must be short, or a program with many requests would wait for Tutti. */
static void chains_are_short(void **state)
{
    (void)state;
    static struct thing things[THINGS];
    struct table table = {0};
    for (int i = 0; i < THINGS; i++)
        table_add(&table, &things[i].entry, 0x7f0000001000U + (uint64_t)i * 192);
    for (int i = 0; i < THINGS; i++) {
        int chain = 0;
        for (const struct table_entry *entry = &things[i].entry; entry; entry = entry->next)
            chain++;
        assert_in_range(chain, 1, 10);
    }
    free(table.buckets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_found_until_removed),
        cmocka_unit_test(chains_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
