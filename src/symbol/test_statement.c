#include "symbol/statement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "statement.txt";

static struct statement *read_at(int line, struct arena *arena)
{
    static const char text[] = "first(a);\n"
                               "MPI_Send(grid->rows,\n"
                               "         \"text ( of other\", (void *)whole,\n"
                               "         (double *)(cast + 1), reinterpret_cast<long *>(&again),\n"
                               "         tag);\n"
                               "next(b);\n";
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    struct statement *statement = statement_read(path, line, arena);
    unlink(path);
    return statement;
}

static void a_statement_ends_where_its_parentheses_close(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct statement *statement = read_at(2, &arena);
    assert_true(statement_names(statement, "rows", false));
    assert_true(statement_names(statement, "tag", false));
    assert_false(statement_names(statement, "a", false));
    assert_false(statement_names(statement, "b", false));
    assert_null(read_at(9, &arena));
    assert_false(statement_names(NULL, "a", false));
    assert_false(statement_names(statement, NULL, false));
    arena_free(&arena);
}

static void only_whole_words_count(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct statement *statement = read_at(2, &arena);
    assert_false(statement_names(statement, "row", false));
    assert_false(statement_names(statement, "ROWS", false));
    assert_true(statement_names(statement, "ROWS", true));
    arena_free(&arena);
}

static void what_is_cast_is_what_the_cast_says(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct statement *statement = read_at(2, &arena);
    assert_true(statement_names(statement, "whole", false));
    assert_false(statement_names(statement, "cast", false));
    assert_false(statement_names(statement, "again", false));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statement_ends_where_its_parentheses_close),
        cmocka_unit_test(only_whole_words_count),
        cmocka_unit_test(what_is_cast_is_what_the_cast_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
