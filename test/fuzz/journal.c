/* journal.c: the journal of a search, from which `verify --resume` and `test --resume` go on. */
#include "fuzz.h"
#include "spread/journal_records.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As journal_records.c has it: a wrong checksum would hide all that is behind it. */
static uint32_t checksum(const uint8_t *bytes, size_t length)
{
    uint32_t sum = 2166136261U;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 16777619U;
    return sum;
}

/* Behind the line that says what it is. */
static size_t first_record(const uint8_t *data, size_t size)
{
    const uint8_t *newline = size > 0 ? memchr(data, '\n', size) : NULL;
    return newline ? (size_t)(newline - data) + 1 : size;
}

/* Makes the checksums right. Those of bytes that end in a zero are left as they are. */
static void sign(uint8_t *data, size_t size)
{
    if (size > 0 && data[size - 1] == 0)
        return;
    for (size_t at = first_record(data, size); size - at > 2 * sizeof(uint32_t);) {
        uint32_t length, sum;
        memcpy(&length, data + at, sizeof length);
        at += sizeof length;
        if (length < sizeof sum || length > size - at)
            return;
        sum = checksum(data + at + sizeof sum, length - sizeof sum);
        memcpy(data + at, &sum, sizeof sum);
        at += length;
    }
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
    journal_state(journal, state);
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
    const void *header = NULL;
    size_t length = 0, start = first_record(data, size);
    uint8_t *copy = (uint8_t *)fuzz_text(data, size);
    sign(copy, size);
    struct reader reader = reader_of(copy + start, size - start);
    if (!record_read_header(&reader, &header, &length))
        length = 0;
    frontier_open(&frontier, 1);
    fuzz_file("journal", copy, size);
    if (journal_resume(fuzz_folder(), header, length, &frontier, &state, &visitor, &journal,
                       &error) == 0)
        go_on(journal, &frontier, &state);
    journal_close(journal);
    frontier_close(&frontier);
    free(copy);
    return 0;
}
