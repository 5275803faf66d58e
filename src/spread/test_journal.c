#include "spread/journal.h"

#include "base/test_directory.h"
#include "spread/frontier.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

/* What a journal gave back. */
struct memory {
    struct frontier frontier;
    struct journal_state state;
    struct journal *journal;
    struct error error;
    size_t results, failures;
    uint64_t number; /* of the last result */
    char last[200];  /* item "=" result, or item "!" sentence */
};

static void result(void *data, const struct spread_item *item, const void *bytes, size_t length)
{
    struct memory *memory = data;
    memory->results++;
    memory->number = item->number;
    snprintf(memory->last, sizeof memory->last, "%.*s=%.*s", (int)item->length,
             (const char *)item->bytes, (int)length, (const char *)bytes);
}

static void failure(void *data, const struct spread_item *item, const char *sentence)
{
    struct memory *memory = data;
    memory->failures++;
    snprintf(memory->last, sizeof memory->last, "%.*s!%s", (int)item->length,
             (const char *)item->bytes, sentence);
}

static int resume(struct memory *memory)
{
    struct journal_visitor visitor = {memory, result, failure};
    *memory = (struct memory){0};
    frontier_open(&memory->frontier, 1);
    return journal_resume("out", "head", 4, &memory->frontier, &memory->state, &visitor,
                          &memory->journal, &memory->error);
}

static void forget(struct memory *memory)
{
    journal_close(memory->journal);
    frontier_close(&memory->frontier);
}

/* A journal whose frontier is the item "root", with id 7. */
static void create(struct memory *memory)
{
    struct item_parts root = {.id = 7, .weight = 1, .tail = "root", .tail_length = 4};
    *memory = (struct memory){.state.author = 1};
    frontier_open(&memory->frontier, 1);
    frontier_add(&memory->frontier, 0, &root);
    assert_int_equal(journal_create("out", "head", 4, &memory->frontier, &memory->state,
                                    &memory->journal, &memory->error),
                     0);
}

/* Finishes an item with a result and `children` of half its weight together; each keeps the item
 * and has one letter behind it. */
static void finish(struct memory *memory, uint64_t id, bool keep, unsigned children, uint64_t first)
{
    struct item *item = frontier_find(&memory->frontier, id);
    struct bytes bytes = {0}, whole = {0};
    struct spread_out out = {0};
    struct run run;
    assert_non_null(item);
    item_write(item, &whole);
    spread_result(&out, "found", 5);
    spread_count(&out, 3);
    spread_base(&out, whole.data, whole.length);
    for (unsigned i = 0; i < children; i++)
        spread_child(&out, whole.length, &"abcdefgh"[i], 1, 0.5 / children);
    out_write(&out, &bytes);
    struct reader reader = reader_of(bytes.data, bytes.length);
    assert_true(run_read(&reader, &run));
    journal_done(memory->journal, item, first, &run, keep);
    memory->state.weight += frontier_add_children(&memory->frontier, 0, item, first, &run);
    memory->state.done++;
    frontier_end(&memory->frontier, item);
    out_free(&out);
    bytes_free(&bytes);
    bytes_free(&whole);
}

static void assert_item(const struct memory *memory, uint64_t id, const char *text)
{
    struct item *item = frontier_find(&memory->frontier, id);
    struct bytes bytes = {0};
    assert_non_null(item);
    item_write(item, &bytes);
    assert_int_equal(bytes.length, strlen(text));
    assert_memory_equal(bytes.data, text, bytes.length);
    bytes_free(&bytes);
}

static off_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_size;
}

static void copy(const char *from, const char *to)
{
    char *bytes = NULL;
    size_t length;
    struct error error;
    assert_int_equal(file_read(from, 1 << 20, &bytes, &length, &error), 0);
    assert_int_equal(file_write(to, bytes, length, &error), 0);
    free(bytes);
}

static void comes_back(void **state)
{
    (void)state;
    struct memory memory;
    create(&memory);
    finish(&memory, 7, true, 3, 100);
    finish(&memory, 101, false, 2, 200);
    journal_failed(memory.journal, frontier_find(&memory.frontier, 102), "bad luck");
    assert_int_equal(journal_write(memory.journal, &memory.error), 0);
    forget(&memory);
    assert_int_equal(resume(&memory), 0);
    assert_int_equal(memory.frontier.count, 3);
    assert_item(&memory, 100, "roota");
    assert_item(&memory, 200, "rootba");
    assert_item(&memory, 201, "rootbb");
    assert_int_equal(frontier_find(&memory.frontier, 200)->depth, 2);
    assert_true(frontier_find(&memory.frontier, 100)->weight > 0.16);
    assert_int_equal(memory.results, 1);
    assert_int_equal(memory.failures, 1);
    assert_string_equal(memory.last, "rootc!bad luck");
    assert_int_equal(memory.number, 1);
    assert_int_equal(memory.state.done, 3);
    assert_int_equal(memory.state.failed, 1);
    assert_int_equal(memory.state.counted, 6);
    forget(&memory);
}

/* Cut at every length: what is whole is there, and the journal can be gone on with. */
static void torn_anywhere(void **state)
{
    (void)state;
    struct memory memory;
    create(&memory);
    off_t begun = size_of("out/journal");
    finish(&memory, 7, true, 2, 100);
    journal_write(memory.journal, &memory.error);
    off_t first = size_of("out/journal");
    finish(&memory, 101, true, 2, 200);
    journal_write(memory.journal, &memory.error);
    off_t second = size_of("out/journal");
    forget(&memory);
    copy("out/journal", "whole");
    for (off_t length = second; length >= begun; length--) {
        copy("whole", "out/journal");
        assert_int_equal(truncate("out/journal", length), 0);
        assert_int_equal(resume(&memory), 0);
        size_t whole = length == second ? 2 : length >= first ? 1 : 0;
        assert_int_equal(memory.results, whole);
        assert_int_equal(memory.state.done, whole);
        assert_int_equal(memory.frontier.count, whole + 1);
        uint64_t next = whole == 2 ? 201 : whole == 1 ? 101 : 7;
        finish(&memory, next, true, 0, 0);
        assert_int_equal(journal_write(memory.journal, &memory.error), 0);
        forget(&memory);
        assert_int_equal(resume(&memory), 0);
        assert_int_equal(memory.results, whole + 1);
        assert_int_equal(memory.frontier.count, whole);
        forget(&memory);
    }
}

/* Any byte behind the root is changed: what is before it counts, nothing else happens. */
static void damaged_anywhere(void **state)
{
    (void)state;
    struct memory memory;
    create(&memory);
    off_t begun = size_of("out/journal");
    finish(&memory, 7, true, 2, 100);
    finish(&memory, 101, true, 2, 200);
    journal_write(memory.journal, &memory.error);
    off_t end = size_of("out/journal");
    forget(&memory);
    copy("out/journal", "whole");
    for (off_t at = begun; at < end; at++) {
        char byte;
        copy("whole", "out/journal");
        int file = open("out/journal", O_RDWR);
        assert_int_equal(pread(file, &byte, 1, at), 1);
        byte = (char)(byte ^ 0x11);
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        close(file);
        assert_int_equal(resume(&memory), 0);
        assert_true(memory.results < 2);
        assert_int_equal(memory.frontier.count, memory.results + 1);
        forget(&memory);
    }
}

static void is_rewritten(void **state)
{
    (void)state;
    enum { ROUNDS = 3000 };
    struct memory memory;
    create(&memory);
    journal_set_limit(memory.journal, 10000);
    uint64_t id = 7;
    /* A path downwards, on which every tenth result is kept and every second child is done. */
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t first = 1000 + (uint64_t)i * 10;
        if (i % 100 == 99) { /* not deeper than 100 letters */
            finish(&memory, id, i % 10 == 0, 0, first);
            id = memory.frontier.queues[0].lines[0].oldest->id;
        } else {
            finish(&memory, id, i % 10 == 0, 2, first);
            id = first + 1;
        }
        if (i == 1500)
            journal_failed(memory.journal, frontier_find(&memory.frontier, first), "bad luck");
        assert_int_equal(journal_write(memory.journal, &memory.error), 0);
        if (i == 1500)
            frontier_end(&memory.frontier, frontier_find(&memory.frontier, first));
    }
    size_t pending = memory.frontier.count;
    double weight = memory.state.weight;
    forget(&memory);
    assert_int_not_equal(access("out/journal.new", F_OK), 0);
    assert_int_equal(resume(&memory), 0);
    assert_int_equal(memory.results, ROUNDS / 10);
    assert_int_equal(memory.failures, 1);
    assert_int_equal(memory.state.done, ROUNDS + 1);
    assert_int_equal(memory.state.counted, 3 * ROUNDS);
    assert_int_equal(memory.number, ROUNDS - 10 + 2); /* one failed before it */
    assert_int_equal(memory.frontier.count, pending);
    assert_true(memory.state.weight > weight - 1e-9);
    forget(&memory);
}

static void stays_small(void **state)
{
    (void)state;
    enum { ROUNDS = 4000, LIMIT = 10000, RECORD = 100 };
    struct memory memory;
    create(&memory);
    journal_set_limit(memory.journal, LIMIT);
    off_t all = 0, before = size_of("out/journal");
    for (uint64_t id = 7; id < 7 + ROUNDS; id++) { /* an item that is a letter longer each time */
        finish(&memory, id, false, 1, id + 1);
        assert_int_equal(journal_write(memory.journal, &memory.error), 0);
        off_t size = size_of("out/journal");
        assert_true(size <= LIMIT + RECORD);
        all += size > before ? size - before : 0;
        before = size;
    }
    assert_true(all > 10 * LIMIT);
    forget(&memory);
    assert_int_equal(resume(&memory), 0);
    assert_int_equal(memory.state.done, ROUNDS);
    assert_int_equal(memory.frontier.count, 1);
    assert_int_equal(memory.frontier.queues[0].lines[0].oldest->depth, ROUNDS);
    forget(&memory);
}

static void one_at_a_time(void **state)
{
    (void)state;
    struct memory memory, other;
    create(&memory);
    assert_int_equal(resume(&other), -1);
    assert_non_null(strstr(other.error.text, "still running"));
    frontier_close(&other.frontier);
    other = (struct memory){0};
    frontier_open(&other.frontier, 1);
    assert_int_equal(journal_create("out", "head", 4, &other.frontier, &other.state, &other.journal,
                                    &other.error),
                     -1);
    assert_non_null(strstr(other.error.text, "still running"));
    frontier_close(&other.frontier);
    forget(&memory);
    assert_int_equal(resume(&memory), 0);
    forget(&memory);
}

static void no_journal_at_all(void **state)
{
    (void)state;
    static const char *const contents[] = {"", "x", "tutti journal 1\n",
                                           "tutti journal 2\n\5\0\0\0"};
    struct memory memory;
    struct error error;
    file_make_directory("out", &error);
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        file_write("out/journal", contents[i], strlen(contents[i]), &error);
        assert_int_equal(resume(&memory), -1);
        assert_int_equal(memory.error.kind, ERROR_USAGE);
        assert_non_null(strstr(memory.error.text, "is not a journal of this version"));
        frontier_close(&memory.frontier);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        TEST(comes_back),  TEST(torn_anywhere), TEST(damaged_anywhere),  TEST(is_rewritten),
        TEST(stays_small), TEST(one_at_a_time), TEST(no_journal_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
