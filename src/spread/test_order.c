/* Tests the order of items on the tree of all orders of ten messages: an item is the beginning of a
 * row of digits, its run continues with 0, and its children have another digit at one place. */
#include "spread/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLACES_MAX = 10 };

struct walk {
    struct frontier frontier;
    size_t places;
    int workers;
    unsigned turns;
    bool near;
    uint64_t next_id;
    uint64_t done, shallow; /* number of items, and of those with depth 0 to 2 */
    uint64_t last_shallow;  /* number of items after which the last of these was done */
    uint64_t first_last;    /* number of items after which the item of the greatest digit was
                               done */
    size_t most_bytes;      /* first the limit, then the most that were used */
    size_t left;            /* bytes at the end */
};

static void add_child(const struct item *parent, size_t place, char digit, struct spread_out *out)
{
    char bytes[PLACES_MAX] = "";
    memcpy(bytes, parent->tail, parent->tail_length);
    bytes[place] = digit;
    spread_child(out, 0, bytes, place + 1, 0);
}

static void add_children(struct walk *walk, const struct item *item, int queue)
{
    struct spread_out out = {0};
    struct bytes bytes = {0};
    struct run run;
    for (size_t place = item->tail_length; place < walk->places; place++)
        for (size_t digit = 1; digit < walk->places - place; digit++)
            add_child(item, place, (char)digit, &out);
    out_write(&out, &bytes);
    struct reader reader = reader_of(bytes.data, bytes.length);
    assert_true(run_read(&reader, &run));
    frontier_add_children(&walk->frontier, queue, item, walk->next_id, &run);
    walk->next_id += run.child_count;
    bytes_free(&bytes);
    out_free(&out);
}

static void step(struct walk *walk, int worker)
{
    struct item *item = order_next(&walk->frontier, walk->workers, worker,
                                   walk->turns / (unsigned)walk->workers, walk->near);
    walk->turns++;
    if (!item)
        return;
    walk->done++;
    if (item->depth <= 2) {
        walk->shallow++;
        walk->last_shallow = walk->done;
    }
    if (item->tail_length == 1 && item->tail[0] == walk->places - 1)
        walk->first_last = walk->done;
    add_children(walk, item, worker);
    frontier_end(&walk->frontier, item);
    if (walk->frontier.bytes > walk->most_bytes)
        walk->most_bytes = walk->frontier.bytes;
}

/* Runs this many items, or all of them. */
static void run(struct walk *walk, uint64_t most)
{
    frontier_open(&walk->frontier, walk->workers);
    walk->frontier.mixed_most = walk->most_bytes;
    walk->most_bytes = 0;
    frontier_add(&walk->frontier, 0, &(struct item_parts){.id = walk->next_id++, .tail = ""});
    while (walk->frontier.count > 0 && walk->done < most)
        step(walk, (int)(walk->turns % (unsigned)walk->workers));
    walk->left = walk->frontier.bytes;
    frontier_close(&walk->frontier);
}

/* 1, 45 and 870 items have depth 0, 1 and 2. */
static void comes_to_all_of_small_depth(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 3; workers++) {
        struct walk walk = {.places = 10, .workers = workers, .most_bytes = 1 << 26};
        run(&walk, 4000);
        assert_int_equal(walk.shallow, 1 + 45 + 870);
        assert_true(walk.last_shallow <=
                    walk.shallow * ORDER_TURNS / ORDER_SHALLOWEST + 3 * ORDER_TURNS);
        assert_true(walk.first_last > 0 && walk.first_last <= 3 * ORDER_TURNS);
    }
}

/* Then the share is a quarter. */
static void also_where_neighbours_cost_less(void **state)
{
    (void)state;
    struct walk walk = {.places = 10, .workers = 1, .near = true, .most_bytes = 1 << 26};
    run(&walk, 10000);
    assert_int_equal(walk.shallow, 1 + 45 + 870);
    assert_true(walk.last_shallow > 4000);
}

static void newest_first_does_not(void **state)
{
    (void)state;
    struct walk walk = {.places = 10, .workers = 1};
    run(&walk, 100000);
    assert_int_equal(walk.first_last, 0);
    assert_true(walk.shallow < 1 + 45 + 870);
    assert_true(walk.most_bytes < 100 * (sizeof(struct item) + PLACES_MAX));
}

static void runs_each_item_once(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 3; workers++) {
        struct walk walk = {.places = 7, .workers = workers, .most_bytes = 1 << 14};
        run(&walk, UINT64_MAX);
        assert_int_equal(walk.done, 5040);
        assert_int_equal(walk.next_id, 5040);
        assert_int_equal(walk.left, 0);
    }
}

/* The limit is exceeded by at most two rows of siblings for each worker, one of the newest and one
 * of the deepest. */
static void keeps_the_frontier_small(void **state)
{
    (void)state;
    static const size_t rows = 2 * 45 * (sizeof(struct item) + PLACES_MAX);
    for (int workers = 1; workers <= 3; workers++) {
        struct walk walk = {.places = 10, .workers = workers, .most_bytes = 1 << 16};
        run(&walk, 200000);
        assert_true(walk.most_bytes > 1 << 16);
        assert_true(walk.most_bytes <= (1 << 16) + (size_t)workers * rows);
        assert_true(walk.shallow >= 1 + 45);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_to_all_of_small_depth),
        cmocka_unit_test(also_where_neighbours_cost_less),
        cmocka_unit_test(newest_first_does_not),
        cmocka_unit_test(runs_each_item_once),
        cmocka_unit_test(keeps_the_frontier_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
