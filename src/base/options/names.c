#include "base/options/private.h"

#include <ctype.h>
#include <string.h>

const struct command *grammar_command(const struct grammar *grammar, const char *name)
{
    for (const struct command *const *command = grammar->commands; *command; command++)
        if (strcmp((*command)->name, name) == 0)
            return *command;
    return NULL;
}

static const struct option *find_in_table(const struct option *table, const char *name)
{
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

const struct option *grammar_option(const struct grammar *grammar, const struct command *command,
                                    size_t number)
{
    const struct option *own = command ? command->options : NULL;
    for (const struct option *option = own; option && option->name; option++)
        if (number-- == 0)
            return option;
    for (const struct option *option = grammar->common; option && option->name; option++)
        if (!find_in_table(own, option->name) && number-- == 0)
            return option;
    return NULL;
}

const struct option *grammar_find(const struct grammar *grammar, const struct command *command,
                                  const char *name)
{
    const struct option *own = command ? find_in_table(command->options, name) : NULL;
    return own ? own : find_in_table(grammar->common, name);
}

const struct option *grammar_find_letter(const struct grammar *grammar,
                                         const struct command *command, char letter)
{
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        if (option->letter == letter)
            return option;
    return NULL;
}

void names_add(struct names *names, const char *name)
{
    *arena_push(&names->arena, names->list, names->count) = arena_copy(&names->arena, name);
}

void names_add_options(struct names *names, const struct grammar *grammar,
                       const struct command *command)
{
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        names_add(names, option->name);
    if (command)
        return;
    for (const struct command *const *any = grammar->commands; *any; any++)
        for (option = (*any)->options; option && option->name; option++)
            names_add(names, option->name);
}

void names_add_commands(struct names *names, const struct grammar *grammar)
{
    for (const struct command *const *command = grammar->commands; *command; command++)
        names_add(names, (*command)->name);
}

void names_free(struct names *names)
{
    arena_free(&names->arena);
}

int names_suggest(const struct names *names, const char *word, const char *before,
                  const char *otherwise, struct error *error)
{
    const char *nearest = options_nearest(word, names->list, names->count);
    if (nearest)
        return error_set(error, error->kind, "%s; did you mean %s%s?", error->text, before,
                         nearest);
    return otherwise ? error_set(error, error->kind, "%s; %s", error->text, otherwise) : -1;
}

struct quoted quote(const char *word)
{
    struct quoted quoted = {""};
    const size_t most = sizeof quoted.text - sizeof "'...'";
    size_t length = strlen(word);
    bool cut = length > most;
    if (cut)
        length = text_whole(word, most);
    char *end = quoted.text;
    *end++ = '\'';
    for (size_t i = 0; i < length; i++)
        *end++ = iscntrl((unsigned char)word[i]) ? '?' : word[i];
    strcpy(end, cut ? "...'" : "'");
    return quoted;
}

/* Longer words are not names of Tutti. */
enum { NEAREST_MAX = 64 };

static size_t options_names_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the number of letters to insert, remove, replace or swap with their neighbour to turn one
 * word into the other (the "optimal string alignment" distance). Ignores case. Keeps only the last
 * three rows of the table. */
static size_t edit_distance(const char *from, size_t from_length, const char *to, size_t to_length)
{
    size_t rows[3][NEAREST_MAX + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= to_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= from_length; i++) {
        int letter = tolower((unsigned char)from[i - 1]);
        row[0] = i;
        for (size_t j = 1; j <= to_length; j++) {
            int other = tolower((unsigned char)to[j - 1]);
            row[j] = options_names_smaller(above[j], row[j - 1]) + 1;
            row[j] = options_names_smaller(row[j], above[j - 1] + (letter != other));
            if (i > 1 && j > 1 && letter == tolower((unsigned char)to[j - 2]) &&
                other == tolower((unsigned char)from[i - 2]))
                row[j] = options_names_smaller(row[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[to_length];
}

/* Returns the only name that starts with the word, for users who are used to abbreviations. */
static const char *only_longer(const char *word, const char *const *names, size_t count)
{
    const char *found = NULL;
    for (size_t i = 0; i < count; i++) {
        if (strncasecmp(names[i], word, strlen(word)) != 0)
            continue;
        if (found && strcmp(found, names[i]) != 0)
            return NULL;
        found = names[i];
    }
    return found;
}

const char *options_nearest(const char *word, const char *const *names, size_t count)
{
    size_t length = strlen(word);
    if (length == 0 || length > NEAREST_MAX)
        return NULL;
    const char *nearest = NULL;
    size_t least = NEAREST_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        if (other > NEAREST_MAX)
            continue;
        /* Allows one mistake for every three letters, and requires at least one correct letter. */
        size_t longer = length > other ? length : other;
        size_t allowed = longer < 6 ? 1 : longer / 3;
        size_t distance = edit_distance(word, length, names[i], other);
        if (distance <= allowed && distance < options_names_smaller(length, other) &&
            distance < least) {
            nearest = names[i];
            least = distance;
        }
    }
    return nearest || length < 2 ? nearest : only_longer(word, names, count);
}
