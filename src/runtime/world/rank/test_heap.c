#include "runtime/world/rank/heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { MEBIBYTE = 1 << 20, HEAP = 64 * MEBIBYTE };

static struct world_segment *segment;

static int open_heap(void **state)
{
    (void)state;
    size_t start = (sizeof *segment + 2 * sizeof(struct world_rank) + 4095) / 4096 * 4096;
    segment = mmap(NULL, start + (size_t)2 * HEAP, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(segment, MAP_FAILED);
    segment->heap_start = start;
    segment->heap_size = HEAP;
    heap_open(segment, 1);
    return 0;
}

static void give_back(uint64_t offset)
{
    world_give_back(segment, offset);
}

static char *bytes_at(uint64_t offset)
{
    return (char *)segment + offset;
}

/* Blocks in use do not overlap, lie in the heap of the rank, and keep their content. */
static void blocks_are_apart(void **state)
{
    (void)state;
    enum { BLOCKS = 200 };
    uint64_t offsets[BLOCKS];
    size_t sizes[BLOCKS];
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            sizes[i] = (size_t)((i * 37 + round) % 9) * 1000 + (size_t)(i % 3) + 1;
            offsets[i] = heap_take(sizes[i]);
            assert_in_range(offsets[i], segment->heap_start + HEAP,
                            segment->heap_start + 2ULL * HEAP - sizes[i]);
            assert_int_equal(offsets[i] % 32, 0);
            memset(bytes_at(offsets[i]), i, sizes[i]);
        }
        for (int i = 0; i < BLOCKS; i++) {
            assert_int_equal(bytes_at(offsets[i])[0], (char)i);
            assert_int_equal(bytes_at(offsets[i])[sizes[i] - 1], (char)i);
            give_back(offsets[i]);
        }
    }
}

/* A message that stays does not keep the space of later ones. */
static void space_comes_back_in_any_order(void **state)
{
    (void)state;
    uint64_t stays = heap_take(8);
    uint64_t last = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t offset = heap_take(MEBIBYTE);
        assert_int_not_equal(offset, 0);
        if (last)
            assert_int_equal(offset, last); /* the one in the cache */
        last = offset;
        give_back(offset);
    }
    give_back(stays);
}

/* Messages grow: the space of smaller ones is used by the next small ones. */
static void growing_messages_fit(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++)
        for (size_t size = 1; size <= 4 * MEBIBYTE; size *= 2) {
            uint64_t offset = heap_take(size);
            assert_int_not_equal(offset, 0);
            memset(bytes_at(offset), 1, size);
            give_back(offset);
        }
}

static void a_full_heap_says_so(void **state)
{
    (void)state;
    enum { MOST = 200 };
    uint64_t offsets[MOST];
    int count = 0;
    while (count < MOST && (offsets[count] = heap_take(MEBIBYTE)))
        count++;
    assert_in_range(count, 30, 64);
    assert_int_equal(heap_take(MEBIBYTE), 0);
    assert_int_equal(heap_take((size_t)1 << 50), 0);
    give_back(offsets[0]);
    assert_int_not_equal(heap_take(MEBIBYTE / 4), 0); /* out of a larger one */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_apart),
        cmocka_unit_test(space_comes_back_in_any_order),
        cmocka_unit_test(growing_messages_fit),
        cmocka_unit_test(a_full_heap_says_so),
    };
    return cmocka_run_group_tests(tests, open_heap, NULL);
}
