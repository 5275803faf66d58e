#include "launch/launcher.h"

#include "launch/installed/installation_launcher.h"
#include "launch/installed/library.h"
#include "launch/launcher_identify.h"
#include "launch/launcher_syntax.h"
#include "launch/program.h"

#include <stdlib.h>
#include <string.h>

/* A parser that reads a line from left to right. `program` collects what applies to the next
 * program. */
struct parser {
    struct launcher_line *line;
    struct arena *arena;
    struct error *error;
    enum mpi_flavour chosen;
    size_t at;
    size_t end; /* end of the part that is being read: the ':' or the end of the words */
    struct launcher_program program;
    const char *directory; /* directory in which the program will run; NULL: the current one */
    const char *path;      /* a further directory in which the launcher looks for it; NULL: none */
};

static const char *launcher_word_at(const struct parser *parser)
{
    return parser->at < parser->end ? parser->line->words[parser->at] : NULL;
}

static void set_variable(struct parser *parser, const char *name, size_t length, const char *value)
{
    static const char preload[] = "LD_PRELOAD";
    if (length == sizeof preload - 1 && strncmp(name, preload, length) == 0)
        parser->program.preload = value && *value ? value : NULL;
}

/* Handles "NAME=value", or a name whose value is in `second`. */
static void set_assignment(struct parser *parser, const char *assignment, const char *second)
{
    size_t length = strcspn(assignment, "=");
    if (assignment[length] == '=')
        set_variable(parser, assignment, length, assignment + length + 1);
    else if (second)
        set_variable(parser, assignment, length, second);
}

/* Handles the list of srun --export: NAME or NAME=value, separated by commas; values contain
 * none. */
static void set_export(struct parser *parser, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        set_assignment(parser, arena_copy_bytes(parser->arena, list, length), NULL);
        list += length + (list[length] == ',');
    }
}

static int use_option(struct parser *parser, const char *word, const struct option_match *match)
{
    const char *value = match->value;
    char *rest;
    switch (match->use) {
    case USE_NOTHING:
        break;
    case USE_RANKS:
        if (value) {
            long ranks = strtol(value, &rest, 10);
            if (rest != value && *rest == '\0' && ranks > 0 && ranks < 1000000000L)
                parser->line->ranks += ranks;
        }
        break;
    case USE_HOSTS:
        parser->line->hosts = parser->line->mapped = true;
        if (value)
            *arena_push(parser->arena, parser->line->host_values, parser->line->host_value_count) =
                value;
        break;
    case USE_MAPPING:
        parser->line->mapped = true;
        break;
    case USE_PARAMETER:
        if (value && strncmp(value, "rmaps_", 6) == 0)
            parser->line->mapped = true;
        break;
    case USE_DIRECTORY:
        parser->directory = value;
        break;
    case USE_PATH:
        parser->path = value;
        break;
    case USE_PROGRAMS:
        return error_set(parser->error, ERROR_USAGE,
                         "the option %s hides the programs from Tutti: name them on the command "
                         "line (several with ':' between them)",
                         word);
    case USE_VARIABLE:
        if (value)
            set_assignment(parser, value, match->second);
        break;
    case USE_EXPORT:
        if (value)
            set_export(parser, value);
        break;
    case USE_CLEAR:
        parser->program.preload = NULL;
        break;
    case USE_UNSET:
        if (value)
            set_variable(parser, value, strlen(value), NULL);
        break;
    }
    return 0;
}

static int no_program(struct parser *parser, const char *behind, const char *unknown)
{
    if (unknown)
        return error_set(parser->error, ERROR_USAGE,
                         "no program found after %s: Tutti does not know its option %s, and no "
                         "word after that is an executable file",
                         behind, unknown);
    return error_set(parser->error, ERROR_USAGE, "no program found after %s", behind);
}

/* Skips the options (and operands) of the command at `at - 1`, up to the command that it starts.
 * Behind an option that the tables do not know, words that cannot be executed count as its
 * values. */
static int skip_options(struct parser *parser, const struct command_syntax *syntax)
{
    const char *behind = parser->line->words[parser->at - 1], *unknown = NULL;
    int operands = syntax->operands;
    for (const char *word; (word = launcher_word_at(parser));) {
        struct option_match match;
        if (strcmp(word, "--") == 0) {
            parser->at++;
            break;
        }
        if (word[0] == '-' && word[1] != '\0') {
            if (!option_match(syntax, parser->line->words + parser->at, parser->end - parser->at,
                              &match) &&
                !strchr(word, '='))
                unknown = word;
            if (use_option(parser, word, &match) != 0)
                return -1;
            parser->at += match.words;
            continue;
        }
        bool executable = program_find(word, parser->arena) != NULL;
        if (operands > 0 || (operands < 0 && !executable))
            operands = operands > 0 ? operands - 1 : 0;
        else if (!unknown || executable)
            break;
        parser->at++;
    }
    return launcher_word_at(parser) ? 0 : no_program(parser, behind, unknown);
}

static bool is_assignment(const char *word)
{
    return word && *word != '=' && strchr(word, '=');
}

/* Skips `env`. It differs from the other wrappers: its operands are assignments, `-` alone means
 * -i, and its settings must not undo those of Tutti, so variables of Tutti go behind it. */
static int skip_env(struct parser *parser, const struct command_syntax *syntax)
{
    const char *word = launcher_word_at(parser);
    if (word && strcmp(word, "-") == 0) {
        parser->program.preload = NULL;
        parser->at++;
    }
    if (skip_options(parser, syntax) != 0)
        return -1;
    while (is_assignment(launcher_word_at(parser)))
        set_assignment(parser, parser->line->words[parser->at++], NULL);
    if (!launcher_word_at(parser))
        return no_program(parser, "env", NULL);
    parser->program.start = parser->at;
    return 0;
}

/* Returns whether the word is a wrapper. A path such as ./time may be the user's own MPI program
 * instead. */
static bool launcher_is_wrapper(const char *word, const struct command_syntax **syntax)
{
    enum mpi_flavour flavour;
    struct error ignored;
    *syntax = wrapper_syntax(program_base_name(word));
    return *syntax && !(strchr(word, '/') && mpi_flavour_of_program(word, &flavour, &ignored) == 0);
}

/* Skips commands that run the program in their arguments, up to the program. */
static int skip_wrappers(struct parser *parser)
{
    const struct command_syntax *syntax;
    parser->program.start = parser->at;
    while (launcher_word_at(parser) && launcher_is_wrapper(launcher_word_at(parser), &syntax)) {
        parser->at++;
        int failed = name_in_list("env", 3, syntax->names) ? skip_env(parser, syntax)
                                                           : skip_options(parser, syntax);
        if (failed)
            return -1;
    }
    return 0;
}

/* Returns the file of the program, as the launcher will find it. If Open MPI finds a bare name
 * where execvp does not (-path, the working directory), `env` gets it as a path. */
static const char *program_file(struct parser *parser, const char *word)
{
    const char *directory = parser->directory ? parser->directory : ".";
    bool direct = parser->program.start == parser->at;
    if (*word == '/')
        return word;
    if (strchr(word, '/'))
        return parser->directory ? arena_printf(parser->arena, "%s/%s", directory, word) : word;
    if (!direct || program_find(word, parser->arena))
        return word;
    if (parser->path) {
        const char *file = arena_printf(parser->arena, "%s/%s", parser->path, word);
        if (program_find(file, parser->arena))
            return parser->program.word = file;
    }
    const char *file = arena_printf(parser->arena, "%s/%s", directory, word);
    if (parser->line->kind != LAUNCHER_ORTERUN || !program_find(file, parser->arena))
        return word;
    parser->program.word = arena_printf(parser->arena, "./%s", word);
    return file;
}

static int launcher_check_flavour(struct parser *parser, const char *path, const char *launcher)
{
    const struct launcher_line *line = parser->line;
    const char *word = line->words[parser->program.index];
    enum mpi_flavour needed = launcher_flavour(line->kind), own = parser->program.flavour;
    bool srun = line->kind == LAUNCHER_SRUN && line->program_count > 0;
    if (srun)
        needed = line->programs[0].flavour;
    else if (needed != MPI_FLAVOUR_NONE)
        own =
            parser->chosen != MPI_FLAVOUR_NONE ? own : mpi_library_behind(path, own, parser->arena);
    if (needed == MPI_FLAVOUR_NONE || needed == own || own == MPI_FLAVOUR_ABI)
        return 0;
    bool chosen = parser->chosen != MPI_FLAVOUR_NONE;
    const char *title =
        chosen ? mpi_flavour_title(own) : mpi_library_title(path, own, parser->arena);
    if (srun)
        return error_set(
            parser->error, ERROR_USAGE, "%s is linked to %s, but %s to %s: build both with one MPI",
            line->programs[0].word,
            mpi_library_title(line->programs[0].word, needed, parser->arena), word, title);
    const char *library = chosen ? NULL : mpi_flavour_library_of_program(path, parser->arena);
    const char *right = library ? installation_launcher_of(library, own, parser->arena) : NULL;
    if (!right)
        right = launcher_find(own, parser->arena);
    return error_set(parser->error, ERROR_USAGE,
                     "%s %s %s, but %s is the launcher of %s, which would start every rank as a "
                     "world of its own: %s %s",
                     word, chosen ? "is to use" : "is linked to", title, launcher,
                     mpi_flavour_title(needed), right ? "use" : "install",
                     right ? right : launcher_package(own));
}

/* Adds the program at `at`, after everything that precedes it has been read. */
static int add_program(struct parser *parser, const char *launcher)
{
    parser->program.word = launcher_word_at(parser);
    const char *path = program_file(parser, launcher_word_at(parser));
    parser->program.index = parser->at;
    parser->program.flavour = parser->chosen;
    int failed = parser->chosen == MPI_FLAVOUR_NONE
                     ? mpi_flavour_of_program(path, &parser->program.flavour, parser->error)
                     : mpi_flavour_check_program(path, parser->error);
    if (failed || launcher_check_flavour(parser, path, launcher) != 0)
        return -1;
    *arena_push(parser->arena, parser->line->programs, parser->line->program_count) =
        parser->program;
    return 0;
}

/* Parses one of the parts between ':'. */
static int parse_part(struct parser *parser, const char *launcher, size_t end)
{
    parser->end = end;
    parser->directory = parser->path = NULL;
    if (!launcher_word_at(parser))
        return error_set(parser->error, ERROR_USAGE, "no program found after %s",
                         parser->line->program_count > 0 ? "':'" : launcher);
    if (skip_options(parser, launcher_syntax(parser->line->kind)) != 0 ||
        skip_wrappers(parser) != 0)
        return -1;
    return add_program(parser, launcher);
}

static int parse_parts(struct parser *parser)
{
    struct launcher_line *line = parser->line;
    const char *launcher = line->words[parser->at];
    const char *preload = parser->program.preload;
    for (size_t colon = parser->at; colon < line->word_count;) {
        parser->at = colon + 1;
        for (colon = parser->at; colon < line->word_count; colon++)
            if (strcmp(line->words[colon], ":") == 0)
                break;
        parser->program.preload = preload;
        if (parse_part(parser, launcher, colon) != 0)
            return -1;
    }
    return 0;
}

int launcher_parse_as(char *const *words, enum mpi_flavour chosen, struct arena *arena,
                      struct launcher_line *line, struct error *error)
{
    struct launcher_line result = {.words = words};
    while (words[result.word_count])
        result.word_count++;
    struct parser parser = {.line = &result,
                            .arena = arena,
                            .error = error,
                            .chosen = chosen,
                            .end = result.word_count};
    if (result.word_count == 0)
        return error_set(error, ERROR_USAGE, "no program given");
    const char *preload = getenv("LD_PRELOAD");
    parser.program.preload = preload && *preload ? preload : NULL;
    if (skip_wrappers(&parser) != 0 ||
        launcher_identify(launcher_word_at(&parser), arena, &result.kind, &result.prte, error) != 0)
        return -1;
    int failed = result.kind == LAUNCHER_NONE ? add_program(&parser, "") : parse_parts(&parser);
    if (failed)
        return -1;
    *line = result;
    return 0;
}

int launcher_parse(char *const *words, struct arena *arena, struct launcher_line *line,
                   struct error *error)
{
    return launcher_parse_as(words, MPI_FLAVOUR_NONE, arena, line, error);
}
