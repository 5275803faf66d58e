/* complete_fish.c: prints completion for fish: a line for every verb, and for every option of every
 * verb. */
#include "base/options/private.h"

#include <stdlib.h>
#include <string.h>

/* Adds text inside single quotes: a quote and a backslash need a backslash. */
static void add_quoted(struct text *out, const char *string)
{
    for (; *string; string++) {
        if (strchr("'\\", *string))
            text_add_char(out, '\\');
        text_add_char(out, (char)(*string == '\n' ? ' ' : *string));
    }
}

static void add_description(struct text *out, const char *before, const char *description)
{
    text_addf(out, " -d '%s", before);
    add_quoted(out, description);
    text_add(out, "'\n");
}

/* Returns the name of the function that prints the words of an option. */
static char *words_function(const struct option *option)
{
    char *name = memory_printf("__tutti_words_%s", option->name);
    for (char *at = name; *at; at++)
        if (*at == '-')
            *at = '_';
    return name;
}

static void options_complete_fish_add_words(struct text *out, const char *(*words)(size_t number))
{
    const char *word;
    for (size_t number = 0; (word = words(number)); number++) {
        text_add(out, number ? " " : "");
        add_quoted(out, word);
    }
}

static void options_complete_fish_add_value(struct text *out, const struct option *option)
{
    switch (option->kind) {
    case OPTION_FLAG:
        break;
    case OPTION_FILE:
        text_add(out, " -r -F");
        break;
    case OPTION_DIRECTORY:
        text_add(out, " -x -a '(__tutti_directories)'");
        break;
    case OPTION_CHOICE: {
        struct names choices = option_choices(option);
        text_add(out, " -x -a '");
        for (size_t i = 0; i < choices.count; i++) {
            text_add(out, i ? " " : "");
            add_quoted(out, choices.list[i]);
        }
        text_add_char(out, '\'');
        names_free(&choices);
        break;
    }
    default:
        text_add(out, " -x");
        if (option->words) {
            char *function = words_function(option);
            text_addf(out, " -a '(__tutti_list %s)'", function);
            free(function);
        }
        break;
    }
}

static void options_complete_fish_add_option(struct text *out, const struct command *command,
                                             const struct option *option)
{
    text_addf(out, "complete -c tutti -n '__tutti_verb %s' -l %s", command->name, option->name);
    if (option->letter)
        text_addf(out, " -s %c", option->letter);
    options_complete_fish_add_value(out, option);
    add_description(out, "", option->help);
    if (!option_offers_negated(option))
        return;
    text_addf(out, "complete -c tutti -n '__tutti_verb %s; and __tutti_negating' -l no-%s",
              command->name, option->name);
    add_description(out, "not: ", option->help);
}

static void add_operands(struct text *out, const struct command *command)
{
    if (command->operands == OPERANDS_NONE)
        return;
    text_addf(out, "complete -c tutti -n '__tutti_verb %s' ", command->name);
    if (command->words) {
        text_add(out, "-a '");
        options_complete_fish_add_words(out, command->words);
        text_add(out, "'\n");
    } else if (command->operands == OPERANDS_PROGRAM ||
               command->operands == OPERANDS_PROGRAM_OR_NONE) {
        text_add(out, "-F -a '(__fish_complete_subcommand --fcs-skip=2)'\n");
    } else {
        text_add(out, "-F\n");
    }
}

static void add_verb(struct text *out, const struct grammar *grammar, const struct command *command)
{
    text_addf(out, "\ncomplete -c tutti -n __tutti_no_verb -a '%s'", command->name);
    add_description(out, "", command->summary);
    text_addf(out, "complete -c tutti -n '__tutti_verb help' -a '%s'", command->name);
    add_description(out, "", command->summary);
    add_operands(out, command);
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        options_complete_fish_add_option(out, command, option);
}

static void add_words_function(struct text *out, const struct option *option)
{
    if (!option->words)
        return;
    char *function = words_function(option);
    text_addf(out, "function %s\n    printf '%%s\\n' ", function);
    options_complete_fish_add_words(out, option->words);
    text_add(out, "\nend\n\n");
    free(function);
}

static const char FUNCTIONS[] =
    "# Whether the verb is the one named.\n"
    "function __tutti_verb\n"
    "    set -l words (commandline -opc)\n"
    "    set -q words[2]; and test $words[2] = $argv[1]\n"
    "end\n"
    "\n"
    "function __tutti_no_verb\n"
    "    test (count (commandline -opc)) -eq 1\n"
    "end\n"
    "\n"
    "function __tutti_directories\n"
    "    __fish_complete_directories (commandline -ct | string replace -r -- '^--[^=]*=' '')\n"
    "end\n"
    "\n"
    "# The words that the function prints, behind what the list has already.\n"
    "function __tutti_list\n"
    "    set -l value (commandline -ct | string replace -r -- '^--[^=]*=' '')\n"
    "    set -l before (string match -r -- '.*,' $value)\n"
    "    printf '%s\\n' \"$before\"(eval $argv[1])\n"
    "end\n"
    "\n"
    "function __tutti_negating\n"
    "    string match -q -- '--no-*' (commandline -ct)\n"
    "end\n"
    "\n";

void options_print_fish_completion(const struct grammar *grammar, struct text *out)
{
    text_add(out,
             "# Completion of tutti for fish, made from the option tables of the command.\n\n");
    text_add(out, FUNCTIONS);
    const struct command *const *command;
    const struct option *option;
    for (command = grammar->commands; *command; command++)
        for (option = (*command)->options; option && option->name; option++)
            add_words_function(out, option);
    for (option = grammar->common; option && option->name; option++)
        add_words_function(out, option);
    text_add(out, "complete -c tutti -f\n"
                  "complete -c tutti -s h -l help -d 'show help'\n"
                  "complete -c tutti -n __tutti_no_verb -l version -d 'show the version'\n"
                  "complete -c tutti -n __tutti_no_verb -a help"
                  " -d 'explain a verb and its options'\n");
    for (command = grammar->commands; *command; command++)
        add_verb(out, grammar, *command);
}
