#include "spread/journal.h"

#include "base/test_directory.h"
#include "spread/frontier.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cmocka.h>

/* What reading a journal gave. */
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

static const struct journal_about ABOUT = {"out", "head", 4, "root", 4, false};

static int resume(struct memory *memory)
{
    struct journal_visitor visitor = {memory, result, failure};
    *memory = (struct memory){0};
    frontier_open(&memory->frontier, 1);
    return journal_resume(&ABOUT, &memory->frontier, &memory->state, &visitor, &memory->journal,
                          &memory->error);
}

static void forget(struct memory *memory)
{
    journal_close(memory->journal);
    frontier_close(&memory->frontier);
}

/* Creates a journal whose frontier is the item "root", with id 0. */
static void create(struct memory *memory)
{
    *memory = (struct memory){0};
    frontier_open(&memory->frontier, 1);
    assert_int_equal(
        journal_create(&ABOUT, &memory->frontier, &memory->state, &memory->journal, &memory->error),
        0);
}

/* Finishes an item with a result and `children`, which together have half of its weight; each keeps
 * the item's bytes and adds one letter. */
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
    finish(&memory, 0, true, 3, 100);
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

/* Cuts the journal at every length: whole records are read, and the journal can be continued. */
static void torn_anywhere(void **state)
{
    (void)state;
    struct memory memory;
    create(&memory);
    off_t begun = size_of("out/journal");
    finish(&memory, 0, true, 2, 100);
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
        uint64_t next = whole == 2 ? 201 : whole == 1 ? 101 : 0;
        finish(&memory, next, true, 0, 0);
        assert_int_equal(journal_write(memory.journal, &memory.error), 0);
        forget(&memory);
        assert_int_equal(resume(&memory), 0);
        assert_int_equal(memory.results, whole + 1);
        assert_int_equal(memory.frontier.count, whole);
        forget(&memory);
    }
}

static void change_byte(const char *path, off_t at, int how)
{
    char byte;
    int file = open(path, O_RDWR);
    assert_int_equal(pread(file, &byte, 1, at), 1);
    byte = (char)(byte ^ how);
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
    close(file);
}

/* Runs what is pending; each item has two children until items have `longest` bytes. */
static void run_all(struct memory *memory, size_t longest)
{
    for (uint64_t first = memory->state.author << FRONTIER_AUTHOR_SHIFT; memory->frontier.count > 0;
         first += 2) {
        const struct item *item = memory->frontier.queues[0].lines[0].newest;
        bool leaf = item->keep + item->tail_length >= longest;
        finish(memory, item->id, true, leaf ? 0 : 2, first);
        assert_int_equal(journal_write(memory->journal, &memory->error), 0);
    }
}

/* Changes each byte of a journal, including its first line and its header: all records that were
 * not hit count, the rest is done again, and at the end everything was done once. */
static void damaged_anywhere(void **state)
{
    (void)state;
    enum { LONGEST = 7, ITEMS = 15 };
    struct memory memory;
    size_t kept = 0;
    create(&memory);
    run_all(&memory, LONGEST);
    assert_int_equal(memory.state.done, ITEMS);
    forget(&memory);
    copy("out/journal", "whole");
    off_t end = size_of("whole");
    for (off_t at = 0; at < end; at++) {
        copy("whole", "out/journal");
        change_byte("out/journal", at, 0x11);
        assert_int_equal(resume(&memory), 0);
        const struct journal_damage *damage = journal_damage(memory.journal);
        assert_true(damage->bytes + damage->tail > 0);
        assert_int_equal(memory.state.lost, 0);
        assert_int_equal(memory.state.done, memory.results);
        kept += memory.results;
        run_all(&memory, LONGEST);
        assert_int_equal(memory.state.done, ITEMS);
        assert_true(memory.state.weight > 1 - 1e-6 && memory.state.weight < 1 + 1e-6);
        forget(&memory);
        assert_int_equal(resume(&memory), 0); /* it was repaired */
        assert_int_equal(memory.results, ITEMS);
        assert_int_equal(memory.frontier.count, 0);
        assert_int_equal(journal_damage(memory.journal)->bytes, 0);
        assert_int_equal(journal_damage(memory.journal)->records, 0);
        forget(&memory);
    }
    assert_true(kept > (size_t)end * ITEMS / 2); /* records after the damage count */
}

/* Only the head of a rewritten journal names its items, so losing it is counted. */
static void head_is_lost(void **state)
{
    (void)state;
    enum { LONGEST = 7, ITEMS = 15 };
    struct memory memory;
    size_t lost = 0, whole = 0;
    create(&memory);
    finish(&memory, 0, true, 2, 100);
    finish(&memory, 101, true, 2, 200);
    journal_failed(memory.journal, frontier_find(&memory.frontier, 100), "bad luck");
    journal_set_limit(memory.journal, 0);
    assert_int_equal(journal_write(memory.journal, &memory.error), 0); /* and rewrites the
                                                                          journal */
    off_t end = size_of("out/journal");
    journal_set_limit(memory.journal, JOURNAL_COMPACT_BYTES);
    finish(&memory, 201, true, 0, 0);
    assert_int_equal(journal_write(memory.journal, &memory.error), 0);
    forget(&memory);
    copy("out/journal", "whole");
    for (off_t at = 0; at < end; at++) {
        copy("whole", "out/journal");
        change_byte("out/journal", at, 0x11);
        assert_int_equal(resume(&memory), 0);
        uint64_t told = memory.state.lost;
        whole += told == 0;
        lost += told > 0;
        assert_true(told > 0 || (memory.results == 3 && memory.failures == 1));
        assert_true(memory.results + memory.failures >= 2); /* all but one record */
        forget(&memory);
        assert_int_equal(resume(&memory), 0); /* the loss stays known */
        assert_int_equal(memory.state.lost, told);
        forget(&memory);
    }
    assert_true(whole > 0 && lost > whole);
}

/* Items that share no base are in several records, and one of these is lost. */
static void large_head_is_lost_in_part(void **state)
{
    (void)state;
    enum { ITEMS = 3000, LENGTH = 1000 };
    static const char tail[LENGTH];
    struct memory memory;
    struct spread_out out = {0};
    struct bytes bytes = {0};
    struct run run;
    create(&memory);
    for (int i = 0; i < ITEMS; i++)
        spread_child(&out, 0, tail, sizeof tail, 1.0 / ITEMS);
    out_write(&out, &bytes);
    struct reader reader = reader_of(bytes.data, bytes.length);
    assert_true(run_read(&reader, &run));
    struct item *root = frontier_find(&memory.frontier, 0);
    journal_done(memory.journal, root, 100, &run, false);
    frontier_add_children(&memory.frontier, 0, root, 100, &run);
    frontier_end(&memory.frontier, root);
    journal_set_limit(memory.journal, 0);
    assert_int_equal(journal_write(memory.journal, &memory.error), 0); /* and rewrites the
                                                                          journal */
    forget(&memory);
    change_byte("out/journal", size_of("out/journal") / 2, 0x11);
    assert_int_equal(resume(&memory), 0);
    assert_int_equal(memory.state.lost, 1);
    assert_in_range(memory.frontier.count, ITEMS / 2, ITEMS - 1);
    forget(&memory);
    out_free(&out);
    bytes_free(&bytes);
}

static void nothing_but_the_beginning(void **state)
{
    (void)state;
    struct memory memory;
    create(&memory);
    off_t end = size_of("out/journal");
    forget(&memory);
    copy("out/journal", "whole");
    size_t resumed = 0;
    for (off_t length = 0; length <= end; length++) {
        copy("whole", "out/journal");
        assert_int_equal(truncate("out/journal", length), 0);
        if (resume(&memory) == 0) {
            resumed++;
            assert_int_equal(memory.frontier.count, 1);
            assert_item(&memory, 0, "root");
            forget(&memory);
            continue;
        }
        assert_int_equal(memory.error.kind, ERROR_USAGE);
        assert_non_null(strstr(memory.error.text, "start the search anew"));
        frontier_close(&memory.frontier);
    }
    assert_true(resumed > 10 && resumed < (size_t)end);
}

/* The fault that hits the k-th write of a journal. */
enum fault {
    FAULT_CUT,
    FAULT_CUT_AND_DIE,
    FAULT_FLIP,
    FAULT_DROP,
    FAULT_TWICE,
    FAULT_FULL,
    FAULTS
};

static struct {
    int left; /* number of writes until then; -1: no fault */
    enum fault fault;
    bool dead, happened;
    unsigned seed;
} fault = {.left = -1};

static ssize_t real_write(int file, const void *bytes, size_t length)
{
    return syscall(SYS_write, file, bytes, length);
}

/* Replaces write() of libc, between the journal and the kernel. */
ssize_t write(int file, const void *bytes, size_t length)
{
    if (fault.dead)
        return (ssize_t)length; /* the power is gone: nothing is written any more */
    if (fault.left < 0 || fault.left-- > 0)
        return real_write(file, bytes, length);
    fault.happened = true;
    char *changed = memory_alloc(length);
    memcpy(changed, bytes, length);
    size_t at = fault.seed % length;
    switch (fault.fault) {
    case FAULT_CUT_AND_DIE:
        fault.dead = true;
        __attribute__((fallthrough));
    case FAULT_CUT:
        (void)!real_write(file, bytes, at);
        break;
    case FAULT_FLIP:
        changed[at] = (char)(changed[at] ^ (1 << fault.seed % 8));
        (void)!real_write(file, changed, length);
        break;
    case FAULT_TWICE:
        (void)!real_write(file, bytes, length);
        (void)!real_write(file, bytes, length);
        break;
    case FAULT_FULL:
        free(changed);
        errno = ENOSPC;
        return -1;
    case FAULT_DROP:
    case FAULTS:
        break;
    }
    free(changed);
    return (ssize_t)length;
}

/* Does the same as run_all(), until nothing can be written. */
static bool run_until_full(struct memory *memory, size_t longest)
{
    for (uint64_t first = memory->state.author << FRONTIER_AUTHOR_SHIFT; memory->frontier.count > 0;
         first += 2) {
        const struct item *item = memory->frontier.queues[0].lines[0].newest;
        bool leaf = item->keep + item->tail_length >= longest;
        finish(memory, item->id, true, leaf ? 0 : 2, first);
        if (journal_write(memory->journal, &memory->error) != 0)
            return false;
    }
    return true;
}

/* Makes each write of a short search fail in each way, from the first one on, and then resumes the
 * search. Whatever comes back, no result is missing and none comes twice. */
static void every_write_fails(void **state)
{
    (void)state;
    enum { LONGEST = 7, ITEMS = 15, SEEDS = 7 };
    for (int kind = 0; kind < FAULTS * SEEDS; kind++) {
        bool happened = true;
        for (int k = 0; happened; k++) {
            struct memory memory = {0};
            fault.left = k;
            fault.fault = (enum fault)(kind % FAULTS);
            fault.seed = (unsigned)(k * 31 + kind * 17);
            fault.dead = fault.happened = false;
            frontier_open(&memory.frontier, 1);
            bool made = journal_create(&ABOUT, &memory.frontier, &memory.state, &memory.journal,
                                       &memory.error) == 0;
            bool full = made && !run_until_full(&memory, LONGEST);
            if (!made || full)
                assert_non_null(strstr(memory.error.text, "No space left on device"));
            happened = fault.happened;
            fault.left = -1;
            fault.dead = false;
            forget(&memory);
            if (resume(&memory) != 0) { /* the first write left too little */
                assert_int_equal(k, 0);
                assert_non_null(strstr(memory.error.text,
                                       made ? "start the search anew" : "no search to resume"));
                frontier_close(&memory.frontier);
                create(&memory);
            }
            assert_int_equal(memory.state.lost, 0);
            assert_int_equal(memory.state.done, memory.results);
            if (full)
                assert_int_equal(memory.results, k - 1);
            run_all(&memory, LONGEST);
            assert_int_equal(memory.state.done, ITEMS);
            forget(&memory);
            assert_int_equal(resume(&memory), 0);
            assert_int_equal(memory.results, ITEMS);
            assert_int_equal(memory.frontier.count, 0);
            forget(&memory);
            unlink("out/journal");
            if (!happened)
                assert_int_equal(k, ITEMS + 1); /* every write has had its turn */
        }
    }
}

static void is_rewritten(void **state)
{
    (void)state;
    enum { ROUNDS = 3000 };
    struct memory memory;
    create(&memory);
    journal_set_limit(memory.journal, 10000);
    uint64_t id = 0;
    /* Walks down a path on which every tenth result is kept and every second child is done. */
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
    for (uint64_t id = 0; id < ROUNDS; id++) { /* each item is one letter longer */
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

/* These replacements of rename() and fsync() of libc note the order of the calls: waiting for the
 * disk would make these tests take minutes. */
static char calls[8];

static void note_call(char call)
{
    size_t length = strlen(calls);
    if (length + 1 < sizeof calls)
        calls[length] = call;
}

int fsync(int file)
{
    struct stat status;
    assert_int_equal(fstat(file, &status), 0);
    note_call(S_ISDIR(status.st_mode) ? 'd' : 'f');
    return 0;
}

int fdatasync(int file)
{
    (void)file;
    note_call('D');
    return 0;
}

int rename(const char *from, const char *to)
{
    note_call('r');
    return (int)syscall(SYS_rename, from, to);
}

static void on_the_disk_before_its_name(void **state)
{
    (void)state;
    struct memory memory;
    memset(calls, 0, sizeof calls);
    create(&memory);
    assert_string_equal(calls, "r"); /* nothing is synced before anything was done */
    finish(&memory, 0, true, 2, 100);
    finish(&memory, 101, true, 2, 200);
    finish(&memory, 201, true, 2, 300);
    memset(calls, 0, sizeof calls);
    journal_set_limit(memory.journal, 0);
    assert_int_equal(journal_write(memory.journal, &memory.error), 0);
    assert_string_equal(calls, "frd");
    memset(calls, 0, sizeof calls);
    assert_int_equal(journal_finish(memory.journal, &memory.error), 0);
    assert_string_equal(calls, "Dd");
    forget(&memory);
}

/* A new search in the folder of an unfinished one, of the same program or of another, keeps the old
 * journal under another name. */
static void keeps_an_unfinished_one(void **state)
{
    (void)state;
    static const struct journal_about others[] = {{"out", "head", 4, "root", 4, false},
                                                  {"out", "other", 5, "r", 1, false}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct memory memory, other = {0};
        create(&memory);
        assert_false(journal_kept_old(memory.journal)); /* nothing was there, or a finished one */
        finish(&memory, 0, true, 2, memory.state.author << FRONTIER_AUTHOR_SHIFT);
        assert_int_equal(journal_finish(memory.journal, &memory.error), 0);
        forget(&memory);
        copy("out/journal", "unfinished");
        frontier_open(&other.frontier, 1);
        assert_int_equal(
            journal_create(&others[i], &other.frontier, &other.state, &other.journal, &other.error),
            0);
        assert_true(journal_kept_old(other.journal));
        if (i == 0)
            finish(&other, 0, true, 0, 0);
        assert_int_equal(journal_finish(other.journal, &other.error), 0);
        if (i > 0) /* nothing came of it */
            journal_remove(other.journal);
        forget(&other);
        const char *kept = i == 0 ? "out/journal.old" : "out/journal";
        assert_int_equal(size_of(kept), size_of("unfinished"));
        rename(kept, "out/journal");
        assert_int_equal(resume(&memory), 0);
        assert_int_equal(memory.results, 1);
        assert_int_equal(memory.frontier.count, 2);
        run_all(&memory, 5);
        assert_int_equal(memory.frontier.count, 0);
        forget(&memory);
    }
    assert_int_not_equal(access("out/journal.old", F_OK), 0);
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
    assert_int_equal(
        journal_create(&ABOUT, &other.frontier, &other.state, &other.journal, &other.error), -1);
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
                                           "tutti journal 2\n\5\0\0\0",
                                           "tutti journal 3\n\xd7j\x1a\xf3"};
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
        TEST(comes_back),
        TEST(torn_anywhere),
        TEST(damaged_anywhere),
        TEST(head_is_lost),
        TEST(every_write_fails),
        TEST(nothing_but_the_beginning),
        TEST(is_rewritten),
        TEST(stays_small),
        TEST(on_the_disk_before_its_name),
        TEST(one_at_a_time),
        TEST(keeps_an_unfinished_one),
        TEST(no_journal_at_all),
        TEST(large_head_is_lost_in_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
