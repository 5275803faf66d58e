/* journal.c: the journal of a search, from which `verify --resume` and `test --resume` go on. */
#include "fuzz.h"
#include "spread/journal_records.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As journal_records.c has it: a wrong checksum would hide what the record holds. */
static const uint8_t MARK[] = {0xd7, 'j', 0x1a, 0xf3};

enum { LENGTH_AT = 4, SUM_AT = 8, BODY_AT = 12 };

static uint32_t add_to_sum(uint32_t sum, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 16777619U;
    return sum;
}

/* Makes the checksums right. Those of bytes that end in a zero are left as they are. */
static void sign(uint8_t *data, size_t size)
{
    if (size > 0 && data[size - 1] == 0)
        return;
    for (size_t at = 0; size - at > BODY_AT;) {
        uint32_t length, sum;
        memcpy(&length, data + at + LENGTH_AT, sizeof length);
        if (memcmp(data + at, MARK, sizeof MARK) != 0 || length > size - at - BODY_AT) {
            at++;
            continue;
        }
        sum = add_to_sum(2166136261U, data + at + LENGTH_AT, SUM_AT - LENGTH_AT);
        sum = add_to_sum(sum, data + at + BODY_AT, length);
        memcpy(data + at + SUM_AT, &sum, sizeof sum);
        at += BODY_AT + length;
    }
}

/* The header that the journal has, so that it is read. */
static void find_header(const uint8_t *data, size_t size, struct journal_about *about)
{
    struct past past = {.effort = size, .state = &(struct journal_state){0}};
    struct reader reader = reader_of(data, size);
    record_read_header(&reader, &past);
    about->header = past.header;
    about->header_length = past.header ? past.header_length : 0;
}

static void see_result(void *data, const struct spread_item *item, const void *result,
                       size_t length)
{
    (void)data, (void)item, (void)result, (void)length;
}

static void see_failure(void *data, const struct spread_item *item, const char *sentence)
{
    (void)data, (void)item;
    (void)!strlen(sentence);
}

/* A search goes on: takes what is there, and writes all of it anew. */
static void go_on(struct journal *journal, struct frontier *frontier, struct journal_state *state)
{
    struct error error;
    struct bytes bytes = {0};
    for (struct item *item; (item = frontier_take_newest(frontier, 0));) {
        bytes_clear(&bytes);
        item_write(item, &bytes);
        journal_failed(journal, item, "gone");
        frontier_end(frontier, item);
    }
    journal_time(journal, state);
    journal_set_limit(journal, 0);
    journal_write(journal, &error);
    bytes_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct frontier frontier;
    struct journal_state state = {0};
    struct journal_visitor visitor = {NULL, see_result, see_failure};
    struct journal *journal = NULL;
    struct error error;
    struct journal_about about = {.directory = fuzz_folder(), .root = "root", .root_length = 4};
    uint8_t *copy = (uint8_t *)fuzz_text(data, size);
    sign(copy, size);
    find_header(copy, size, &about);
    frontier_open(&frontier, 1);
    fuzz_file("journal", copy, size);
    if (journal_resume(&about, &frontier, &state, &visitor, &journal, &error) == 0)
        go_on(journal, &frontier, &state);
    journal_close(journal);
    frontier_close(&frontier);
    free(copy);
    return 0;
}
