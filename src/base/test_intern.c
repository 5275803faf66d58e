#include "base/intern.h"
#include "runtime/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WORDS = 1000 };

static bool words_equal(const void *owner, uint32_t number, const void *wanted)
{
    return ((const uint64_t *)owner)[number] == *(const uint64_t *)wanted;
}

static void test_numbers(void **state)
{
    (void)state;
    struct intern table = {0};
    uint64_t words[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) {
        words[i] = (uint64_t)i * i + 7;
        uint64_t hash = hash_number(0, words[i]);
        assert_int_equal(intern_number(&table, hash, words_equal, words, &words[i], i), i);
    }
    for (uint32_t i = 0; i < WORDS; i++) {
        uint64_t hash = hash_number(0, words[i]);
        assert_int_equal(intern_number(&table, hash, words_equal, words, &words[i], WORDS), i);
    }
    assert_int_equal(table.count, WORDS);
    intern_free(&table);
    assert_null(table.entries);
}

static void test_equal_hashes(void **state)
{
    (void)state;
    struct intern table = {0};
    uint64_t words[] = {5, 6, 7};
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(intern_number(&table, 42, words_equal, words, &words[i], i), i);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(intern_number(&table, 42, words_equal, words, &words[i], 9), i);
    intern_free(&table);
}

static void test_nothing_added(void **state)
{
    (void)state;
    struct intern table = {0};
    uint64_t words[] = {5};
    for (int i = 0; i < WORDS; i++)
        assert_int_equal(intern_number(&table, (uint64_t)i, words_equal, words, words, INTERN_NONE),
                         INTERN_NONE);
    assert_int_equal(table.count, 0);
    assert_true(table.space < WORDS);
    assert_int_equal(intern_number(&table, 1, words_equal, words, words, 0), 0);
    assert_int_equal(intern_number(&table, 1, words_equal, words, words, INTERN_NONE), 0);
    intern_free(&table);
}

/* Fingerprints and files keep these numbers: they are the published values of the hash. */
static void test_published_hashes(void **state)
{
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(hash_text(HASH_START, "a") == hash_bytes(HASH_START, "a\0", 2));
    assert_int_equal(hash_sum(HASH_SUM_START, "a", 1), 0xe40c292cU);
    assert_int_equal(hash_sum(HASH_SUM_START, "foobar", 6), 0xbf9cf968U);
}

static void test_hash_of_numbers(void **state)
{
    (void)state;
    assert_true(hash_number(1, 2) != hash_number(2, 1));
    for (unsigned i = 0; i < 64; i++) { /* each bit affects both ends */
        uint64_t left = hash_number(0, 3) ^ hash_number(UINT64_C(1) << i, 3);
        uint64_t right = hash_number(3, 0) ^ hash_number(3, UINT64_C(1) << i);
        assert_true((left & 0xffff) && left >> 48 && (right & 0xffff) && right >> 48);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),         cmocka_unit_test(test_equal_hashes),
        cmocka_unit_test(test_nothing_added),   cmocka_unit_test(test_published_hashes),
        cmocka_unit_test(test_hash_of_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
