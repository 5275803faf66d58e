/* options.c: models getopt() and similar functions. Their results are in argv, which is known to
 * come from an input. But only these functions know which options exist: each word could be one of
 * them. */
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/variables.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

MODEL_OF(getopt);
MODEL_OF(getopt_long);
MODEL_OF(getopt_long_only);
/* The name of getopt() in <unistd.h> if a program asks for POSIX. */
extern int __posix_getopt(int, char *const *, const char *); /* NOLINT */
MODEL_OF(__posix_getopt);

enum { OPTION_LENGTH = 64 }; /* limit on the length of a long option */

/* Records that the word was compared with an option; if an argument may follow the option, only up
 * to there. */
static void option_compare(const char *word, uint32_t variable, const char *option, bool prefix)
{
    size_t length = strlen(option);
    bool equal = prefix ? strncmp(word, option, length) == 0 : strcmp(word, option) == 0;
    event_text(variable, option, prefix ? length : 0, equal);
}

static void compare_short(const char *word, uint32_t variable, const char *letters)
{
    while (*letters == '+' || *letters == '-' || *letters == ':')
        letters++;
    for (; *letters; letters++) {
        char option[] = {'-', *letters, '\0'};
        if (*letters != ':' && *letters != ';')
            option_compare(word, variable, option, letters[1] == ':');
    }
}

static void compare_long(const char *word, uint32_t variable, const struct option *options)
{
    for (; options && options->name; options++) {
        char option[OPTION_LENGTH];
        if (snprintf(option, sizeof option, "--%s", options->name) < OPTION_LENGTH)
            option_compare(word, variable, option, false);
    }
}

/* Records that it matters whether there is a word of that number. */
static void need_word(int count, uint32_t counted, int number)
{
    if (!counted || node_is_origin(counted))
        return;
    bool there = count > number;
    uint32_t node = node_binary(SYMBOLIC_GREATER_SIGNED, SYMBOLIC_I1, counted, 0, (uint32_t)count,
                                (uint32_t)number, there);
    if (node)
        event_branch(EVENTS_IN_MODEL, node, there);
}

/* Returns whether the next word is the argument of this one. */
static bool wants_argument(const char *word, const char *letters, const struct option *options)
{
    if (word[0] != '-' || !word[1])
        return false;
    const char *letter = word[2] ? NULL : strchr(letters, word[1]);
    if (letter && letter[1] == ':' && letter[2] != ':')
        return true;
    for (; word[1] == '-' && options && options->name; options++)
        if (strcmp(word + 2, options->name) == 0)
            return options->has_arg == required_argument;
    return false;
}

/* Records the comparisons of the next word, once. */
static void option_look_at(int count, char *const *words, const char *letters,
                           const struct option *options)
{
    uint32_t counted = tutti_symbolic_arguments[0];
    static char *const *known_words;
    static int known;
    int next = optind > 0 ? optind : 1;
    if (known_words == words && next == known)
        return; /* another letter of the same word */
    known_words = words;
    known = next;
    if (!words || next > count || !state_enter())
        return;
    need_word(count, counted, next);
    const char *word = next < count ? words[next] : NULL;
    uint32_t variable = word ? variable_word(word, strlen(word)) : VARIABLE_NONE;
    if (variable != VARIABLE_NONE) {
        compare_short(word, variable, letters);
        compare_long(word, variable, options);
    }
    if (word && wants_argument(word, letters, options))
        need_word(count, counted, next + 1);
    state_leave();
}

int tutti_model_getopt(int count, char *const *words, const char *letters)
{
    option_look_at(count, words, letters, NULL);
    tutti_symbolic_result = 0;
    return getopt(count, words, letters);
}

int tutti_model___posix_getopt(int count, char *const *words, const char *letters)
{
    option_look_at(count, words, letters, NULL);
    tutti_symbolic_result = 0;
    return __posix_getopt(count, words, letters);
}

int tutti_model_getopt_long(int count, char *const *words, const char *letters,
                            const struct option *options, int *index)
{
    option_look_at(count, words, letters, options);
    int result = getopt_long(count, words, letters, options, index);
    if (index)
        tutti_symbolic_store(index, SYMBOLIC_I32, 0, 0);
    tutti_symbolic_result = 0;
    return result;
}

int tutti_model_getopt_long_only(int count, char *const *words, const char *letters,
                                 const struct option *options, int *index)
{
    option_look_at(count, words, letters, options);
    int result = getopt_long_only(count, words, letters, options, index);
    if (index)
        tutti_symbolic_store(index, SYMBOLIC_I32, 0, 0);
    tutti_symbolic_result = 0;
    return result;
}
