#include "base/options_private.h"

#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char VARIABLE_START[] = "TUTTI_";

enum { CONFIGURATION_MAX = 1024 * 1024 };

/* The name of an option as it stands behind TUTTI_. */
static char variable_letter(char letter)
{
    return (char)(letter == '-' ? '_' : toupper((unsigned char)letter));
}

static bool is_variable_of(const char *variable, const char *option)
{
    while (*variable && *option && *variable == variable_letter(*option)) {
        variable++;
        option++;
    }
    return !*variable && !*option;
}

static const struct option *find_variable(const struct grammar *grammar,
                                          const struct command *command, const char *variable)
{
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        if (is_variable_of(variable, option->name))
            return option;
    return NULL;
}

/* TUTTI_NO_INSTALL is read by the set-up script, and TUTTI_GUEST_* carries settings from the
 * command into the processes of the program, which may start the command again. */
static bool is_reserved(const char *variable)
{
    return strcmp(variable, "NO_INSTALL") == 0 || strncmp(variable, "GUEST_", 6) == 0;
}

static int unknown_variable(const struct grammar *grammar, const char *variable,
                            struct error *error)
{
    struct names options = {0}, names = {0};
    names_add_options(&options, grammar, NULL);
    for (size_t i = 0; i < options.count; i++) {
        char *name = arena_copy(&names.arena, options.list[i]);
        for (char *letter = name; *letter; letter++)
            *letter = variable_letter(*letter);
        names_add(&names, name);
    }
    char *whole = memory_printf("%s%s", VARIABLE_START, variable);
    error_set(error, ERROR_USAGE, "unknown variable %s in the environment", quote(whole).text);
    free(whole);
    names_suggest(&names, variable, VARIABLE_START, "no verb has such an option: unset it", error);
    names_free(&names);
    names_free(&options);
    return -1;
}

static int read_variable(const struct grammar *grammar, const char *entry, struct options *options,
                         struct error *error)
{
    const char *name = entry + strlen(VARIABLE_START);
    const char *equals = strchr(name, '=');
    if (!equals)
        return 0; /* no variable at all: nothing that a shell can set */
    char *variable = arena_copy_bytes(&options->arena, name, (size_t)(equals - name));
    if (is_reserved(variable))
        return 0;
    const struct option *option = find_variable(grammar, options->command, variable);
    if (option) {
        if (!equals[1])
            return 0;
        char *where = arena_printf(&options->arena, "variable %s%s", VARIABLE_START, variable);
        return options_assign(options, option, equals + 1, FROM_ENVIRONMENT, where, error);
    }
    for (const struct command *const *any = grammar->commands; *any; any++)
        if (find_variable(grammar, *any, variable))
            return 0; /* means something to another verb only */
    return unknown_variable(grammar, variable, error);
}

int options_read_environment(const struct grammar *grammar, char *const *environment,
                             struct options *options, struct error *error)
{
    for (; environment && *environment; environment++)
        if (strncmp(*environment, VARIABLE_START, strlen(VARIABLE_START)) == 0 &&
            read_variable(grammar, *environment, options, error) != 0)
            return -1;
    return 0;
}

/* Where the reader of a configuration file is. */
struct place {
    const struct grammar *grammar;
    struct options *options;
    const char *path;
    size_t line;
    const struct command *heading; /* NULL: above the first one, for all verbs */
    struct error *error;
};

/* The string without white space around it; in place. */
static char *trim(char *string)
{
    while (isspace((unsigned char)*string))
        string++;
    char *end = string + strlen(string);
    while (end > string && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return string;
}

/* Cuts off a comment: from a # at the start of the line or behind white space. */
static void cut_comment(char *line)
{
    for (char *at = line; (at = strchr(at, '#')); at++)
        if (at == line || isspace((unsigned char)at[-1])) {
            *at = '\0';
            return;
        }
}

static int read_heading(struct place *place, char *line)
{
    size_t length = strlen(line);
    if (line[length - 1] != ']')
        return error_set(place->error, ERROR_USAGE, "%s:%zu: the heading %s does not end in ]",
                         place->path, place->line, quote(line).text);
    line[length - 1] = '\0';
    const char *verb = trim(line + 1);
    place->heading = grammar_command(place->grammar, verb);
    if (place->heading)
        return 0;
    struct names names = {0};
    names_add_commands(&names, place->grammar);
    error_set(place->error, ERROR_USAGE, "%s:%zu: unknown verb %s in a heading", place->path,
              place->line, quote(verb).text);
    names_suggest(&names, verb, "", "'tutti --help' lists the verbs", place->error);
    names_free(&names);
    return -1;
}

static int unknown_name(struct place *place, const char *name)
{
    struct names names = {0};
    names_add_options(&names, place->grammar, place->heading);
    const char *verb = place->heading ? place->heading->name : NULL;
    char *otherwise = verb
                          ? memory_printf("'tutti %s --help' lists the options of [%s]", verb, verb)
                          : memory_copy("no verb has such an option");
    error_set(place->error, ERROR_USAGE, "%s:%zu: unknown name %s", place->path, place->line,
              quote(name).text);
    names_suggest(&names, name, "", otherwise, place->error);
    free(otherwise);
    names_free(&names);
    return -1;
}

static bool any_verb_has(const struct grammar *grammar, const char *name)
{
    for (const struct command *const *any = grammar->commands; *any; any++)
        if (grammar_find(grammar, *any, name))
            return true;
    return false;
}

static int read_setting(struct place *place, char *line)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return error_set(place->error, ERROR_USAGE, "%s:%zu: %s is not of the form name = value",
                         place->path, place->line, quote(line).text);
    *equals = '\0';
    const char *name = trim(line), *value = trim(equals + 1);
    const struct command *verb = place->heading ? place->heading : place->options->command;
    const struct option *option = grammar_find(place->grammar, verb, name);
    if (!option && !place->heading && any_verb_has(place->grammar, name))
        return 0; /* means something to another verb only */
    if (!option)
        return unknown_name(place, name);
    char *where =
        arena_printf(&place->options->arena, "%s:%zu: %s", place->path, place->line, name);
    if (verb == place->options->command)
        return options_assign(place->options, option, value, FROM_FILE, where, place->error);
    /* For another verb: checked all the same, so that a slip shows at once. */
    struct option_value unused;
    return option_read_value(option, value, where, &unused, place->error);
}

int options_read_configuration(const struct grammar *grammar, const char *path,
                               struct options *options, struct error *error)
{
    char *bytes;
    size_t length;
    if (file_read(path, CONFIGURATION_MAX, &bytes, &length, error) != 0)
        return -1;
    /* Values point into the copy. */
    char *next = arena_copy_bytes(&options->arena, bytes, length);
    free(bytes);
    if (strlen(next) != length)
        return error_set(error, ERROR_USAGE, "%s is not a text file", path);
    struct place place = {.grammar = grammar, .options = options, .path = path, .error = error};
    while (next) {
        char *line = strsep(&next, "\n");
        place.line++;
        cut_comment(line);
        line = trim(line);
        int failed = 0;
        if (*line == '[')
            failed = read_heading(&place, line);
        else if (*line)
            failed = read_setting(&place, line);
        if (failed)
            return -1;
    }
    return 0;
}

/* In a directory that everybody may write to, such as /tmp, only files of the user or of root
 * count: somebody else's must not decide which files are written. */
static bool is_trusted(const char *directory, const struct stat *file)
{
    struct stat status;
    return file->st_uid == geteuid() || file->st_uid == 0 ||
           (stat(directory, &status) == 0 && !(status.st_mode & S_IWOTH));
}

char *options_find_configuration(const char *directory)
{
    char *at = realpath(directory, NULL);
    char *found = NULL;
    while (at && !found) {
        struct stat status;
        char *file = memory_printf("%s/.tutti.conf", strcmp(at, "/") == 0 ? "" : at);
        if (stat(file, &status) == 0 && S_ISREG(status.st_mode) && is_trusted(at, &status)) {
            found = file;
            break;
        }
        free(file);
        char *git = memory_printf("%s/.git", at);
        bool top = access(git, F_OK) == 0 || strcmp(at, "/") == 0;
        free(git);
        if (top)
            break;
        char *slash = strrchr(at, '/');
        slash[slash == at] = '\0'; /* the slash of the root stays */
    }
    free(at);
    return found;
}
