#include "concolic/search/cross.h"
#include "concolic/search/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_EDGES = 100 };

/* A search whose tests are `./app N`. */
struct scene {
    struct concolic_options options;
    struct search search;
    struct tester tester;
    struct worker worker;
    struct yield yield;
};

static void begin(struct scene *scene)
{
    struct error error;
    *scene = (struct scene){.search = {.options = &scene->options},
                            .worker = {.search = &scene->search, .tester = &scene->tester}};
    assert_int_equal(knowledge_open(&scene->search.knowledge, MOST_EDGES, &error), 0);
    coverage_note_reach(&scene->search.knowledge.coverage, 0, MOST_EDGES);
}

static void clear(struct scene *scene)
{
    for (size_t i = 0; i < scene->yield.count; i++)
        bytes_free(&scene->yield.children[i].bytes);
    free(scene->yield.children);
    scene->yield = (struct yield){.count = 0};
}

static void finish(struct scene *scene)
{
    clear(scene);
    knowledge_close(&scene->search.knowledge);
}

/* Follows a test with this number that covered something new, and took so many edges. */
static void covered(struct scene *scene, int number, unsigned edges)
{
    char word[16];
    const char *words[] = {"./app", word, NULL};
    int length = snprintf(word, sizeof word, "%d", number);
    struct input input = {.ranks = 1, .arguments = words, .argument_count = 2};
    struct symbolic_source source = {.kind = SYMBOLIC_ARGUMENT, .index = 1};
    struct symbolic_variable variable = {.kind = SYMBOLIC_NUMBER,
                                         .type = SYMBOLIC_I32,
                                         .base = 10,
                                         .length = (uint32_t)length,
                                         .value = (uint32_t)number,
                                         .lower = INT32_MIN,
                                         .upper = INT32_MAX,
                                         .name = "argv[1]"};
    struct trace trace = {
        .variables = &variable, .variable_count = 1, .sources = &source, .source_count = 1};
    clear(scene);
    scene->worker.reach = edges;
    cross(&scene->worker, &input, &trace, &scene->yield);
    arena_free(&trace.arena);
}

static bool has(const struct scene *scene, const char *number)
{
    bool found = false;
    for (size_t i = 0; i < scene->yield.count; i++) {
        const struct bytes *bytes = &scene->yield.children[i].bytes;
        struct input input;
        struct aim aim;
        struct error error;
        assert_int_equal(item_read(bytes->data, bytes->length, &input, &aim, &error), 0);
        assert_true(aim.flags & AIM_CROSSED);
        found = found || strcmp(input.arguments[1], number) == 0;
        input_free(&input);
    }
    return found;
}

static void tries_what_led_somewhere(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    covered(&scene, 700, 10); /* ends soon: it gives no tests, but its value is kept */
    assert_int_equal(scene.yield.count, 0);
    covered(&scene, -3, MOST_EDGES);
    assert_int_equal(scene.yield.count, 1);
    assert_true(has(&scene, "700"));
    covered(&scene, 5, MOST_EDGES); /* 700 was tried already */
    assert_false(has(&scene, "700"));
    assert_true(has(&scene, "-3"));
    finish(&scene);
}

static void tries_one_more_and_twice_as_much(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    covered(&scene, 5, MOST_EDGES);
    assert_int_equal(scene.yield.count, 2);
    assert_true(has(&scene, "6") && has(&scene, "10"));
    covered(&scene, 1, MOST_EDGES); /* one more equals twice as much */
    assert_int_equal(scene.yield.count, 2);
    assert_true(has(&scene, "2") && has(&scene, "5"));
    finish(&scene);
}

static void sinks_where_nothing_comes_of_it(void **state)
{
    (void)state;
    struct scene scene;
    struct aim aim = {.place = 4711};
    begin(&scene);
    unsigned first = cross_priority(&scene.worker, &aim);
    scene.worker.crossed.seconds = 5;
    unsigned later = cross_priority(&scene.worker, &aim);
    assert_true(later < first);
    scene.worker.others.seconds = 50; /* the others are still less successful */
    assert_true(cross_priority(&scene.worker, &aim) > first);
    scene.worker.others.fruits = 50;
    coverage_aim(&scene.search.knowledge.coverage, COVERAGE_NO_EDGE, aim.place);
    assert_true(cross_priority(&scene.worker, &aim) < later);
    finish(&scene);
}

static void hard_questions_sink_too(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    unsigned first = worker_patient_priority(&scene.worker);
    scene.worker.in_vain = 10; /* seconds */
    assert_true(worker_patient_priority(&scene.worker) < first);
    finish(&scene);
}

static void keeps_a_few_values_of_each(void **state)
{
    (void)state;
    struct values values;
    struct error error;
    uint64_t list[VALUES_EACH];
    assert_int_equal(values_open(&values, &error), 0);
    assert_int_equal(values_list(&values, 7, list), 0);
    for (uint64_t i = 0; i < 2 * VALUES_EACH; i++) {
        values_add(&values, 7, i / 2);
        values_add(&values, 7 + VALUES_NUMBERS, 100 + i);
    }
    assert_int_equal(values_list(&values, 7, list), VALUES_EACH);
    for (uint64_t i = 0; i < VALUES_EACH; i++)
        assert_int_equal(list[i], i);
    assert_int_equal(values_list(&values, 7 + VALUES_NUMBERS, list), VALUES_EACH);
    assert_int_equal(list[0], 100);
    values_close(&values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tries_what_led_somewhere),
        cmocka_unit_test(tries_one_more_and_twice_as_much),
        cmocka_unit_test(sinks_where_nothing_comes_of_it),
        cmocka_unit_test(hard_questions_sink_too),
        cmocka_unit_test(keeps_a_few_values_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
