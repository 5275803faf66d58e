#include "watch/diagnose/stack_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_MAX = 1 << 20 };

static void check_text(struct text *text, const char *wanted)
{
    assert_string_equal(text->data, wanted);
    text_clear(text);
}

static void keeps_sets(void **state)
{
    (void)state;
    struct rank_set set = {0}, other = {0};
    struct text text;
    text_init(&text, TEXT_MAX);
    rank_set_print(&set, &text);
    check_text(&text, "no rank");
    static const int ranks[] = {63, 5, 0, 1, 2, 5, 62};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        rank_set_add(&set, ranks[i]);
    assert_int_equal(set.count, 6);
    assert_true(rank_set_has(&set, 62));
    assert_false(rank_set_has(&set, 61));
    assert_false(rank_set_has(&set, 64));
    rank_set_print(&set, &text);
    check_text(&text, "ranks 0-2,5,62-63");

    rank_set_add_all(&set, &other);
    assert_int_equal(set.count, 6);
    rank_set_add_all(&other, &set);
    assert_true(rank_set_same(&set, &other));
    rank_set_free(&other);
    for (int rank = 3; rank < 61; rank++)
        rank_set_add(&other, rank);
    rank_set_add_all(&set, &other);
    rank_set_print(&set, &text);
    check_text(&text, "ranks 0-60,62-63");
    rank_set_free(&other);
    rank_set_add(&other, 3);
    rank_set_print(&other, &text);
    check_text(&text, "rank 3");
    assert_false(rank_set_same(&set, &other));
    rank_set_free(&set);
    rank_set_free(&other);
    text_free(&text);
}

static void orders_sets(void **state)
{
    (void)state;
    struct rank_set large = {0}, low = {0}, high = {0};
    rank_set_add(&large, 7);
    rank_set_add(&large, 8);
    rank_set_add(&low, 1);
    rank_set_add(&high, 2);
    assert_true(rank_set_compare(&large, &low) < 0);
    assert_true(rank_set_compare(&low, &large) > 0);
    assert_true(rank_set_compare(&low, &high) < 0);
    assert_int_equal(rank_set_compare(&low, &low), 0);
    rank_set_free(&large);
    rank_set_free(&low);
    rank_set_free(&high);
}

static void cuts_long_lists(void **state)
{
    (void)state;
    struct rank_set set = {0};
    struct text text;
    text_init(&text, TEXT_MAX);
    for (int rank = 0; rank < 20000; rank += 2)
        rank_set_add(&set, rank);
    rank_set_print(&set, &text);
    assert_true(text.length < 140);
    assert_non_null(strstr(text.data, "ranks 0,2,4,6,"));
    assert_non_null(strstr(text.data, ",... (10000 ranks)"));
    rank_set_free(&set);
    text_free(&text);
}

static void print_tree(struct stack_tree *tree, struct text *out)
{
    struct arena arena = {0};
    struct stack_branch *branches;
    size_t count = stack_tree_list(tree, &arena, &branches);
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%*s%s  %s\n", 2 * branches[i].depth, "", branches[i].ranks,
                  branches[i].where);
    arena_free(&arena);
}

static const struct stack_line main_line = {"main", "/src/solver.c", 120};
static const struct stack_line exchange_line = {"exchange", "/src/solver.c", 88};
static const struct stack_line reduce_line = {"MPI_Allreduce", NULL, 0};
static const struct stack_line relax_line = {"relax", "/src/solver.c", 61};

/* 64 ranks, one of which computes, added out of order. */
static void fill_tree(struct stack_tree *tree)
{
    for (int i = 0; i < 64; i++) {
        int rank = i * 37 % 64;
        struct stack_line lines[] = {main_line, exchange_line, reduce_line};
        if (rank == 3)
            lines[1] = relax_line;
        stack_tree_add(tree, rank, lines, rank == 3 ? 2 : 3);
    }
}

static void merges_stacks(void **state)
{
    (void)state;
    struct stack_tree tree = {0};
    struct text text;
    text_init(&text, TEXT_MAX);
    fill_tree(&tree);
    print_tree(&tree, &text);
    check_text(&text, "0-63  main solver.c:120\n"
                      "  0-2,4-63  exchange solver.c:88 > MPI_Allreduce\n"
                      "  3  relax solver.c:61\n");
    const struct stack_node *root = stack_tree_sort(&tree);
    assert_int_equal(root->ranks.count, 64);
    assert_int_equal(root->child_count, 1);
    const struct stack_node *node = root->children[0];
    assert_string_equal(node->line.file, "/src/solver.c");
    assert_int_equal(node->ending.count, 0);
    assert_int_equal(node->child_count, 2);
    assert_int_equal(node->children[1]->ending.count, 1);
    stack_tree_free(&tree);
    assert_null(tree.root.children);
    text_free(&text);
}

static void tells_places_apart(void **state)
{
    (void)state;
    struct stack_tree tree = {0};
    struct text text;
    text_init(&text, TEXT_MAX);
    struct stack_line lines[] = {main_line, exchange_line, {"a\nb", "x\033y/f\ng.c", 0}};
    stack_tree_add(&tree, 4, lines, 1); /* ends where the stacks of others continue */
    stack_tree_add(&tree, 1, lines, 2);
    lines[1].line = 89;
    stack_tree_add(&tree, 0, lines, 2); /* another line */
    lines[1].file = "/other/solver.c";
    stack_tree_add(&tree, 2, lines, 3); /* another file */
    stack_tree_add(&tree, 5, NULL, 0);
    print_tree(&tree, &text);
    check_text(&text, "5  \n"
                      "0-2,4  main solver.c:120\n"
                      "  0  exchange solver.c:89\n"
                      "  1  exchange solver.c:88\n"
                      "  2  exchange solver.c:89 > a?b f?g.c\n");
    stack_tree_free(&tree);
    text_free(&text);
}

static void prints_the_same_from_any_order(void **state)
{
    (void)state;
    char *texts[2] = {NULL, NULL};
    for (int turn = 0; turn < 2; turn++) {
        struct stack_tree tree = {0};
        struct text text;
        text_init(&text, TEXT_MAX);
        for (int i = 0; i < 60; i++) {
            int rank = turn ? 59 - i : i;
            struct stack_line lines[] = {main_line, exchange_line, reduce_line};
            lines[1].line = rank % 7;
            lines[2].function = rank % 3 ? "MPI_Send" : "MPI_Recv";
            stack_tree_add(&tree, rank, lines, 3);
            if (rank % 5 == 0) /* another thread */
                stack_tree_add(&tree, rank, &lines[1], 1);
        }
        print_tree(&tree, &text);
        texts[turn] = text_take(&text);
        text_free(&text);
        stack_tree_free(&tree);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_non_null(strstr(texts[0], "0-59  main solver.c:120\n"));
    free(texts[0]);
    free(texts[1]);
}

static void bears_depth(void **state)
{
    (void)state;
    enum { DEPTH = 50000 };
    struct stack_line *lines = memory_zero(DEPTH, sizeof *lines);
    struct stack_tree tree = {0};
    struct text text;
    text_init(&text, 64 << 20);
    for (int i = 0; i < DEPTH; i++)
        lines[i] = main_line;
    stack_tree_add(&tree, 0, lines, DEPTH);
    lines[DEPTH - 1] = relax_line;
    stack_tree_add(&tree, 1, lines, DEPTH);
    print_tree(&tree, &text);
    assert_non_null(strstr(text.data, "\n  1  relax solver.c:61\n"));
    stack_tree_free(&tree);
    text_free(&text);
    free(lines);
}

static void marks_a_stack_that_is_cut(void **state)
{
    (void)state;
    struct stack_tree tree = {0};
    struct text text;
    text_init(&text, TEXT_MAX);
    struct stack_line lines[] = {relax_line};
    struct stack_path path = {.lines = lines, .count = 1, .complete = false};
    stack_tree_add_path(&tree, 1, &path);
    path.complete = true;
    stack_tree_add_path(&tree, 0, &path);
    print_tree(&tree, &text);
    check_text(&text, "0  relax solver.c:61\n"
                      "1  ... > relax solver.c:61\n");
    stack_tree_free(&tree);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_sets),         cmocka_unit_test(orders_sets),
        cmocka_unit_test(cuts_long_lists),    cmocka_unit_test(merges_stacks),
        cmocka_unit_test(tells_places_apart), cmocka_unit_test(prints_the_same_from_any_order),
        cmocka_unit_test(bears_depth),        cmocka_unit_test(marks_a_stack_that_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
