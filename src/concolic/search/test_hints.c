#include "concolic/search/candidate.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* a.c, main: 10 if (OUTER) { 11 if (INNER) { 12 } } 20 if (OTHER) {}; b.c, f: 5 if (IN_F) {}, which
 * is never called. The first edge of each branch is taken if its condition is true, and leads into
 * it. */
enum {
    MAIN,
    OUTER,
    INNER,
    OTHER,
    ENTER_F,
    IN_F,
    SITES,
};
enum { INTO_OUTER = 1, AROUND_OUTER, INTO_INNER, AROUND_INNER, INTO_OTHER, EDGES = 10 };

struct program {
    struct sites sites;
    struct ir_site list[SITES];
    struct ir_site_way ways[EDGES];
    struct knowledge knowledge;
    struct concolic_options options;
    struct chooser chooser;
};

static void add_site(struct program *program, int number, struct ir_place place, uint32_t first)
{
    bool entry = number == MAIN || number == ENTER_F;
    program->list[number] = (struct ir_site){.kind = entry ? IR_SITE_ENTRY : IR_SITE_BRANCH,
                                             .number = (uint32_t)number,
                                             .function = number < ENTER_F ? "main" : "f",
                                             .place = place,
                                             .key = (uint64_t)number + 1,
                                             .first_edge = first,
                                             .edge_count = entry ? 1 : 2,
                                             .ways = &program->ways[first]};
}

static void begin(struct program *program)
{
    struct error error;
    *program = (struct program){0};
    add_site(program, MAIN, (struct ir_place){"a.c", 5, 1}, 0);
    add_site(program, OUTER, (struct ir_place){"a.c", 10, 1}, INTO_OUTER);
    add_site(program, INNER, (struct ir_place){"a.c", 11, 1}, INTO_INNER);
    add_site(program, OTHER, (struct ir_place){"a.c", 20, 1}, INTO_OTHER);
    add_site(program, ENTER_F, (struct ir_place){"b.c", 3, 1}, 7);
    add_site(program, IN_F, (struct ir_place){"b.c", 5, 1}, 8);
    static const uint32_t next[EDGES] = {OUTER,      INNER,      OTHER, OTHER,      OTHER,
                                         UINT32_MAX, UINT32_MAX, IN_F,  UINT32_MAX, UINT32_MAX};
    for (size_t i = 0; i < EDGES; i++)
        program->ways[i].next = next[i];
    program->sites =
        (struct sites){.sites = program->list, .site_count = SITES, .edge_count = EDGES};
    sites_index(&program->sites);
    assert_int_equal(knowledge_open(&program->knowledge, EDGES, &error), 0);
    program->chooser = (struct chooser){.options = &program->options,
                                        .sites = &program->sites,
                                        .knowledge = &program->knowledge,
                                        .distance = distance_open(&program->sites, NULL)};
}

/* Sets the place of the warning, and the edges that tests took. */
static void warn(struct program *program, const char *file, int line)
{
    const struct ir_place place = {file, line, 1};
    hints_close(program->chooser.hints);
    program->chooser.hints = hints_open(&program->sites, &place, 1);
    chooser_update(&program->chooser);
}

static void cover(struct program *program, uint32_t edge)
{
    coverage_add(&program->knowledge.coverage, edge);
    chooser_update(&program->chooser);
}

static void finish(struct program *program)
{
    hints_close(program->chooser.hints);
    distance_close(program->chooser.distance);
    knowledge_close(&program->knowledge);
    arena_free(&program->sites.arena);
}

static unsigned worth(const struct program *program, uint32_t edge)
{
    return hints_worth(program->chooser.hints, edge);
}

static void what_leads_there_is_worth_more(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    cover(&program, 0);
    cover(&program, AROUND_OUTER);
    warn(&program, "a.c", 11);
    assert_int_equal(worth(&program, INTO_OUTER), HINTS_MOST - 1);
    assert_int_equal(worth(&program, AROUND_OUTER), 0);
    assert_int_equal(worth(&program, INTO_OTHER), 0);
    assert_int_equal(worth(&program, COVERAGE_NO_EDGE), 0);
    /* Neither way of the hint itself was taken, so neither is nearer. */
    assert_int_equal(worth(&program, INTO_INNER), 0);
    cover(&program, INTO_OUTER);
    cover(&program, AROUND_INNER);
    assert_int_equal(worth(&program, INTO_INNER), HINTS_MOST);
    cover(&program, INTO_INNER);
    assert_int_equal(worth(&program, INTO_INNER), 0);
    assert_int_equal(worth(&program, INTO_OUTER), 0);
    finish(&program);
}

static void the_last_branch_before_the_place(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    cover(&program, AROUND_INNER);
    warn(&program, "a.c", 12);
    assert_int_equal(worth(&program, INTO_INNER), HINTS_MOST);
    assert_int_equal(worth(&program, INTO_OTHER), 0);
    warn(&program, "a.c", 4); /* before all branches */
    assert_null(program.chooser.hints);
    warn(&program, "c.c", 12);
    assert_null(program.chooser.hints);
    warn(&program, "b.c", 5); /* no way leads there */
    assert_non_null(program.chooser.hints);
    assert_int_equal(worth(&program, INTO_OUTER), 0);
    finish(&program);
}

static void it_comes_before_all_else(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    cover(&program, 0);
    cover(&program, AROUND_OUTER);
    struct candidate towards = {.edge = INTO_OUTER, .fresh = true};
    struct candidate elsewhere = {.edge = INTO_OTHER, .fresh = true};
    unsigned before = candidate_priority(&program.chooser, &towards);
    assert_int_equal(before, candidate_priority(&program.chooser, &elsewhere));
    assert_false(priority_is_hinted(before));
    warn(&program, "a.c", 11);
    assert_true(priority_is_hinted(candidate_priority(&program.chooser, &towards)));
    assert_int_equal(before, candidate_priority(&program.chooser, &elsewhere));
    /* A hinted edge that was tried in vain comes after others that were never tried. */
    for (int i = 0; i < 3; i++) {
        candidate_found(&program.chooser, &towards);
        candidate_failed(&program.chooser, &towards);
    }
    assert_true(candidate_priority(&program.chooser, &towards) < before);
    finish(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_leads_there_is_worth_more),
        cmocka_unit_test(the_last_branch_before_the_place),
        cmocka_unit_test(it_comes_before_all_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
