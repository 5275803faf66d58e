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
    bytes_add_number(&out->children, keep);
    bytes_add_share(&out->children, share);
    bytes_add_string(&out->children, tail, length);
    out->child_count++;
}

void out_clear(struct spread_out *out)
{
    bytes_clear(&out->result);
    bytes_clear(&out->base);
    bytes_clear(&out->children);
    out->has_result = false;
    out->child_count = out->count = 0;
}

void out_free(struct spread_out *out)
{
    bytes_free(&out->result);
    bytes_free(&out->base);
    bytes_free(&out->children);
}

static size_t longest_keep(struct reader children, uint64_t count)
{
    size_t longest = 0, length;
    for (; count > 0; count--) {
        size_t keep = (size_t)reader_number(&children);
        reader_share(&children);
        reader_string(&children, &length);
        longest = keep > longest ? keep : longest;
    }
    return longest;
}

void run_write(const struct run *run, struct bytes *bytes)
{
    bytes_add_number(bytes, run->has_result);
    bytes_add_number(bytes, run->count);
    bytes_add_string(bytes, run->result, run->result_length);
    bytes_add_string(bytes, run->base, run->base_length);
    bytes_add_number(bytes, run->child_count);
    bytes_add(bytes, run->children.at, run->children.left);
}

void out_write(const struct spread_out *out, struct bytes *bytes)
{
    struct run run = {.has_result = out->has_result,
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
    child->keep = (size_t)reader_number(&run->children);
    child->share = reader_share(&run->children);
    child->tail = reader_string(&run->children, &child->tail_length);
    return true;
}

bool run_read(struct reader *reader, struct run *run)
{
    run->has_result = reader_number(reader) != 0;
    run->count = reader_number(reader);
    run->result = reader_string(reader, &run->result_length);
    run->base = reader_string(reader, &run->base_length);
    run->child_count = reader_number(reader);
    run->children = *reader;
    struct run all = *run;
    struct run_child child;
    uint64_t count = 0;
    for (; !reader->bad && run_next_child(&all, &child); count++)
        if (all.children.bad || child.keep > run->base_length ||
            !(child.share >= 0 && child.share <= 1))
            return false;
    return !reader->bad && count == run->child_count;
}
