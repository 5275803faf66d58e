/* Tests items with priorities: the greatest is run first, and equals have the usual order. */
#include "base/test_directory.h"
#include "spread/frontier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* An item is a letter. The root 'r' has children "a5 b9 c5 d0 e9", 'e' has "f7 g9": letter and
 * priority. */
struct search {
    char order[32];
    uint64_t stop_after;
};

static void *open_worker(void *context, int worker, struct error *error)
{
    (void)worker, (void)error;
    return context;
}

static int run_item(void *state, const struct spread_item *item, struct spread_out *out,
                    struct error *error)
{
    (void)state, (void)error;
    char letter = *(const char *)item->bytes;
    const char *children = letter == 'r' ? "a5b9c5d0e9" : letter == 'e' ? "f7g9" : "";
    spread_result(out, &letter, 1);
    for (; *children; children += 2) {
        spread_priority(out, (unsigned)(children[1] - '0'));
        spread_child(out, 0, children, 1, 0.1);
    }
    return 0;
}

static void close_worker(void *state)
{
    (void)state;
}

static bool take(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old)
{
    struct search *search = context;
    (void)item;
    if (!old)
        strncat(search->order, result, length);
    return true;
}

static bool stop_after_some(void *context)
{
    const struct search *search = context;
    return search->stop_after > 0 && strlen(search->order) >= search->stop_after;
}

static void run(struct search *search, bool resume)
{
    static const struct spread_worker worker = {open_worker, run_item, close_worker};
    static const struct spread_watch watch = {.take = take, .stop = stop_after_some};
    struct spread_options options = {.workers = 1,
                                     .directory = "out",
                                     .resume = resume,
                                     .header = "head",
                                     .header_length = 4,
                                     .root = "r",
                                     .root_length = 1};
    struct spread_end end;
    struct error error;
    assert_int_equal(spread_run(&options, &worker, &watch, search, &end, &error), 0);
}

static void greatest_first(void **state)
{
    struct search search = {.order = ""};
    (void)state;
    run(&search, false);
    assert_string_equal(search.order, "regbfcad");
}

static void also_when_resumed(void **state)
{
    struct search search = {.order = "", .stop_after = 2};
    (void)state;
    run(&search, false);
    assert_int_equal(strncmp(search.order, "re", 2), 0);
    size_t before = strlen(search.order); /* one more item may have been running */
    search.stop_after = 0;
    run(&search, true);
    assert_string_equal(search.order + before, &"regbfcad"[before]);
}

static void oldest_and_newest_of_the_greatest(void **state)
{
    struct frontier frontier;
    (void)state;
    frontier_open(&frontier, 2);
    static const unsigned priorities[] = {3, SPREAD_PRIORITY_MAX, 0, SPREAD_PRIORITY_MAX, 3};
    for (uint64_t id = 0; id < 5; id++)
        frontier_add(&frontier, 1,
                     &(struct item_parts){.id = id, .priority = priorities[id], .tail = ""});
    assert_int_equal(frontier.queues[0].best, -1);
    assert_null(frontier_take_newest(&frontier, 0));
    assert_int_equal(frontier_take_oldest(&frontier, 1)->id, 1);
    assert_int_equal(frontier_take_oldest(&frontier, 1)->id, 3);
    assert_int_equal(frontier.queues[1].best, 3);
    struct item *item = frontier_take_newest(&frontier, 1);
    assert_int_equal(item->id, 4);
    frontier_put_oldest(&frontier, 1, item);
    assert_int_equal(frontier_take_newest(&frontier, 1)->id, 0);
    assert_int_equal(frontier_take_newest(&frontier, 1)->id, 4);
    assert_int_equal(frontier_take_newest(&frontier, 1)->id, 2);
    assert_int_equal(frontier.queues[1].best, -1);
    assert_int_equal(frontier.queues[1].count, 0);
    frontier_close(&frontier);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        TEST(greatest_first),
        TEST(also_when_resumed),
        TEST(oldest_and_newest_of_the_greatest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
