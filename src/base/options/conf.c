#include "base/options/private.h"

#include "base/options/trust.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char VARIABLE_START[] = "TUTTI_";

/* Returns a letter of an option's name as it appears in the variable behind TUTTI_. */
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

static const struct option *options_conf_find_variable(const struct grammar *grammar,
                                                       const struct command *command,
                                                       const char *variable)
{
    const struct option *option;
    for (size_t number = 0; (option = grammar_option(grammar, command, number)); number++)
        if (is_variable_of(variable, option->name))
            return option;
    return NULL;
}

/* The set-up script reads TUTTI_NO_INSTALL. TUTTI_GUEST_* carries settings from the command into
 * the processes of the program, which may start the command again. */
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
        return 0; /* no valid variable: a shell cannot set it */
    char *variable = arena_copy_bytes(&options->arena, name, (size_t)(equals - name));
    if (is_reserved(variable))
        return 0;
    const struct option *option = options_conf_find_variable(grammar, options->command, variable);
    if (option) {
        if (!equals[1])
            return 0;
        char *where = arena_printf(&options->arena, "variable %s%s", VARIABLE_START, variable);
        return options_assign(options, option, equals + 1, FROM_ENVIRONMENT, where, error);
    }
    for (const struct command *const *any = grammar->commands; *any; any++)
        if (options_conf_find_variable(grammar, *any, variable))
            return 0; /* an option of another verb */
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

/* The reader's place in a configuration file. */
struct place {
    const struct grammar *grammar;
    struct options *options;
    const char *path;
    size_t line;
    const struct command *heading; /* NULL: above the first heading, for all verbs */
    const struct settings *settings;
    struct names refused; /* options that need more trust */
    struct error *error;
};

/* Returns the string without the white space around it; changes the string. */
static char *conf_trim(char *string)
{
    while (isspace((unsigned char)*string))
        string++;
    char *end = string + strlen(string);
    while (end > string && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return string;
}

/* Cuts off a comment, which starts with a # at the start of the line or behind white space. */
static void cut_comment(char *line)
{
    for (char *at = line; (at = strchr(at, '#')); at++)
        if (at == line || isspace((unsigned char)at[-1])) {
            *at = '\0';
            return;
        }
}

static int options_conf_read_heading(struct place *place, char *line)
{
    size_t length = strlen(line);
    if (line[length - 1] != ']')
        return error_set(place->error, ERROR_USAGE, "%s:%zu: the heading %s does not end in ]",
                         place->path, place->line, quote(line).text);
    line[length - 1] = '\0';
    const char *verb = conf_trim(line + 1);
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

/* Returns whether the file must not set the option. Does not list an option that has a value from a
 * source of higher priority anyway. */
static bool place_refuses(struct place *place, const struct option *option)
{
    if (option->effect == EFFECT_HARMLESS || place->settings->trust == TRUST_ALL)
        return false;
    for (size_t i = 0; i < place->options->value_count; i++)
        if (place->options->values[i].option == option &&
            place->options->values[i].source > FROM_FILE)
            return false;
    for (size_t i = 0; i < place->refused.count; i++)
        if (strcmp(place->refused.list[i], option->name) == 0)
            return true;
    names_add(&place->refused, option->name);
    return true;
}

static int read_setting(struct place *place, char *line)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return error_set(place->error, ERROR_USAGE, "%s:%zu: %s is not of the form name = value",
                         place->path, place->line, quote(line).text);
    *equals = '\0';
    const char *name = conf_trim(line), *value = conf_trim(equals + 1);
    const struct command *verb = place->heading ? place->heading : place->options->command;
    const struct option *option = grammar_find(place->grammar, verb, name);
    if (!option && !place->heading && any_verb_has(place->grammar, name))
        return 0; /* an option of another verb */
    if (!option)
        return unknown_name(place, name);
    char *where =
        arena_printf(&place->options->arena, "%s:%zu: %s", place->path, place->line, name);
    if (verb == place->options->command && !place_refuses(place, option))
        return options_assign(place->options, option, value, FROM_FILE, where, place->error);
    /* The setting is refused, or for another verb. It is checked anyway, so that the user sees a
     * mistake at once. */
    struct option_value unused;
    return option_read_value(option, value, where, &unused, place->error);
}

static int read_lines(struct place *place, char *next)
{
    while (next) {
        char *line = strsep(&next, "\n");
        place->line++;
        cut_comment(line);
        line = conf_trim(line);
        int failed = 0;
        if (*line == '[')
            failed = options_conf_read_heading(place, line);
        else if (*line)
            failed = read_setting(place, line);
        if (failed)
            return -1;
    }
    return 0;
}

/* Returns a sentence that says which settings do not count, why, and what to do. */
static const char *sentence_of_ignored(const struct place *place)
{
    const struct settings *settings = place->settings;
    struct arena *arena = &place->options->arena;
    char *folder = arena_copy(arena, place->path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    const char *changed = settings->changed ? ", and it changed since `tutti trust`" : "";
    if (settings->trust == TRUST_NOTHING)
        return arena_printf(arena,
                            "%s is ignored: %s%s; read it: `tutti trust %s` allows it as it is",
                            place->path, settings->strangers, changed, slash ? folder : ".");
    struct text names;
    text_init(&names, ERROR_TEXT_MAX);
    for (size_t i = 0; i < place->refused.count; i++)
        text_addf(&names, "%s%s",
                  i == 0                          ? ""
                  : i + 1 == place->refused.count ? " and "
                                                  : ", ",
                  place->refused.list[i]);
    bool one = place->refused.count == 1;
    const char *sentence =
        arena_printf(arena,
                     "%s in %s %s ignored, because %s could execute, write or end something%s; "
                     "read the file: `tutti trust %s` allows %s as it is",
                     names.data, place->path, one ? "is" : "are", one ? "it" : "they", changed,
                     slash ? folder : ".", one ? "it" : "them");
    text_free(&names);
    return sentence;
}

int options_read_configuration(const struct grammar *grammar, const char *path,
                               struct options *options, struct error *error)
{
    struct settings settings;
    if (settings_read(path, &settings, error) != 0)
        return -1;
    struct place place = {.grammar = grammar,
                          .options = options,
                          .path = path,
                          .settings = &settings,
                          .error = error};
    int failed = 0;
    if (settings.trust != TRUST_NOTHING) {
        /* Values point into this copy. */
        char *lines = arena_copy_bytes(&options->arena, settings.text, settings.length);
        failed = strlen(lines) == settings.length
                     ? read_lines(&place, lines)
                     : error_set(error, ERROR_USAGE, "%s is not a text file", path);
    }
    if (settings.trust == TRUST_NOTHING || place.refused.count)
        options->ignored = sentence_of_ignored(&place);
    names_free(&place.refused);
    settings_free(&settings);
    return failed;
}

char *options_find_configuration(const char *directory)
{
    char *at = realpath(directory, NULL);
    char *found = NULL;
    while (at && !found) {
        struct stat status;
        char *file = memory_printf("%s/.tutti.conf", strcmp(at, "/") == 0 ? "" : at);
        if (stat(file, &status) == 0 && S_ISREG(status.st_mode)) {
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
        slash[slash == at] = '\0'; /* keeps the slash of the root */
    }
    free(at);
    return found;
}
