#include "spread/journal_records.h"

#include "runtime/hash.h"

#include <string.h>

enum record_kind {
    RECORD_HEADER = 'H',
    RECORD_STATE = 'S',
    RECORD_TIME = 'T',
    RECORD_FRONTIER = 'F',
    RECORD_DONE = 'D',
    RECORD_FAILED = 'X',
    RECORD_OLD_RESULT = 'R',
    RECORD_OLD_FAILURE = 'Y',
};

/* The start of a record. The mark is not text, all its bytes differ, and the last one has the
 * version. */
static const unsigned char MARK[] = {0xd7, 'j', 0x1a, 0xf3};

enum {
    LENGTH_AT = sizeof MARK,
    SUM_AT = LENGTH_AT + sizeof(uint32_t),
    BODY_AT = SUM_AT + sizeof(uint32_t),
};

/* Returns the checksum of a record: of its length and its body. */
static uint32_t record_checksum(const unsigned char *record, size_t length)
{
    uint32_t sum = hash_sum(HASH_SUM_START, record + LENGTH_AT, SUM_AT - LENGTH_AT);
    return hash_sum(sum, record + BODY_AT, length);
}

static size_t journal_records_begin(struct records *out, enum record_kind kind)
{
    static const unsigned char later[BODY_AT - LENGTH_AT];
    size_t start = out->bytes.length;
    bytes_add(&out->bytes, MARK, sizeof MARK);
    bytes_add(&out->bytes, later, sizeof later);
    bytes_add_kind(&out->bytes, (char)kind);
    bytes_add_number(&out->bytes, out->next++);
    return start;
}

static void journal_records_end(struct records *out, size_t start)
{
    unsigned char *record = out->bytes.data + start;
    uint32_t length = (uint32_t)(out->bytes.length - start - BODY_AT);
    memcpy(record + LENGTH_AT, &length, sizeof length);
    uint32_t sum = record_checksum(record, length);
    memcpy(record + SUM_AT, &sum, sizeof sum);
}

/* Returns whether a whole record begins at the reader; `body` gets its content. */
static bool record_at(const struct reader *reader, struct reader *body, size_t *effort)
{
    uint32_t length, sum;
    if (reader->left < BODY_AT || memcmp(reader->at, MARK, sizeof MARK) != 0)
        return false;
    memcpy(&length, reader->at + LENGTH_AT, sizeof length);
    memcpy(&sum, reader->at + SUM_AT, sizeof sum);
    if (length > reader->left - BODY_AT)
        return false;
    *body = reader_of(reader->at + BODY_AT, length);
    if (record_checksum(reader->at, length) == sum)
        return true;
    *effort -= length < *effort ? length : *effort;
    return false;
}

/* Finds the next whole record, skipping other bytes; the reader moves only if there is one. */
static bool record_find(struct reader *reader, struct past *past, struct reader *body)
{
    struct reader next = *reader;
    while (!record_at(&next, body, &past->effort)) {
        if (next.left <= BODY_AT || past->effort == 0)
            return false;
        const unsigned char *mark = memchr(next.at + 1, MARK[0], next.left - 1);
        if (!mark)
            return false;
        reader_bytes(&next, (size_t)(mark - next.at));
    }
    past->damage.bytes += reader->left - next.left;
    reader_bytes(&next, BODY_AT + body->left);
    *reader = next;
    return true;
}

static void record_header_once(struct records *out, const void *header, size_t length)
{
    size_t start = journal_records_begin(out, RECORD_HEADER);
    bytes_add_string(&out->bytes, header, length);
    journal_records_end(out, start);
}

void record_header(struct records *out, const void *header, size_t length)
{
    record_header_once(out, header, length);
    out->next--;
    record_header_once(out, header, length);
}

static void journal_records_read_header(struct reader *body, struct past *past)
{
    size_t length;
    const void *header = reader_string(body, &length);
    if (body->bad)
        return;
    past->header = header;
    past->header_length = length;
}

void record_state(struct records *out, const struct journal_state *state)
{
    size_t start = journal_records_begin(out, RECORD_STATE);
    bytes_add_number(&out->bytes, state->done);
    bytes_add_number(&out->bytes, state->failed);
    bytes_add_number(&out->bytes, state->counted);
    bytes_add_number(&out->bytes, state->lost);
    bytes_add_double(&out->bytes, state->weight);
    bytes_add_double(&out->bytes, state->seconds);
    bytes_add_number(&out->bytes, state->author);
    journal_records_end(out, start);
}

static void note_author(struct past *past, uint64_t author)
{
    if (author > past->state->author)
        past->state->author = author;
}

/* Reads an id. Its author is noted as used, so that nobody makes the same ids again. */
static uint64_t read_id(struct reader *body, struct past *past)
{
    uint64_t id = reader_id(body);
    note_author(past, (id >> FRONTIER_AUTHOR_SHIFT) + 1);
    return id;
}

/* Ends the root: the head has the items that took its place. */
static void replace_root(struct past *past)
{
    struct item *root = past->rewritten ? NULL : frontier_find(past->frontier, FRONTIER_ROOT);
    if (root)
        frontier_end(past->frontier, root);
    past->rewritten = true;
}

static void read_state(struct reader *body, struct past *past)
{
    struct journal_state *state = past->state, read = {.done = reader_number(body)};
    read.failed = reader_number(body);
    read.counted = reader_number(body);
    read.lost = reader_number(body);
    read.weight = reader_double(body);
    read.seconds = reader_double(body);
    read.author = reader_number(body);
    if (body->bad || past->begun)
        return;
    note_author(past, read.author);
    read.author = state->author;
    *state = read;
    past->begun = true;
    if (state->done > 0)
        replace_root(past);
    if (past->rewritten)
        state->lost += past->damage.records;
}

void record_time(struct records *out, const struct journal_state *state)
{
    size_t start = journal_records_begin(out, RECORD_TIME);
    bytes_add_double(&out->bytes, state->seconds);
    bytes_add_number(&out->bytes, state->author);
    journal_records_end(out, start);
}

static void read_time(struct reader *body, struct past *past)
{
    double seconds = reader_double(body);
    uint64_t author = reader_number(body);
    if (body->bad)
        return;
    past->state->seconds = seconds;
    note_author(past, author);
}

/* Limit on the bytes of items in a record: damage loses a record as a whole, and its length has 32
 * bits. */
enum { GROUP_BYTES = 1 << 20 };

/* Writes consecutive items of a queue that share a base; returns the first one after them. */
static const struct item *record_group(struct records *out, const struct item *item)
{
    const struct base *base = item->base;
    const struct item *last = item;
    uint64_t count = 0;
    size_t keep = 0, bytes = 0;
    for (const struct item *one = item; one && one->base == base && bytes < GROUP_BYTES;
         one = one->newer) {
        keep = one->keep > keep ? one->keep : keep;
        bytes += sizeof *one + one->tail_length;
        last = one;
        count++;
    }
    size_t start = journal_records_begin(out, RECORD_FRONTIER);
    bytes_add_string(&out->bytes, base ? base->bytes : NULL, keep);
    bytes_add_number(&out->bytes, count);
    for (const struct item *one = item; count > 0; one = one->newer, count--) {
        bytes_add_id(&out->bytes, one->id);
        bytes_add_double(&out->bytes, one->weight);
        bytes_add_number(&out->bytes, one->depth);
        bytes_add_number(&out->bytes, one->priority);
        bytes_add_number(&out->bytes, one->keep);
        bytes_add_string(&out->bytes, one->tail, one->tail_length);
    }
    journal_records_end(out, start);
    return last->newer;
}

void record_frontier(struct records *out, const struct frontier *frontier)
{
    for (int queue = 0; queue < frontier->queue_count; queue++)
        for (int priority = 0; priority <= SPREAD_PRIORITY_MAX; priority++)
            for (const struct item *item = frontier->queues[queue].lines[priority].oldest; item;)
                item = record_group(out, item);
}

static void read_frontier(struct reader *body, struct past *past)
{
    size_t length;
    replace_root(past);
    const void *bytes = reader_string(body, &length);
    struct base *base = length > 0 ? base_new(bytes, length) : NULL;
    for (uint64_t count = reader_number(body); count > 0; count--) {
        struct item_parts parts = {.id = read_id(body, past), .base = base};
        parts.weight = reader_double(body);
        parts.depth = (unsigned)reader_number(body);
        parts.priority = (unsigned)reader_number(body);
        parts.keep = (size_t)reader_number(body);
        parts.tail = reader_string(body, &parts.tail_length);
        if (body->bad || parts.keep > length || parts.priority > SPREAD_PRIORITY_MAX)
            break;
        frontier_add(past->frontier, 0, &parts);
    }
    base_release(base);
}

void record_done(struct records *out, const struct item *item, uint64_t first,
                 const struct run *run, bool keep)
{
    size_t start = journal_records_begin(out, RECORD_DONE);
    bytes_add_id(&out->bytes, item->id);
    bytes_add_number(&out->bytes, run->count);
    bytes_add_number(&out->bytes, keep);
    if (keep)
        bytes_add_string(&out->bytes, run->result, run->result_length);
    if (run->child_count > 0) {
        size_t common = item_common(item, run->base, run->base_length);
        bytes_add_id(&out->bytes, first);
        bytes_add_number(&out->bytes, common);
        bytes_add_string(&out->bytes, (const unsigned char *)run->base + common,
                         run->base_length - common);
        bytes_add(&out->bytes, run->children.at, run->children.left);
    }
    journal_records_end(out, start);
}

/* Reads the children of an item that is done, for frontier_add_children(). Returns false if they
 * are damaged. */
static bool read_children(struct reader *body, struct past *past, const struct item *item,
                          uint64_t *first, struct run *run)
{
    size_t length;
    uint64_t count;
    *first = read_id(body, past);
    size_t common = (size_t)reader_number(body);
    const void *rest = reader_string(body, &length);
    bytes_clear(&past->base);
    item_write(item, &past->base);
    if (body->bad || common > past->base.length)
        return false;
    past->base.length = common;
    bytes_add(&past->base, rest, length);
    *run =
        (struct run){.base = past->base.data, .base_length = past->base.length, .children = *body};
    return run_children_fit(run, &count);
}

/* Returns the item with the id that follows; NULL: a lost record had named it. */
static struct item *read_item(struct reader *body, struct past *past)
{
    struct item *item = frontier_find(past->frontier, read_id(body, past));
    past->damage.again += !item;
    return item;
}

/* Reads that an item is done. An invalid record leaves the item pending, so that it is run again.
 */
static void journal_records_read_done(struct reader *body, struct past *past)
{
    struct item *item = read_item(body, past);
    uint64_t counted = reader_number(body), first = 0;
    bool kept = reader_number(body) != 0;
    size_t length = 0;
    const void *result = kept ? reader_string(body, &length) : NULL;
    struct run run = {.children = {.left = 0}};
    if (!item)
        return;
    if (body->bad || (body->left > 0 && !read_children(body, past, item, &first, &run))) {
        past->damage.again++;
        return;
    }
    past->state->done++;
    past->state->counted += counted;
    if (kept) {
        struct spread_item shown = item_show(item, &past->item);
        shown.number = past->state->done;
        past->visitor->result(past->visitor->data, &shown, result, length);
    }
    past->state->weight += frontier_add_children(past->frontier, 0, item, first, &run);
    frontier_end(past->frontier, item);
}

void record_failed(struct records *out, const struct item *item, const char *sentence)
{
    size_t start = journal_records_begin(out, RECORD_FAILED);
    bytes_add_id(&out->bytes, item->id);
    bytes_add_string(&out->bytes, sentence, strlen(sentence) + 1);
    journal_records_end(out, start);
}

/* Returns a string with its final zero; NULL: it has none. */
static const char *read_sentence(struct reader *body)
{
    size_t length;
    const char *sentence = reader_string(body, &length);
    return sentence && length > 0 && sentence[length - 1] == '\0' ? sentence : NULL;
}

static void read_failed(struct reader *body, struct past *past)
{
    struct item *item = read_item(body, past);
    const char *sentence = read_sentence(body);
    if (!item || !sentence)
        return;
    struct spread_item shown = item_show(item, &past->item);
    past->visitor->failure(past->visitor->data, &shown, sentence);
    past->state->done++;
    past->state->failed++;
    past->state->weight += item->weight;
    frontier_end(past->frontier, item);
}

static void add_shown(struct records *out, const struct spread_item *item)
{
    bytes_add_double(&out->bytes, item->weight);
    bytes_add_number(&out->bytes, item->depth);
    bytes_add_number(&out->bytes, item->number);
    bytes_add_string(&out->bytes, item->bytes, item->length);
}

static struct spread_item read_shown(struct reader *body)
{
    struct spread_item item = {.weight = reader_double(body)};
    item.depth = (unsigned)reader_number(body);
    item.number = reader_number(body);
    item.bytes = reader_string(body, &item.length);
    return item;
}

void record_old_result(struct records *out, const struct spread_item *item, const void *result,
                       size_t length)
{
    size_t start = journal_records_begin(out, RECORD_OLD_RESULT);
    add_shown(out, item);
    bytes_add_string(&out->bytes, result, length);
    journal_records_end(out, start);
}

static void read_old_result(struct reader *body, struct past *past)
{
    size_t length;
    replace_root(past);
    struct spread_item item = read_shown(body);
    const void *result = reader_string(body, &length);
    if (!body->bad)
        past->visitor->result(past->visitor->data, &item, result, length);
}

void record_old_failure(struct records *out, const struct spread_item *item, const char *sentence)
{
    size_t start = journal_records_begin(out, RECORD_OLD_FAILURE);
    add_shown(out, item);
    bytes_add_string(&out->bytes, sentence, strlen(sentence) + 1);
    journal_records_end(out, start);
}

static void read_old_failure(struct reader *body, struct past *past)
{
    replace_root(past);
    struct spread_item item = read_shown(body);
    const char *sentence = read_sentence(body);
    if (sentence)
        past->visitor->failure(past->visitor->data, &item, sentence);
}

static void journal_records_read_body(struct reader *body, enum record_kind kind, struct past *past)
{
    switch (kind) {
    case RECORD_STATE:
        read_state(body, past);
        break;
    case RECORD_TIME:
        read_time(body, past);
        break;
    case RECORD_FRONTIER:
        read_frontier(body, past);
        break;
    case RECORD_DONE:
        journal_records_read_done(body, past);
        break;
    case RECORD_FAILED:
        read_failed(body, past);
        break;
    case RECORD_OLD_RESULT:
        read_old_result(body, past);
        break;
    case RECORD_OLD_FAILURE:
        read_old_failure(body, past);
        break;
    case RECORD_HEADER:
        journal_records_read_header(body, past);
        break;
    }
}

void record_read_header(struct reader *reader, struct past *past)
{
    struct reader body;
    if (record_find(reader, past, &body) && reader_kind(&body) == RECORD_HEADER &&
        reader_number(&body) == 0)
        journal_records_read_header(&body, past);
    past->next = 1;
}

bool record_read(struct reader *reader, struct past *past)
{
    struct reader body;
    if (!record_find(reader, past, &body))
        return false;
    enum record_kind kind = (enum record_kind)reader_kind(&body);
    uint64_t number = reader_number(&body);
    if (number >= past->next) {
        past->damage.records += number - past->next;
        past->next = number + 1;
        journal_records_read_body(&body, kind, past);
    }
    return true;
}

void past_end(struct past *past)
{
    if (past->rewritten && !past->begun)
        past->state->lost += past->damage.records > 0 ? past->damage.records : 1;
    bytes_free(&past->item);
    bytes_free(&past->base);
}
