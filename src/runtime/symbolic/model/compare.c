/* compare.c: models functions that compare texts.
 *
 * If a text of an input is compared with another text, it could be equal to that: this is an event
 * of its own. If each byte is a variable, the result is an expression that is zero if all are
 * equal. */
#include "runtime/symbolic/model/compare.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/variables.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

MODEL_OF(strcmp);
MODEL_OF(strncmp);
MODEL_OF(strcasecmp);
MODEL_OF(strncasecmp);
MODEL_OF(memcmp);
MODEL_OF(bcmp); /* NOLINT(bugprone-unsafe-functions,cert-msc24-c) */

enum { WORD_MOST = 4096 }; /* limit on the bytes of a compared text */

static void compare_swap(struct comparison *comparison)
{
    const struct comparison was = *comparison;
    comparison->a = was.b;
    comparison->length_a = was.length_b;
    comparison->b = was.a;
    comparison->length_b = was.length_a;
}

/* Returns the expression of a byte, 0 if it has none for computing. */
static uint32_t byte_at(const char *at)
{
    uint32_t id = shadow_load(at, SYMBOLIC_I8, (unsigned char)*at);
    return node_is_origin(id) ? 0 : id;
}

/* Returns whether two bytes are equal, at least one of which is symbolic. For letters of any case,
 * the bit by which the cases differ is set in both. */
static uint32_t bytes_equal(uint32_t a, uint32_t b, unsigned char value_a, unsigned char value_b,
                            bool any_case)
{
    unsigned char bit = 'a' ^ 'A';
    unsigned char letter = b ? value_a : value_b; /* the known one */
    if (any_case && !(a && b) && isalpha(letter)) {
        a = a ? node_binary(SYMBOLIC_OR, SYMBOLIC_I8, a, 0, value_a, bit, value_a | bit) : 0;
        b = b ? node_binary(SYMBOLIC_OR, SYMBOLIC_I8, b, 0, value_b, bit, value_b | bit) : 0;
        value_a |= bit;
        value_b |= bit;
    }
    return node_binary(SYMBOLIC_EQUAL, SYMBOLIC_I1, a, b, value_a, value_b, value_a == value_b);
}

/* Returns the expression of the result; 0: it does not depend on symbolic bytes. */
static uint32_t compare_bytes(const struct comparison *comparison)
{
    uint32_t all = 0;
    bool equal = true;
    if (comparison->length_a != comparison->length_b)
        return 0; /* as long as the lengths stay the same */
    for (size_t i = 0; i < comparison->length_a; i++) {
        unsigned char value_a = (unsigned char)comparison->a[i];
        unsigned char value_b = (unsigned char)comparison->b[i];
        uint32_t a = byte_at(comparison->a + i), b = byte_at(comparison->b + i);
        bool same =
            comparison->any_case ? tolower(value_a) == tolower(value_b) : value_a == value_b;
        if (!a && !b && !same)
            return 0;
        if (!a && !b)
            continue;
        uint32_t here = bytes_equal(a, b, value_a, value_b, comparison->any_case);
        if (here && all)
            all = node_binary(SYMBOLIC_AND, SYMBOLIC_I1, all, here, equal, same, equal && same);
        else if (here)
            all = here;
        equal = equal && same;
    }
    uint32_t zero = node_constant(SYMBOLIC_I32, 0);
    uint32_t order = comparison->order ? (uint32_t)comparison->order : 1;
    uint32_t other = node_constant(SYMBOLIC_I32, order);
    if (!all || !zero || !other)
        return 0;
    return node_make(SYMBOLIC_CHOOSE, SYMBOLIC_I32, all, zero, other, (uint32_t)comparison->order);
}

/* Returns the length of a text, of which `known` bytes were compared, none of them zero. The text
 * extends as far as bytes come from an input. There may be no memory after that; but where there is
 * a tag, there is memory. */
static size_t whole_word(const char *text, size_t known)
{
    const unsigned char *tags = (const unsigned char *)(uintptr_t)SYMBOLIC_TAGS; /* NOLINT */
    for (uintptr_t at = (uintptr_t)text + known; known < WORD_MOST; known++, at++)
        if (!(tags[at >> 3] >> (at & 7) & 1) || !text[known])
            break;
    return known;
}

/* Records the comparison of a text `a` from an input with a text `b` that is not; returns false if
 * that is not possible. */
static bool compare_word(const struct comparison *comparison)
{
    size_t length = comparison->length_a;
    if (length == comparison->most) /* the text may be longer */
        length = whole_word(comparison->a, length);
    uint32_t word = variable_word(comparison->a, length);
    if (word == VARIABLE_NONE)
        return false;
    event_text(word, comparison->b, comparison->most, comparison->order == 0);
    return true;
}

int compared(struct comparison *comparison)
{
    uint32_t result = 0;
    bool any = shadow_any(comparison->a, comparison->length_a) ||
               shadow_any(comparison->b, comparison->length_b);
    if (any && state_enter()) {
        if (!compare_word(comparison)) {
            compare_swap(comparison);
            if (!compare_word(comparison))
                result = compare_bytes(comparison);
        }
        state_leave();
    }
    tutti_symbolic_result = result;
    return comparison->order;
}

int tutti_model_strcmp(const char *a, const char *b)
{
    return compared(&(struct comparison){
        .a = a, .b = b, .length_a = strlen(a), .length_b = strlen(b), .order = strcmp(a, b)});
}

int tutti_model_strcasecmp(const char *a, const char *b)
{
    return compared(&(struct comparison){.a = a,
                                         .b = b,
                                         .length_a = strlen(a),
                                         .length_b = strlen(b),
                                         .any_case = true,
                                         .order = strcasecmp(a, b)});
}

/* Models comparisons of at most `most` bytes of texts that need not end. */
static int compared_most(struct comparison *comparison, size_t most)
{
    if (most == 0) {
        tutti_symbolic_result = 0;
        return comparison->order;
    }
    model_size(2, most);
    comparison->most = most;
    comparison->length_a = strnlen(comparison->a, most);
    comparison->length_b = strnlen(comparison->b, most);
    return compared(comparison);
}

int tutti_model_strncmp(const char *a, const char *b, size_t most)
{
    return compared_most(&(struct comparison){.a = a, .b = b, .order = strncmp(a, b, most)}, most);
}

int tutti_model_strncasecmp(const char *a, const char *b, size_t most)
{
    return compared_most(
        &(struct comparison){.a = a, .b = b, .any_case = true, .order = strncasecmp(a, b, most)},
        most);
}

int tutti_model_memcmp(const void *a, const void *b, size_t length)
{
    struct comparison comparison = {.a = a,
                                    .b = b,
                                    .length_a = length,
                                    .length_b = length,
                                    .most = length,
                                    .order = memcmp(a, b, length)};
    model_size(2, length);
    /* Long memory is hardly a word, and its expression is of no use. */
    if (length > 0 && length <= WORD_MOST && !memchr(a, 0, length) && !memchr(b, 0, length))
        return compared(&comparison);
    tutti_symbolic_result = 0;
    return comparison.order;
}

int tutti_model_bcmp(const void *a, const void *b, size_t length)
{
    return tutti_model_memcmp(a, b, length);
}
