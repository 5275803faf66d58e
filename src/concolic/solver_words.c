#include "concolic/solver_private.h"

#include <string.h>

/* What a text must be like: equal to `text`, or its first `length` bytes, or not. */
struct wish {
    const char *text;
    size_t length; /* 0: all */
    bool equal;
};

static struct wish wish_of(const struct constraint *constraint)
{
    return (struct wish){
        .text = constraint->text, .length = constraint->value, .equal = constraint->taken};
}

static bool fulfils(const char *word, const struct wish *wish)
{
    bool equal =
        wish->length ? strncmp(word, wish->text, wish->length) == 0 : strcmp(word, wish->text) == 0;
    return equal == wish->equal;
}

struct words {
    const struct trace *trace;
    uint32_t before, variable;
    struct wish goal;
};

static bool all_fulfilled(const struct words *words, const char *word)
{
    if (!fulfils(word, &words->goal))
        return false;
    for (uint32_t i = 0; i < words->before; i++) {
        const struct constraint *constraint = &words->trace->constraints[i];
        struct wish wish = wish_of(constraint);
        if (constraint->kind == EVENT_TEXT && constraint->expression == words->variable &&
            !fulfils(word, &wish))
            return false;
    }
    return true;
}

/* The text that a wish is about, as far as it must be equal. */
static char *wished(struct trace *trace, const struct wish *wish)
{
    size_t length = strlen(wish->text);
    if (wish->length && wish->length < length)
        length = wish->length;
    return arena_copy_bytes(&trace->arena, wish->text, length);
}

/* The longest that it must begin with: every other one is a beginning of that, or there is no such
 * word. */
static char *beginning(struct trace *trace, const struct words *words)
{
    char *longest = words->goal.equal ? wished(trace, &words->goal) : arena_copy(&trace->arena, "");
    for (uint32_t i = 0; i < words->before; i++) {
        const struct constraint *constraint = &trace->constraints[i];
        struct wish wish = wish_of(constraint);
        if (constraint->kind != EVENT_TEXT || constraint->expression != words->variable ||
            !wish.equal)
            continue;
        char *text = wished(trace, &wish);
        if (strlen(text) > strlen(longest))
            longest = text;
    }
    return longest;
}

enum solver_answer words_solve(const struct solver_question *question, struct solver_model *model)
{
    static const char *const tails[] = {"",   "x",  "0",  "1",   "-", "xx",   "x1",
                                        "xy", "yx", "zz", "xyz", "_", "x_y_z"};
    struct trace *trace = question->trace;
    const struct constraint *constraint = &trace->constraints[question->constraint];
    struct words words = {.trace = trace,
                          .before = question->constraint,
                          .variable = constraint->expression,
                          .goal = wish_of(constraint)};
    if (question->goal != GOAL_NEGATE)
        return SOLVER_UNKNOWN;
    words.goal.equal = !words.goal.equal;
    const char *start = beginning(trace, &words);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        const char *word = arena_printf(&trace->arena, "%s%s", start, tails[i]);
        if (*word && all_fulfilled(&words, word)) {
            model->texts[words.variable] = word;
            model->changed[words.variable] = true;
            return SOLVER_FOUND;
        }
    }
    /* A whole text that must be equal leaves no choice; otherwise there may be words still. */
    struct wish whole = {.text = start, .equal = true};
    bool fixed = words.goal.equal && !words.goal.length;
    for (uint32_t i = 0; !fixed && i < words.before; i++) {
        const struct constraint *other = &trace->constraints[i];
        fixed = other->kind == EVENT_TEXT && other->expression == words.variable && other->taken &&
                !other->value;
    }
    return fixed || !all_fulfilled(&words, whole.text) ? SOLVER_NONE : SOLVER_UNKNOWN;
}
