#include "runtime/world/memory/allocations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BLOCKS = 3000, STEPS = 40000, SPACE = 1 << 22, ROUND = 16 };

/* The expected content of the table: blocks by number; no start: none. */
struct known {
    uint64_t start, size, usable;
};

static uint64_t state_of_chance = 7;

static uint64_t chance(uint64_t below)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (state_of_chance >> 33) % below;
}

static const struct known *around(const struct known *blocks, uint64_t address)
{
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i].start &&
            (address == blocks[i].start ||
             (address > blocks[i].start && address - blocks[i].start < blocks[i].size)))
            return &blocks[i];
    return NULL;
}

static bool is_free(const struct known *blocks, uint64_t start, uint64_t usable)
{
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i].start && start < blocks[i].start + blocks[i].usable + ROUND &&
            blocks[i].start < start + usable + ROUND)
            return false;
    return true;
}

/* Sizes of all magnitudes, many of them small. */
static struct known any_block(void)
{
    struct known block = {.start = (1U << 30) + (1 + chance(SPACE / ROUND)) * ROUND,
                          .size = chance(UINT64_C(1) << chance(18))};
    block.usable = (block.size / ROUND + 1) * ROUND + ROUND / 2;
    return block;
}

/* Blocks come and go at random; each address is in the block that a plain search finds. */
static void every_address_is_in_its_block(void **state)
{
    static struct known blocks[BLOCKS];
    struct allocation found;
    (void)state;
    for (int step = 0; step < STEPS; step++) {
        struct known *block = &blocks[chance(BLOCKS)], made = any_block();
        if (block->start) {
            assert_true(allocations_remove(block->start, block->usable, &found));
            assert_int_equal(found.size, block->size);
            assert_int_equal(found.site, block->start + 1);
            assert_false(allocations_remove(block->start, block->usable, &found));
            *block = (struct known){0};
        } else if (is_free(blocks, made.start, made.usable)) {
            *block = made;
            allocations_add(&(struct allocation){made.start, made.size, made.start + 1},
                            made.usable);
        }
        const uint64_t address = made.start + chance(64);
        const struct known *expected = around(blocks, address);
        assert_int_equal(allocations_find(address, &found), expected != NULL);
        if (expected)
            assert_int_equal(found.start, expected->start);
    }
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i].start)
            assert_true(allocations_remove(blocks[i].start, blocks[i].usable, &found));
}

/* Nothing is claimed about a block that did not fit in, or one that is gone. */
static void small_blocks_are_left_out_when_there_are_many(void **state)
{
    struct allocation found;
    (void)state;
    for (uint64_t i = 1; i <= ALLOCATIONS_SMALL + 10; i++)
        allocations_add(&(struct allocation){i * 4096, 100, 1}, 104);
    assert_true(allocations_find(4096 + 99, &found));
    assert_false(allocations_find((ALLOCATIONS_SMALL + 5) * UINT64_C(4096), &found));
    allocations_add(&(struct allocation){UINT64_C(1) << 40, 4096, 1}, 4104);
    assert_true(allocations_find((UINT64_C(1) << 40) + 4095, &found));
    assert_false(allocations_find((UINT64_C(1) << 40) + 4096, &found));
    for (uint64_t i = 1; i <= ALLOCATIONS_SMALL + 10; i++)
        assert_int_equal(allocations_remove(i * 4096, 104, &found), i <= ALLOCATIONS_SMALL);
    assert_false(allocations_find(4096, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_address_is_in_its_block),
        cmocka_unit_test(small_blocks_are_left_out_when_there_are_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
