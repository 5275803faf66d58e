/* print.c: prints the tables for people: --help and the option part of the manual pages. */
#include "base/options/private.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_WIDTH = 80, LEFT_WIDTH_MAX = 28, GAP = 2 };

/* Returns the width in columns of a terminal, for text with one column per character. */
static size_t width_of(const char *string, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)string[i] & 0xc0) != 0x80;
    return width;
}

static void add_spaces(struct text *out, size_t count)
{
    text_addf(out, "%*s", (int)count, "");
}

/* Adds the words, wrapped, from column `indent` on, where the line already is, and ends the
 * line. */
static void add_wrapped(struct text *out, size_t indent, const char *words, size_t length)
{
    const char *end = words + length;
    size_t column = indent;
    for (;;) {
        while (words < end && isspace((unsigned char)*words))
            words++;
        if (words == end)
            break;
        const char *word = words;
        while (words < end && !isspace((unsigned char)*words))
            words++;
        size_t width = width_of(word, (size_t)(words - word));
        if (column > indent && column + 1 + width > PAGE_WIDTH) {
            text_add_char(out, '\n');
            add_spaces(out, indent);
            column = indent;
        } else if (column > indent) {
            text_add_char(out, ' ');
            column++;
        }
        text_add_bytes(out, word, (size_t)(words - word));
        column += width;
    }
    text_add_char(out, '\n');
}

/* Wraps paragraphs; keeps empty lines, and lines that start with a space. */
static void add_paragraphs(struct text *out, const char *description)
{
    for (const char *at = description; *at;) {
        size_t length = strcspn(at, "\n");
        if (length > 0 && *at != ' ') {
            const char *more = at + length;
            while (more[0] == '\n' && more[1] && more[1] != '\n' && more[1] != ' ')
                more += 1 + strcspn(more + 1, "\n");
            length = (size_t)(more - at);
            add_wrapped(out, 0, at, length);
        } else {
            text_add_bytes(out, at, length);
            text_add_char(out, '\n');
        }
        at += length + (at[length] == '\n');
    }
}

/* Adds a row of two columns; if the left one is too wide, it gets a line of its own. */
static void options_print_add_row(struct text *out, const char *left, size_t left_width,
                                  const char *right)
{
    size_t width = width_of(left, strlen(left)), indent = GAP + left_width + GAP;
    text_addf(out, "%*s%s", GAP, "", left);
    if (width > left_width) {
        text_add_char(out, '\n');
        add_spaces(out, indent);
    } else {
        add_spaces(out, left_width + GAP - width);
    }
    add_wrapped(out, indent, right, strlen(right));
}

/* Adds names as in a sentence: "a, b or c". */
static void options_print_add_list(struct text *out, const struct names *names, const char *around)
{
    for (size_t i = 0; i < names->count; i++)
        text_addf(out, "%s%s%s%s",
                  i == 0                  ? ""
                  : i + 1 == names->count ? " or "
                                          : ", ",
                  around, names->list[i], around);
}

/* Adds "1 to 64", "at least 1" or nothing. */
static void options_print_add_range(struct text *out, const struct option *option)
{
    bool limited = option->minimum != 0 || option->maximum != 0;
    if ((option->kind != OPTION_NUMBER && option->kind != OPTION_SECONDS) || !limited)
        return;
    if (option_maximum(option) == LONG_MAX)
        text_addf(out, "at least %ld", option_minimum(option));
    else
        text_addf(out, "%ld to %ld", option_minimum(option), option_maximum(option));
}

/* Returns "-n, --ranks=N"; long names are aligned, whether there is a letter or not. */
static char *left_of(const struct option *option)
{
    struct text left;
    text_init(&left, 256);
    if (option->letter)
        text_addf(&left, "-%c, ", option->letter);
    else
        text_add(&left, "    ");
    text_addf(&left, "--%s", option->name);
    if (option->kind != OPTION_FLAG)
        text_addf(&left, "=%s", option_argument(option));
    return left.data;
}

/* Returns the help of the option, followed in brackets by its possible values and its default. */
static char *right_of(const struct option *option)
{
    struct text right, facts;
    text_init(&right, 4096);
    text_init(&facts, 4096);
    text_add(&right, option->help);
    struct names choices = option_choices(option);
    options_print_add_list(&facts, &choices, "");
    names_free(&choices);
    options_print_add_range(&facts, option);
    if (option->initial && *option->initial)
        text_addf(&facts, "%sdefault: %s", facts.length ? "; " : "", option->initial);
    if (facts.length)
        text_addf(&right, " (%s)", facts.data);
    text_free(&facts);
    return right.data;
}

/* The options that every grammar has. */
static const struct option HELP = {
    .name = "help", .letter = 'h', .kind = OPTION_FLAG, .help = "show this text"};
static const struct option VERSION = {
    .name = "version", .kind = OPTION_FLAG, .help = "show the version"};

/* The options in the order of --help: the verb's own, common ones, built-in ones. */
struct rows {
    struct arena arena;
    const struct option **list;
    size_t count;
    size_t own; /* number of the verb's own options */
};

static struct rows collect_rows(const struct grammar *grammar, const struct command *command)
{
    struct rows rows = {0};
    const struct option *option;
    for (option = command ? command->options : NULL; option && option->name; option++)
        rows.own++;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        *arena_push(&rows.arena, rows.list, rows.count) = option;
    *arena_push(&rows.arena, rows.list, rows.count) = &HELP;
    if (!command)
        *arena_push(&rows.arena, rows.list, rows.count) = &VERSION;
    return rows;
}

static void add_option_rows(struct text *out, const struct grammar *grammar,
                            const struct command *command)
{
    struct rows rows = collect_rows(grammar, command);
    size_t left_width = 0;
    for (size_t i = 0; i < rows.count; i++) {
        char *left = left_of(rows.list[i]);
        size_t width = width_of(left, strlen(left));
        if (width > left_width && width <= LEFT_WIDTH_MAX)
            left_width = width;
        free(left);
    }
    for (size_t i = 0; i < rows.count; i++) {
        if (i == 0 && rows.own)
            text_add(out, "\nOptions:\n");
        if (i == rows.own)
            text_add(out, "\nCommon options:\n");
        char *left = left_of(rows.list[i]), *right = right_of(rows.list[i]);
        options_print_add_row(out, left, left_width, right);
        free(left);
        free(right);
    }
    arena_free(&rows.arena);
}

static void add_verbs(struct text *out, const struct grammar *grammar)
{
    size_t left_width = 0;
    for (const struct command *const *command = grammar->commands; *command; command++) {
        size_t width = width_of((*command)->name, strlen((*command)->name));
        left_width = width > left_width ? width : left_width;
    }
    text_add(out, "\nVerbs:\n");
    for (const struct command *const *command = grammar->commands; *command; command++)
        options_print_add_row(out, (*command)->name, left_width, (*command)->summary);
}

static const char ELSEWHERE[] =
    "Options can also come from the environment (TUTTI_TIME_LIMIT=10 for --time-limit=10) and from "
    "the file .tutti.conf of a project (time-limit = 10). --no-NAME turns a flag off.";

void options_print_help(const struct grammar *grammar, const struct command *command,
                        struct text *out)
{
    if (command) {
        const char *synopsis = command->synopsis ? command->synopsis : "";
        char *usage = memory_printf("tutti %s %s", command->name, synopsis);
        text_add(out, "usage: ");
        add_wrapped(out, strlen("usage: "), usage, strlen(usage));
        free(usage);
        text_add_char(out, '\n');
        add_paragraphs(out, command->description ? command->description : command->summary);
    } else {
        text_add(out, "usage: tutti VERB [options] [operands]\n\n"
                      "Tutti finds, proves, explains and survives bugs of MPI programs.\n");
        add_verbs(out, grammar);
    }
    add_option_rows(out, grammar, command);
    text_add_char(out, '\n');
    if (!command)
        text_add(out, "'tutti VERB --help' explains a verb and its own options.\n");
    add_wrapped(out, 0, ELSEWHERE, strlen(ELSEWHERE));
}

/* Adds text with its special characters escaped for scdoc. */
static void add_escaped(struct text *out, const char *string)
{
    for (; *string; string++) {
        if (ispunct((unsigned char)*string) && strchr("\\*_+`#<>[]|~", *string))
            text_add_char(out, '\\');
        text_add_char(out, (char)(*string == '\n' ? ' ' : *string));
    }
}

static void add_manual_option(struct text *out, const struct option *option)
{
    text_add_char(out, '\n');
    if (option->letter)
        text_addf(out, "*-%c*, ", option->letter);
    text_add(out, "*--");
    add_escaped(out, option->name);
    text_add_char(out, '*');
    if (option->kind != OPTION_FLAG) {
        text_add(out, "=_");
        add_escaped(out, option_argument(option));
        text_add_char(out, '_');
    }
    text_add(out, "\n\t");
    /* A sentence starts with a capital letter in the manual. */
    char first[] = {(char)toupper((unsigned char)option->help[0]), '\0'};
    add_escaped(out, first);
    add_escaped(out, option->help + (*option->help != '\0'));
    text_add_char(out, '.');
    struct names choices = option_choices(option);
    if (choices.count) {
        text_add(out, " One of ");
        options_print_add_list(out, &choices, "*");
        text_add_char(out, '.');
    }
    names_free(&choices);
    struct text range;
    text_init(&range, 128);
    options_print_add_range(&range, option);
    if (range.length)
        text_addf(out, " %c%s.", toupper((unsigned char)range.data[0]), range.data + 1);
    text_free(&range);
    if (option->initial && *option->initial) {
        text_add(out, " Default: ");
        add_escaped(out, option->initial);
        text_add_char(out, '.');
    }
    text_add_char(out, '\n');
}

void options_print_manual(const struct grammar *grammar, const struct command *command,
                          struct text *out)
{
    struct rows rows = collect_rows(grammar, command);
    text_add(out, "# OPTIONS\n");
    for (size_t i = 0; i < rows.count; i++) {
        if (i == rows.own && rows.own)
            text_add(out, "\n## Common options\n");
        add_manual_option(out, rows.list[i]);
    }
    text_add_char(out, '\n');
    add_escaped(out, ELSEWHERE);
    text_add_char(out, '\n');
    arena_free(&rows.arena);
}

static void options_print_add_trusted(struct text *out, const struct command *command,
                                      const struct option *options)
{
    for (const struct option *option = options; option && option->name; option++)
        if (option->effect != EFFECT_HARMLESS)
            text_addf(out, "%s%s%s%s\n", command ? command->name : "", command ? " " : "",
                      option->name, option->effect == EFFECT_UNDECIDED ? " undecided" : "");
}

void options_print_trusted(const struct grammar *grammar, struct text *out)
{
    options_print_add_trusted(out, NULL, grammar->common);
    for (const struct command *const *command = grammar->commands; *command; command++)
        options_print_add_trusted(out, *command, (*command)->options);
}
