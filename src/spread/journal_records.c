#include "spread/journal_records.h"

#include <string.h>

enum record_kind {
    RECORD_HEADER = 'H',
    RECORD_STATE = 'S',
    RECORD_FRONTIER = 'F',
    RECORD_DONE = 'D',
    RECORD_FAILED = 'X',
    RECORD_OLD_RESULT = 'R',
    RECORD_OLD_FAILURE = 'Y',
};

/* FNV-1a: enough to tell a record from one that was torn. */
static uint32_t checksum(const unsigned char *bytes, size_t length)
{
    uint32_t sum = 2166136261U;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 16777619U;
    return sum;
}

static size_t begin(struct bytes *out, enum record_kind kind)
{
    uint32_t later = 0;
    size_t start = bytes_begin_frame(out);
    bytes_add(out, &later, sizeof later);
    bytes_add_kind(out, (char)kind);
    return start;
}

static void end(struct bytes *out, size_t start)
{
    size_t body = start + sizeof(uint32_t);
    uint32_t sum = checksum(out->data + body, out->length - body);
    memcpy(out->data + start, &sum, sizeof sum);
    bytes_end_frame(out, start);
}

/* The next record whose checksum is right; the reader moves only then. */
static bool read_any(struct reader *reader, struct reader *body)
{
    struct reader next = *reader;
    uint32_t sum;
    if (!reader_frame(&next, body))
        return false;
    const void *bytes = reader_bytes(body, sizeof sum);
    if (!bytes)
        return false;
    memcpy(&sum, bytes, sizeof sum);
    if (sum != checksum(body->at, body->left))
        return false;
    *reader = next;
    return true;
}

void record_header(struct bytes *out, const void *header, size_t length)
{
    size_t start = begin(out, RECORD_HEADER);
    bytes_add_string(out, header, length);
    end(out, start);
}

bool record_read_header(struct reader *reader, const void **header, size_t *length)
{
    struct reader body;
    if (!read_any(reader, &body) || reader_kind(&body) != RECORD_HEADER)
        return false;
    *header = reader_string(&body, length);
    return !body.bad;
}

void record_state(struct bytes *out, const struct journal_state *state)
{
    size_t start = begin(out, RECORD_STATE);
    bytes_add_number(out, state->done);
    bytes_add_number(out, state->failed);
    bytes_add_number(out, state->counted);
    bytes_add_double(out, state->weight);
    bytes_add_double(out, state->seconds);
    bytes_add_number(out, state->author);
    end(out, start);
}

static void read_state(struct reader *body, struct journal_state *state)
{
    struct journal_state read = {.done = reader_number(body)};
    read.failed = reader_number(body);
    read.counted = reader_number(body);
    read.weight = reader_double(body);
    read.seconds = reader_double(body);
    read.author = reader_number(body);
    if (!body->bad)
        *state = read;
}

/* Items of a queue that follow each other and share a base; gives the first one behind them. */
static const struct item *record_group(struct bytes *out, const struct item *item)
{
    const struct base *base = item->base;
    const struct item *last = item;
    uint64_t count = 0;
    size_t keep = 0;
    for (const struct item *one = item; one && one->base == base; one = one->newer) {
        keep = one->keep > keep ? one->keep : keep;
        last = one;
        count++;
    }
    size_t start = begin(out, RECORD_FRONTIER);
    bytes_add_string(out, base ? base->bytes : NULL, keep);
    bytes_add_number(out, count);
    for (const struct item *one = item; count > 0; one = one->newer, count--) {
        bytes_add_id(out, one->id);
        bytes_add_double(out, one->weight);
        bytes_add_number(out, one->depth);
        bytes_add_number(out, one->priority);
        bytes_add_number(out, one->keep);
        bytes_add_string(out, one->tail, one->tail_length);
    }
    end(out, start);
    return last->newer;
}

void record_frontier(struct bytes *out, const struct frontier *frontier)
{
    for (int queue = 0; queue < frontier->queue_count; queue++)
        for (int priority = 0; priority <= SPREAD_PRIORITY_MAX; priority++)
            for (const struct item *item = frontier->queues[queue].lines[priority].oldest; item;)
                item = record_group(out, item);
}

static void read_frontier(struct reader *body, struct frontier *frontier)
{
    size_t length;
    const void *bytes = reader_string(body, &length);
    struct base *base = length > 0 ? base_new(bytes, length) : NULL;
    for (uint64_t count = reader_number(body); count > 0; count--) {
        struct item_parts parts = {.id = reader_id(body), .base = base};
        parts.weight = reader_double(body);
        parts.depth = (unsigned)reader_number(body);
        parts.priority = (unsigned)reader_number(body);
        parts.keep = (size_t)reader_number(body);
        parts.tail = reader_string(body, &parts.tail_length);
        if (body->bad || parts.keep > length || parts.priority > SPREAD_PRIORITY_MAX)
            break;
        frontier_add(frontier, 0, &parts);
    }
    base_release(base);
}

void record_done(struct bytes *out, const struct item *item, uint64_t first, const struct run *run,
                 bool keep)
{
    size_t start = begin(out, RECORD_DONE);
    bytes_add_id(out, item->id);
    bytes_add_number(out, run->count);
    bytes_add_number(out, keep);
    if (keep)
        bytes_add_string(out, run->result, run->result_length);
    if (run->child_count > 0) {
        size_t common = item_common(item, run->base, run->base_length);
        bytes_add_id(out, first);
        bytes_add_number(out, common);
        bytes_add_string(out, (const unsigned char *)run->base + common, run->base_length - common);
        bytes_add(out, run->children.at, run->children.left);
    }
    end(out, start);
}

/* The children of an item that is done, as frontier_add_children() wants to have them. False: they
 * are damaged. */
static bool read_children(struct reader *body, struct past *past, const struct item *item,
                          uint64_t *first, struct run *run)
{
    size_t length;
    uint64_t count;
    *first = reader_id(body);
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

static void read_done(struct reader *body, struct past *past)
{
    struct item *item = frontier_find(past->frontier, reader_id(body));
    uint64_t counted = reader_number(body);
    bool kept = reader_number(body) != 0;
    size_t length = 0;
    const void *result = kept ? reader_string(body, &length) : NULL;
    if (!item || body->bad)
        return;
    past->state->done++;
    past->state->counted += counted;
    if (kept) {
        struct spread_item shown = item_show(item, &past->item);
        shown.number = past->state->done;
        past->visitor->result(past->visitor->data, &shown, result, length);
    }
    double weight = item->weight;
    struct run run;
    uint64_t first;
    if (body->left > 0 && read_children(body, past, item, &first, &run))
        weight = frontier_add_children(past->frontier, 0, item, first, &run);
    past->state->weight += weight;
    frontier_end(past->frontier, item);
}

void record_failed(struct bytes *out, const struct item *item, const char *sentence)
{
    size_t start = begin(out, RECORD_FAILED);
    bytes_add_id(out, item->id);
    bytes_add_string(out, sentence, strlen(sentence) + 1);
    end(out, start);
}

/* A string with its final zero; NULL: it has none. */
static const char *read_sentence(struct reader *body)
{
    size_t length;
    const char *sentence = reader_string(body, &length);
    return sentence && length > 0 && sentence[length - 1] == '\0' ? sentence : NULL;
}

static void read_failed(struct reader *body, struct past *past)
{
    struct item *item = frontier_find(past->frontier, reader_id(body));
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

static void add_shown(struct bytes *out, const struct spread_item *item)
{
    bytes_add_double(out, item->weight);
    bytes_add_number(out, item->depth);
    bytes_add_number(out, item->number);
    bytes_add_string(out, item->bytes, item->length);
}

static struct spread_item read_shown(struct reader *body)
{
    struct spread_item item = {.weight = reader_double(body)};
    item.depth = (unsigned)reader_number(body);
    item.number = reader_number(body);
    item.bytes = reader_string(body, &item.length);
    return item;
}

void record_old_result(struct bytes *out, const struct spread_item *item, const void *result,
                       size_t length)
{
    size_t start = begin(out, RECORD_OLD_RESULT);
    add_shown(out, item);
    bytes_add_string(out, result, length);
    end(out, start);
}

static void read_old_result(struct reader *body, const struct past *past)
{
    size_t length;
    struct spread_item item = read_shown(body);
    const void *result = reader_string(body, &length);
    if (!body->bad)
        past->visitor->result(past->visitor->data, &item, result, length);
}

void record_old_failure(struct bytes *out, const struct spread_item *item, const char *sentence)
{
    size_t start = begin(out, RECORD_OLD_FAILURE);
    add_shown(out, item);
    bytes_add_string(out, sentence, strlen(sentence) + 1);
    end(out, start);
}

static void read_old_failure(struct reader *body, const struct past *past)
{
    struct spread_item item = read_shown(body);
    const char *sentence = read_sentence(body);
    if (sentence)
        past->visitor->failure(past->visitor->data, &item, sentence);
}

void past_free(struct past *past)
{
    bytes_free(&past->item);
    bytes_free(&past->base);
}

bool record_read(struct reader *reader, struct past *past)
{
    struct reader body;
    if (!read_any(reader, &body))
        return false;
    switch ((enum record_kind)reader_kind(&body)) {
    case RECORD_STATE:
        read_state(&body, past->state);
        break;
    case RECORD_FRONTIER:
        read_frontier(&body, past->frontier);
        break;
    case RECORD_DONE:
        read_done(&body, past);
        break;
    case RECORD_FAILED:
        read_failed(&body, past);
        break;
    case RECORD_OLD_RESULT:
        read_old_result(&body, past);
        break;
    case RECORD_OLD_FAILURE:
        read_old_failure(&body, past);
        break;
    case RECORD_HEADER:
        break;
    }
    return true;
}
