#include "concolic/search/yield.h"

#include "base/memory.h"

#include <stdlib.h>

void yield_add(struct yield *yield, const struct input *input, const struct aim *aim)
{
    yield->children =
        memory_room(yield->children, yield->count, &yield->space, sizeof *yield->children);
    struct child *child = &yield->children[yield->count++];
    *child = (struct child){.priority = aim->priority};
    input_write(input, &child->bytes);
    aim_write(aim, &child->bytes);
}

static size_t yield_common(const struct spread_item *item, const struct bytes *child)
{
    const unsigned char *bytes = item->bytes;
    size_t count = 0, most = item->length < child->length ? item->length : child->length;
    while (count < most && bytes[count] == child->data[count])
        count++;
    return count;
}

static void search_yield_give(const struct spread_item *item, const struct child *child,
                              size_t count, struct spread_out *out)
{
    size_t keep = yield_common(item, &child->bytes);
    spread_priority(out, child->priority);
    spread_child(out, keep, child->bytes.data + keep, child->bytes.length - keep,
                 1 / (double)(count + 1));
}

/* Hands out the same test once more, for a part that remains. */
static void give_again(const struct spread_item *item, const struct input *input,
                       const struct aim *aim, struct yield *yield, struct spread_out *out)
{
    yield_add(yield, input, aim);
    yield->count--;
    search_yield_give(item, &yield->children[yield->count], yield->count + 1, out);
    bytes_free(&yield->children[yield->count].bytes);
}

/* The child that is added last is run first. The remaining parts come after all children, in a
 * depth-first search too. */
void yield_give(const struct spread_item *item, const struct input *input, struct yield *yield,
                struct spread_out *out)
{
    spread_base(out, item->bytes, item->length);
    if (yield->early)
        give_again(item, input, &yield->whole, yield, out);
    if (yield->any_hard)
        give_again(item, input, &yield->hard, yield, out);
    if (yield->any_left)
        give_again(item, input, &yield->rest, yield, out);
    for (size_t i = yield->count; i > 0; i--) {
        search_yield_give(item, &yield->children[i - 1], yield->count, out);
        bytes_free(&yield->children[i - 1].bytes);
    }
    free(yield->children);
}
