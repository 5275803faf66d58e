/* sort.c: models qsort() and bsearch().
 *
 * The C library would move elements without reporting it, and would use the results of the
 * program's function without recording them. So the models do the work themselves and ask the same
 * questions. They use the merge sort of the GNU C library up to 2.36, whose order of equal elements
 * programs have come to expect, and its binary search. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model/model.h"

#include <stdlib.h>
#include <string.h>

MODEL_OF(qsort);
MODEL_OF(qsort_r);
MODEL_OF(bsearch);

enum { BYTES_MAX = 64 << 20 }; /* limit on the bytes of an array that is sorted here */

struct sort {
    size_t size;
    int (*order)(const void *, const void *);
    int (*order_with)(const void *, const void *, void *);
    void *context;
    char *room; /* space for half of the elements, rounded up */
};

/* The result of the program's function. */
struct answer {
    int value;
    uint32_t expression;
};

static struct answer sort_ask(const struct sort *sort, const void *one, const void *other)
{
    struct answer answer;
    memset(tutti_symbolic_arguments, 0, 3 * sizeof *tutti_symbolic_arguments);
    tutti_symbolic_result = 0; /* stays so if the function is outside */
    tutti_symbolic_callee = sort->order ? (void *)sort->order : (void *)sort->order_with;
    answer.value =
        sort->order ? sort->order(one, other) : sort->order_with(one, other, sort->context);
    answer.expression = tutti_symbolic_result;
    tutti_symbolic_callee = NULL;
    return answer;
}

/* Compares the result with zero, and records this condition of the program, which has no place in
 * its code. */
static bool sort_is(enum symbolic_op op, bool holds, const struct answer *answer)
{
    if (!answer->expression || !state_enter())
        return holds;
    uint32_t condition =
        node_binary(op, SYMBOLIC_I1, answer->expression, 0, (uint32_t)answer->value, 0, holds);
    if (condition)
        event_branch(EVENTS_IN_MODEL, condition, holds);
    state_leave();
    return holds;
}

static bool is_greater(const struct answer *answer)
{
    return sort_is(SYMBOLIC_GREATER_SIGNED, answer->value > 0, answer);
}

static bool is_less(const struct answer *answer)
{
    return sort_is(SYMBOLIC_LESS_SIGNED, answer->value < 0, answer);
}

static void sort_move(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
    tutti_symbolic_copy(to, from, length);
}

static void sort_merge(const struct sort *sort, char *first, size_t first_count,
                       size_t second_count)
{
    size_t size = sort->size;
    char *second = first + first_count * size, *start = first, *to = sort->room;
    while (first_count > 0 && second_count > 0) {
        struct answer answer = sort_ask(sort, first, second);
        bool greater = is_greater(&answer);
        sort_move(to, greater ? second : first, size);
        to += size;
        if (greater) {
            second += size;
            second_count--;
        } else {
            first += size;
            first_count--;
        }
    }
    sort_move(to, first, first_count * size); /* the rest of the second half is already in place */
    to += first_count * size;
    sort_move(start, sort->room, (size_t)(to - sort->room));
}

/* Sorts each half first. The recursion is as deep as the count has bits. */
static void sort_part(const struct sort *sort, char *base, size_t count)
{
    if (count < 2)
        return;
    size_t half = count / 2;
    sort_part(sort, base, half);
    sort_part(sort, base + half * sort->size, count - half);
    sort_merge(sort, base, half, count - half);
}

/* Returns false if the C library must sort. */
static bool sort_all(struct sort *sort, void *base, size_t count)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, sort->size, &bytes) || bytes == 0 || bytes > BYTES_MAX)
        return false;
    sort->room = memory_map(bytes);
    if (!sort->room)
        return false;
    sort_part(sort, base, count);
    memory_unmap(sort->room, bytes);
    return true;
}

void tutti_model_qsort(void *base, size_t count, size_t size,
                       int (*order)(const void *, const void *))
{
    struct sort sort = {.size = size, .order = order};
    model_size(1, count);
    model_size(2, size);
    if (!sort_all(&sort, base, count))
        qsort(base, count, size, order);
}

void tutti_model_qsort_r(void *base, size_t count, size_t size,
                         int (*order)(const void *, const void *, void *), void *context)
{
    struct sort sort = {.size = size, .order_with = order, .context = context};
    model_size(1, count);
    model_size(2, size);
    if (!sort_all(&sort, base, count))
        qsort_r(base, count, size, order, context);
}

void *tutti_model_bsearch(const void *key, const void *base, size_t count, size_t size,
                          int (*order)(const void *, const void *))
{
    struct sort search = {.size = size, .order = order};
    size_t low = 0, high = count;
    const char *found = NULL;
    model_size(2, count);
    model_size(3, size);
    while (low < high && !found) {
        size_t middle = (low + high) / 2;
        const char *at = (const char *)base + middle * size;
        struct answer answer = sort_ask(&search, key, at);
        if (is_less(&answer))
            high = middle;
        else if (is_greater(&answer))
            low = middle + 1;
        else
            found = at;
    }
    tutti_symbolic_result = 0;
    return (void *)(uintptr_t)found;
}
