#include "spread/run.h"

#include <stdlib.h>

void spread_result(struct spread_out *out, const void *bytes, size_t length)
{
    bytes_clear(&out->result);
    bytes_add(&out->result, bytes, length);
    out->has_result = true;
}

void spread_count(struct spread_out *out, uint64_t count)
{
    out->count = count;
}

void spread_base(struct spread_out *out, const void *bytes, size_t length)
{
    bytes_clear(&out->base);
    bytes_add(&out->base, bytes, length);
}

void spread_child(struct spread_out *out, size_t keep, const void *tail, size_t length,
                  double share)
{
    if (keep > out->base.length || !(share >= 0 && share <= 1))
        abort();
    /* Most searches have no priorities: then they take no bytes. */
    bytes_add_number(&out->children, 2 * (uint64_t)keep + (out->priority > 0));
    if (out->priority > 0)
        bytes_add_number(&out->children, out->priority);
    bytes_add_share(&out->children, share);
    bytes_add_string(&out->children, tail, length);
    out->child_count++;
}

void spread_priority(struct spread_out *out, unsigned priority)
{
    if (priority > SPREAD_PRIORITY_MAX)
        abort();
    out->priority = priority;
}

void spread_near(struct spread_out *out)
{
    out->near = true;
}

void out_clear(struct spread_out *out)
{
    bytes_clear(&out->result);
    bytes_clear(&out->base);
    bytes_clear(&out->children);
    out->has_result = out->near = false;
    out->child_count = out->count = 0;
    out->priority = 0;
}

void out_free(struct spread_out *out)
{
    bytes_free(&out->result);
    bytes_free(&out->base);
    bytes_free(&out->children);
}

static void read_child(struct reader *children, struct run_child *child)
{
    uint64_t keep = reader_number(children);
    child->keep = (size_t)(keep / 2);
    child->priority = keep % 2 ? (unsigned)reader_number(children) : 0;
    child->share = reader_share(children);
    child->tail = reader_string(children, &child->tail_length);
}

static size_t longest_keep(struct reader children, uint64_t count)
{
    size_t longest = 0;
    struct run_child child;
    for (; count > 0; count--) {
        read_child(&children, &child);
        longest = child.keep > longest ? child.keep : longest;
    }
    return longest;
}

void run_write(const struct run *run, struct bytes *bytes)
{
    bytes_add_number(bytes, (run->has_result ? 1 : 0) + (run->near ? 2 : 0));
    bytes_add_number(bytes, run->count);
    bytes_add_string(bytes, run->result, run->result_length);
    bytes_add_string(bytes, run->base, run->base_length);
    bytes_add_number(bytes, run->child_count);
    bytes_add(bytes, run->children.at, run->children.left);
}

void out_write(const struct spread_out *out, struct bytes *bytes)
{
    struct run run = {.has_result = out->has_result,
                      .near = out->near,
                      .count = out->count,
                      .result = out->result.data,
                      .result_length = out->has_result ? out->result.length : 0,
                      .base = out->base.data,
                      .child_count = out->child_count,
                      .children = reader_of(out->children.data, out->children.length)};
    run.base_length = longest_keep(run.children, run.child_count);
    run_write(&run, bytes);
}

bool run_next_child(struct run *run, struct run_child *child)
{
    if (run->children.left == 0)
        return false;
    read_child(&run->children, child);
    return true;
}

bool run_children_fit(const struct run *run, uint64_t *count)
{
    struct run all = *run;
    struct run_child child;
    for (*count = 0; !all.children.bad && run_next_child(&all, &child); ++*count)
        if (child.keep > run->base_length || child.priority > SPREAD_PRIORITY_MAX ||
            !(child.share >= 0 && child.share <= 1))
            return false;
    return !all.children.bad;
}

bool run_read(struct reader *reader, struct run *run)
{
    uint64_t flags = reader_number(reader);
    run->has_result = flags & 1;
    run->near = flags & 2;
    run->count = reader_number(reader);
    run->result = reader_string(reader, &run->result_length);
    run->base = reader_string(reader, &run->base_length);
    run->child_count = reader_number(reader);
    run->children = *reader;
    uint64_t count;
    return run_children_fit(run, &count) && count == run->child_count;
}
