#include "base/options/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reader of one command line. */
struct options_reader {
    const struct grammar *grammar;
    struct options *options;
    int argc;
    char *const *argv;
    int next; /* index of the next word to read */
    struct error *error;
};

static _Noreturn void options_broken(const char *sentence, const char *name)
{
    fprintf(stderr, "tutti: broken option table or use of it: %s: %s\n", name, sentence);
    abort();
}

int options_assign(struct options *options, const struct option *option, const char *text,
                   enum option_source source, const char *where, struct error *error)
{
    struct option_value read = {.option = option, .source = source, .origin = where};
    if (option_read_value(option, text, where, &read, error) != 0)
        return -1;
    for (size_t i = 0; i < options->value_count; i++)
        if (options->values[i].option == option && source >= options->values[i].source)
            options->values[i] = read;
    return 0;
}

/* Gives each option of the verb its default value, or none. */
static void start_values(const struct grammar *grammar, struct options *options)
{
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, options->command, number));
         number++) {
        arena_push(&options->arena, options->values, options->value_count)->option = option;
        if (option->letter == 'h' || strcmp(option->name, "help") == 0 ||
            strcmp(option->name, "version") == 0)
            options_broken("the name belongs to every grammar", option->name);
        if (option->effect == EFFECT_UNDECIDED)
            options_broken("it says nothing of its effect", option->name);
        struct error error;
        if (option->initial &&
            options_assign(options, option, option->initial, FROM_TABLE, option->name, &error) != 0)
            options_broken(error.text, option->name);
    }
}

static bool options_starts_with(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}

static int unknown_verb(const struct options_reader *reader, const char *word)
{
    struct names names = {0};
    names_add_commands(&names, reader->grammar);
    names_add(&names, "help");
    error_set(reader->error, ERROR_USAGE, "unknown verb %s", quote(word).text);
    names_suggest(&names, word, "", "'tutti --help' lists the verbs", reader->error);
    names_free(&names);
    return -1;
}

static int option_before_verb(const struct options_reader *reader, const char *word)
{
    struct names names = {0};
    names_add(&names, "--help");
    names_add(&names, "--version");
    error_set(reader->error, ERROR_USAGE, "%s stands where the verb should be", quote(word).text);
    names_suggest(&names, word, "", "write the verb first: tutti VERB [options]", reader->error);
    names_free(&names);
    return -1;
}

static const char *options_next_word(struct options_reader *reader)
{
    return reader->next < reader->argc ? reader->argv[reader->next++] : NULL;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Reads the first word; reads the whole line `tutti help VERB`. */
static int read_verb(struct options_reader *reader)
{
    struct options *options = reader->options;
    const char *word = options_next_word(reader);
    if (!word)
        return 0;
    if (strcmp(word, "--version") == 0) {
        options->version = true;
        return 0;
    }
    while (word && asks_for_help(word)) {
        options->help = true;
        word = options_next_word(reader);
    }
    if (!word)
        return 0;
    if (*word == '-' && !options->help)
        return option_before_verb(reader, word);
    options->command = grammar_command(reader->grammar, word);
    if (!options->command)
        return unknown_verb(reader, word);
    if (options->help && (word = options_next_word(reader)))
        return error_set(reader->error, ERROR_USAGE, "unexpected %s; usage: tutti help [VERB]",
                         quote(word).text);
    return 0;
}

/* Sets the error about an unknown option. `word` is for the message; `name` is the name to look
 * for, without dashes and value. */
static int unknown_option(const struct options_reader *reader, const char *word, const char *name)
{
    const struct grammar *grammar = reader->grammar;
    const struct command *command = reader->options->command;
    error_set(reader->error, ERROR_USAGE, "unknown option %s of 'tutti %s'", quote(word).text,
              command->name);
    if (options_starts_with(name, "no-") && grammar_find(grammar, command, name + 3))
        return error_set(reader->error, ERROR_USAGE,
                         "%s; --no- turns off a flag, and --%s takes a value", reader->error->text,
                         name + 3);
    bool own = grammar_find(grammar, command, name); /* such as -json instead of --json */
    for (const struct command *const *other = grammar->commands; *other && !own; other++)
        if (grammar_find(grammar, *other, name))
            return error_set(reader->error, ERROR_USAGE, "%s; it is an option of 'tutti %s'",
                             reader->error->text, (*other)->name);
    struct names names = {0};
    const struct option *option;
    names_add_options(&names, grammar, command);
    names_add(&names, "help");
    names_add(&names, "version");
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        if (option->kind == OPTION_FLAG)
            names_add(&names, arena_printf(&names.arena, "no-%s", option->name));
    char *otherwise = memory_printf("'tutti %s --help' lists the options", command->name);
    names_suggest(&names, name, "--", otherwise, reader->error);
    free(otherwise);
    names_free(&names);
    return -1;
}

/* Returns the value of an option from the next word. "--" is never a value: the user has more
 * likely forgotten the value. */
static const char *separate_value(struct options_reader *reader, const struct option *option,
                                  const char *where)
{
    const char *word = options_next_word(reader);
    if (word && !options_starts_with(word, "--"))
        return word;
    error_set(reader->error, ERROR_USAGE, "%s needs a value: --%s=%s", where, option->name,
              option_argument(option));
    return NULL;
}

static int read_long(struct options_reader *reader, const char *word)
{
    struct options *options = reader->options;
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const char *shown = arena_copy_bytes(&options->arena, word, length), *name = shown + 2;
    bool help = strcmp(name, "help") == 0, version = strcmp(name, "version") == 0;
    const struct option *option = grammar_find(reader->grammar, options->command, name);
    const char *flag = "yes";
    if (!option && options_starts_with(name, "no-")) {
        option = grammar_find(reader->grammar, options->command, name + 3);
        if (option && option->kind != OPTION_FLAG)
            option = NULL;
        flag = "no";
    }
    if (!option && !help && !version)
        return unknown_option(reader, shown, name);
    if (equals && (help || version || option->kind == OPTION_FLAG))
        return error_set(reader->error, ERROR_USAGE, "option %s takes no value, but is given %s",
                         shown, quote(equals + 1).text);
    if (help || version) {
        options->help = help;
        options->version = version;
        return 0;
    }
    const char *where = arena_printf(&options->arena, "option %s", shown);
    const char *value = flag;
    if (option->kind != OPTION_FLAG)
        value = equals ? equals + 1 : separate_value(reader, option, where);
    return value ? options_assign(options, option, value, FROM_FLAG, where, reader->error) : -1;
}

/* Reads -n4, -n 4, -qv. */
static int read_short(struct options_reader *reader, const char *word)
{
    struct options *options = reader->options;
    for (const char *letter = word + 1; *letter; letter++) {
        const struct option *option =
            grammar_find_letter(reader->grammar, options->command, *letter);
        if (*letter == 'h') {
            options->help = true;
            return 0;
        }
        if (!option) /* perhaps a long option with a dash missing */
            return unknown_option(
                reader, word, arena_copy_bytes(&options->arena, word + 1, strcspn(word + 1, "=")));
        const char *where = arena_printf(&options->arena, "option -%c", *letter);
        const char *value = "yes";
        bool last = option->kind != OPTION_FLAG;
        if (last)
            value = letter[1] ? letter + 1 : separate_value(reader, option, where);
        if (!value || options_assign(options, option, value, FROM_FLAG, where, reader->error) != 0)
            return -1;
        if (last)
            break;
    }
    return 0;
}

/* Reads everything behind the verb; stops at a request for help or for the version. */
static int options_read_words(struct options_reader *reader)
{
    struct options *options = reader->options;
    bool ended = false;
    const char *word;
    while (!options->help && !options->version && (word = options_next_word(reader))) {
        int failed = 0;
        if (ended || word[0] != '-' || !word[1]) {
            *arena_push(&options->arena, options->operands, options->operand_count) =
                reader->argv[reader->next - 1];
            if (options->command->operands == OPERANDS_PROGRAM ||
                options->command->operands == OPERANDS_PROGRAM_OR_NONE)
                ended = true;
        } else if (strcmp(word, "--") == 0) {
            ended = true;
            options->closed = true;
        } else {
            failed = word[1] == '-' ? read_long(reader, word) : read_short(reader, word);
        }
        if (failed)
            return -1;
    }
    return 0;
}

static int check_operands(const struct options *options, struct error *error)
{
    const struct command *command = options->command;
    size_t count = options->operand_count;
    const char *synopsis = command->synopsis ? command->synopsis : "";
    const char *complaint = NULL;
    switch (command->operands) {
    case OPERANDS_NONE:
        complaint = count > 0 ? "takes no operand" : NULL;
        break;
    case OPERANDS_ONE:
        complaint = count == 0 ? "needs one operand" : count > 1 ? "takes only one operand" : NULL;
        break;
    case OPERANDS_PROGRAM:
        complaint = count == 0 ? "needs a program to run" : NULL;
        break;
    case OPERANDS_ANY:
    case OPERANDS_PROGRAM_OR_NONE:
        break;
    }
    if (!complaint)
        return 0;
    size_t allowed = command->operands == OPERANDS_ONE;
    char *given = memory_printf("%s%s", count > allowed ? ", but is given " : "",
                                count > allowed ? quote(options->operands[allowed]).text : "");
    error_set(error, ERROR_USAGE, "'tutti %s' %s%s; usage: tutti %s%s%s", command->name, complaint,
              given, command->name, *synopsis ? " " : "", synopsis);
    free(given);
    return -1;
}

int options_parse(const struct grammar *grammar, int argc, char *const *argv,
                  char *const *environment, const char *configuration, struct options **options,
                  struct error *error)
{
    struct options *read = memory_zero(1, sizeof *read);
    struct options_reader reader = {
        .grammar = grammar, .options = read, .argc = argc, .argv = argv, .next = 1, .error = error};
    if (read_verb(&reader) != 0)
        goto free_options;
    start_values(grammar, read);
    if (read->command && options_read_words(&reader) != 0)
        goto free_options;
    /* Help must work even if the environment or the file is wrong. */
    if (read->command && !read->help && !read->version &&
        (check_operands(read, error) != 0 ||
         options_read_environment(grammar, environment, read, error) != 0 ||
         (configuration && !read->command->unconfigured &&
          options_read_configuration(grammar, configuration, read, error) != 0)))
        goto free_options;
    /* The list ends with NULL, as argv does; without operands it contains nothing else. */
    *arena_push(&read->arena, read->operands, read->operand_count) = NULL;
    read->operand_count--;
    *options = read;
    return 0;

free_options:
    options_free(read);
    return -1;
}

void options_free(struct options *options)
{
    if (!options)
        return;
    arena_free(&options->arena);
    free(options);
}

const char *options_ignored(const struct options *options)
{
    return options->ignored;
}

const struct command *options_command(const struct options *options)
{
    return options->command;
}

bool options_help(const struct options *options)
{
    return options->help;
}

bool options_version(const struct options *options)
{
    return options->version;
}

static const struct option_value *find_value(const struct options *options, const char *name)
{
    for (size_t i = 0; i < options->value_count; i++)
        if (strcmp(options->values[i].option->name, name) == 0)
            return &options->values[i];
    options_broken("the verb has no such option", name);
}

static const struct option_value *find_kind(const struct options *options, const char *name,
                                            enum option_kind kind)
{
    const struct option_value *value = find_value(options, name);
    if (value->option->kind != kind)
        options_broken("asked for as the wrong kind", name);
    return value;
}

bool options_flag(const struct options *options, const char *name)
{
    return find_kind(options, name, OPTION_FLAG)->flag;
}

long options_number(const struct options *options, const char *name)
{
    return find_kind(options, name, OPTION_NUMBER)->number;
}

double options_seconds(const struct options *options, const char *name)
{
    return find_kind(options, name, OPTION_SECONDS)->seconds;
}

const char *options_text(const struct options *options, const char *name)
{
    const struct option_value *value = find_value(options, name);
    if (value->option->kind == OPTION_FLAG || value->option->kind == OPTION_NUMBER ||
        value->option->kind == OPTION_SECONDS)
        options_broken("asked for as the wrong kind", name);
    return value->text;
}

bool options_given(const struct options *options, const char *name)
{
    return find_value(options, name)->source != FROM_TABLE;
}

bool options_on_line(const struct options *options, const char *name)
{
    return find_value(options, name)->source == FROM_FLAG;
}

const char *options_origin(const struct options *options, const char *name)
{
    const struct option_value *value = find_value(options, name);
    return value->source == FROM_TABLE ? NULL : value->origin;
}

const char *options_misplaced(const struct options *options)
{
    const char *word = options->operand_count > 1 && !options->closed ? options->operands[1] : NULL;
    for (size_t i = 0; word && i < options->value_count; i++) {
        const struct option *option = options->values[i].option;
        size_t length = strlen(option->name);
        bool is_long = strncmp(word, "--", 2) == 0 &&
                       strncmp(word + 2, option->name, length) == 0 &&
                       (word[2 + length] == '=' || word[2 + length] == '\0');
        if (is_long || (word[0] == '-' && option->letter && word[1] == option->letter))
            return word;
    }
    return NULL;
}

char *const *options_operands(const struct options *options, size_t *count)
{
    if (count)
        *count = options->operand_count;
    return options->operands;
}
