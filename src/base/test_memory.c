#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Lets the tests run out of memory under the address sanitizer, too. */
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c)
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c)

static void never_null_even_for_nothing(void **state)
{
    (void)state;
    void *a = memory_alloc(0), *b = memory_zero(0, 8), *c = memory_zero(8, 0);
    void *d = memory_resize(memory_alloc(10), 0);
    assert_non_null(a);
    assert_non_null(b);
    assert_non_null(c);
    assert_non_null(d);
    free(a);
    free(b);
    free(c);
    free(d);
}

static void strings(void **state)
{
    (void)state;
    char *copy = memory_copy("tutti");
    assert_string_equal(copy, "tutti");
    char *printed = memory_printf("%s %d", copy, 4);
    assert_string_equal(printed, "tutti 4");
    free(copy);
    free(printed);
}

static void exhaust_alloc(void)
{
    volatile size_t size = SIZE_MAX / 4;
    free(memory_alloc(size));
}

static void exhaust_zero(void)
{
    volatile size_t count = SIZE_MAX / 4;
    free(memory_zero(count, 16)); /* the product overflows */
}

static void exhaust_resize(void)
{
    volatile size_t size = SIZE_MAX / 4;
    free(memory_resize(NULL, size));
}

static void exhaust_arena(void)
{
    struct arena arena = {0};
    volatile size_t size = SIZE_MAX; /* rounding up would make it small */
    arena_alloc(&arena, size);
    arena_free(&arena);
}

static void exhaust_grow(void)
{
    struct arena arena = {0};
    volatile size_t count = (size_t)1 << 62;
    arena_grow(&arena, NULL, count, 16);
    arena_free(&arena);
}

static void out_of_memory_ends_with_a_sentence(void **state)
{
    (void)state;
    void (*const ways[])(void) = {exhaust_alloc, exhaust_zero, exhaust_resize, exhaust_arena,
                                  exhaust_grow};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            dup2(ends[1], STDERR_FILENO);
            close(ends[0]);
            close(ends[1]);
            ways[i]();
            _exit(0);
        }
        close(ends[1]);
        char said[8192] = "";
        size_t length = 0;
        ssize_t got;
        while ((got = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
            length += (size_t)got;
        close(ends[0]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != ERROR_FAILED)
            fail_msg("way %zu ended with status %#x: %s", i, status, said);
        assert_non_null(strstr(said, "tutti: out of memory\n"));
    }
}

static void arena_memory_is_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    struct arena arena = {0};
    enum { COUNT = 3000 };
    static unsigned char *pieces[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = i % 97 + 1;
        pieces[i] = arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t j = 0; j < size; j++)
            if (pieces[i][j] != 0)
                fail_msg("piece %zu is not zeroed", i);
        memset(pieces[i], (int)(i % 255 + 1), size);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i % 97 + 1; j++)
            if (pieces[i][j] != i % 255 + 1)
                fail_msg("piece %zu was overwritten", i);
    arena_free(&arena);
    assert_null(arena.first);
}

static void arena_memory_is_aligned_as_wanted(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t i = 0; i < 100; i++) {
        arena_alloc(&arena, i);
        char *piece = arena_alloc_aligned(&arena, 100, 64);
        assert_int_equal((uintptr_t)piece % 64, 0);
        memset(piece, 1, 100);
    }
    arena_free(&arena);
}

static void a_large_piece_does_not_close_the_block_of_small_ones(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *before = arena_alloc(&arena, 16);
    char *large = arena_alloc(&arena, 1 << 20);
    memset(large, 'x', 1 << 20);
    char *after = arena_alloc(&arena, 16);
    assert_ptr_equal(after, before + 16);
    arena_free(&arena);

    /* The same as the first allocation of an arena. */
    large = arena_alloc(&arena, 1 << 20);
    memset(large, 'x', 1 << 20);
    after = arena_alloc(&arena, 16);
    memset(after, 'y', 16);
    assert_int_equal(large[(1 << 20) - 1], 'x');
    arena_free(&arena);
}

static void arena_strings(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_null(arena_copy(&arena, NULL));
    assert_string_equal(arena_copy(&arena, "copy"), "copy");
    assert_string_equal(arena_copy_bytes(&arena, "bytes", 2), "by");
    assert_string_equal(arena_copy_bytes(&arena, NULL, 0), "");
    assert_string_equal(arena_printf(&arena, "%s-%d", "v", 1), "v-1");
    arena_free(&arena);
}

static void arrays_grow_and_keep_what_is_in_them(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct pair {
        size_t first, second;
    } *pairs = NULL;
    size_t count = 0;
    for (size_t i = 0; i < 5000; i++) {
        struct pair *pair = arena_push(&arena, pairs, count);
        assert_ptr_equal(pair, &pairs[i]);
        assert_int_equal(pair->first, 0);
        assert_int_equal(pair->second, 0);
        pair->first = i;
        pair->second = ~i;
    }
    assert_int_equal(count, 5000);
    for (size_t i = 0; i < count; i++)
        if (pairs[i].first != i || pairs[i].second != ~i)
            fail_msg("element %zu was lost", i);
    arena_free(&arena);
}

static void a_list_gets_room_for_one_more(void **state)
{
    (void)state;
    size_t space = 0;
    int *list = NULL;
    for (size_t count = 0; count < 1000; count++) {
        list = memory_room(list, count, &space, sizeof *list);
        assert_true(space > count);
        list[count] = (int)count;
    }
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_gets_room_for_one_more),
        cmocka_unit_test(never_null_even_for_nothing),
        cmocka_unit_test(strings),
        cmocka_unit_test(out_of_memory_ends_with_a_sentence),
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(arena_memory_is_aligned_as_wanted),
        cmocka_unit_test(a_large_piece_does_not_close_the_block_of_small_ones),
        cmocka_unit_test(arena_strings),
        cmocka_unit_test(arrays_grow_and_keep_what_is_in_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
