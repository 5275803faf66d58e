
#include "concolic/solver/words.h"

#include <string.h>

/* A condition on a text: equal to `text`, or to its first `length` bytes, or not. */
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

static bool words_fulfils(const char *word, const struct wish *wish)
{
    bool equal =
        wish->length ? strncmp(word, wish->text, wish->length) == 0 : strcmp(word, wish->text) == 0;
    return equal == wish->equal;
}

/* The conditions on one word: the constraints that must stay, and the goal. */
struct solver_words {
    struct wish *wishes;
    size_t count;
};

static bool all_fulfilled(const struct solver_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (!words_fulfils(word, &words->wishes[i]))
            return false;
    }
    return true;
}

/* Returns the part of the wish's text that must be equal. */
static char *words_wished(struct trace *trace, const struct wish *wish)
{
    size_t length = strlen(wish->text);
    if (wish->length && wish->length < length)
        length = wish->length;
    return arena_copy_bytes(&trace->arena, wish->text, length);
}

/* Returns the longest text that the word must begin with. Every other such text is a prefix of it,
 * or there is no such word. */
static char *words_beginning(struct trace *trace, const struct solver_words *words)
{
    char *longest = arena_copy(&trace->arena, "");
    for (size_t i = 0; i < words->count; i++) {
        char *text = words->wishes[i].equal ? words_wished(trace, &words->wishes[i]) : NULL;
        if (text && strlen(text) > strlen(longest))
            longest = text;
    }
    return longest;
}

/* Says whether the word must equal one whole text, which leaves no choice. */
static bool is_fixed(const struct solver_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        if (words->wishes[i].equal && !words->wishes[i].length)
            return true;
    }
    return false;
}

enum solver_answer words_solve(const struct solver_question *question, struct solver_model *model)
{
    static const char *const tails[] = {"",   "x",  "0",  "1",   "-", "xx",   "x1",
                                        "xy", "yx", "zz", "xyz", "_", "x_y_z"};
    struct trace *trace = question->trace;
    const struct constraint *constraint = &trace->constraints[question->constraint];
    struct solver_words words = {0};
    struct wish goal = wish_of(constraint);
    if (question->goal != GOAL_NEGATE)
        return SOLVER_UNKNOWN;
    for (uint32_t i = 0; i < question->constraint; i++) {
        const struct constraint *other = &trace->constraints[i];
        if (other->kind == EVENT_TEXT && other->expression == constraint->expression)
            *arena_push(&trace->arena, words.wishes, words.count) = wish_of(other);
    }
    goal.equal = !goal.equal;
    *arena_push(&trace->arena, words.wishes, words.count) = goal;
    const char *start = words_beginning(trace, &words);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        const char *word = arena_printf(&trace->arena, "%s%s", start, tails[i]);
        if (*word && all_fulfilled(&words, word)) {
            model->texts[constraint->expression] = word;
            model->changed[constraint->expression] = true;
            return SOLVER_FOUND;
        }
    }
    return is_fixed(&words) ? SOLVER_NONE : SOLVER_UNKNOWN;
}
