#include "cmd/doctor/checks.h"

#include "launch/process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE_OUTPUT_MAX = 64 * 1024, PROBE_SECONDS = 20 };

struct check *checkup_add(struct checkup *checkup, enum check_verdict verdict, const char *name,
                          const char *detail, const char *reason)
{
    struct check *check = arena_push(&checkup->arena, checkup->checks, checkup->count);
    check->verdict = verdict;
    check->name = arena_copy(&checkup->arena, name);
    check->detail = arena_copy(&checkup->arena, detail);
    check->reason = arena_copy(&checkup->arena, reason);
    return check;
}

void checkup_free(struct checkup *checkup)
{
    arena_free(&checkup->arena);
    *checkup = (struct checkup){0};
}

size_t checkup_count(const struct checkup *checkup, enum check_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < checkup->count; i++)
        count += checkup->checks[i].verdict == verdict;
    return count;
}

/* Returns the text between two pointers without the blanks around it. */
static char *dependencies_trimmed(struct arena *arena, const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (begin < end && isspace((unsigned char)end[-1]))
        end--;
    return arena_copy_bytes(arena, begin, (size_t)(end - begin));
}

static char **split_words(struct arena *arena, char *string)
{
    char **words = NULL;
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(string, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest))
        *arena_push(arena, words, count) = word;
    *arena_push(arena, words, count) = NULL;
    return words;
}

int dependencies_parse(const char *list, struct arena *arena, struct dependency **rows,
                       size_t *count, struct error *error)
{
    enum { FIELDS = 4 };
    struct dependency *found = NULL;
    size_t found_count = 0, number = 0;
    for (const char *line = list; *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        char *row = dependencies_trimmed(arena, line, end);
        number++;
        line = *end == '\0' ? end : end + 1;
        if (row[0] == '\0' || row[0] == '#')
            continue;
        char *fields[FIELDS];
        size_t field_count = 0;
        const char *begin = row;
        for (const char *bar = row; field_count < FIELDS; begin = ++bar) {
            bar = field_count + 1 < FIELDS ? strchrnul(bar, '|') : strchr(bar, '\0');
            fields[field_count++] = dependencies_trimmed(arena, begin, bar);
            if (*bar == '\0')
                break;
        }
        bool whole = field_count == FIELDS;
        for (size_t i = 0; whole && i < FIELDS; i++)
            whole = fields[i][0] != '\0';
        if (!whole)
            return error_set(error, ERROR_FAILED,
                             "dependencies.list:%zu: not `groups | package | probe | what for`",
                             number);
        struct dependency *dependency = arena_push(arena, found, found_count);
        *dependency = (struct dependency){
            .groups = fields[0],
            .package = fields[1],
            .probe = split_words(arena, fields[2]),
            .purpose = fields[3],
        };
    }
    *rows = found;
    *count = found_count;
    return 0;
}

bool dependency_in_group(const struct dependency *dependency, const char *group)
{
    size_t length = strlen(group);
    for (const char *name = dependency->groups; *name != '\0';) {
        size_t name_length = strcspn(name, ",");
        if (name_length == length && memcmp(name, group, length) == 0)
            return true;
        name += name_length + (name[name_length] == ',');
    }
    return false;
}

const char *dependency_version(const char *output, struct arena *arena)
{
    for (const char *at = output; *at != '\0'; at++) {
        if (!isdigit((unsigned char)*at) || (at > output && isdigit((unsigned char)at[-1])))
            continue;
        size_t length = strspn(at, "0123456789.");
        while (at[length - 1] == '.')
            length--;
        if (memchr(at, '.', length))
            return arena_copy_bytes(arena, at, length);
    }
    return NULL;
}

/* Returns the last line that is not empty, in which tools report errors. It is safe for a
 * terminal. */
static const char *last_line(const char *output, struct arena *arena)
{
    const char *end = strchr(output, '\0');
    while (end > output && isspace((unsigned char)end[-1]))
        end--;
    const char *begin = end;
    while (begin > output && begin[-1] != '\n')
        begin--;
    char *line = dependencies_trimmed(arena, begin, end);
    for (char *at = line; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            *at = '?';
    return line;
}

/* Returns the version of an installed Debian package; NULL: it is not installed, or this is not
 * Debian. */
static const char *package_version(const char *package, struct arena *arena)
{
    const char *const words[] = {"dpkg-query", "-W", "-f=${db:Status-Status} ${Version}", package,
                                 NULL};
    char *output = NULL;
    int exit_code = 0;
    struct error error;
    if (process_capture((char *const *)words, PROBE_SECONDS, PROBE_OUTPUT_MAX, &output, &exit_code,
                        &error) != 0)
        return NULL;
    const char *version = NULL;
    static const char installed[] = "installed ";
    if (exit_code == 0 && strncmp(output, installed, strlen(installed)) == 0)
        version = arena_copy(arena, output + strlen(installed));
    free(output);
    return version;
}

/* Returns whether the probe (pkg-config or test) only asks about a library or a header. If it
 * fails, Debian's package database has the better answer. Any other probe runs the tool itself. */
static bool asks_about_another(const struct dependency *row)
{
    return strcmp(row->probe[0], "pkg-config") == 0 || strcmp(row->probe[0], "test") == 0;
}

static void dependencies_add_missing(struct checkup *checkup, const struct dependency *row)
{
    struct check *check = checkup_add(checkup, CHECK_WARN, row->package, "missing", row->purpose);
    check->fix = arena_printf(&checkup->arena, "apt-get install %s", row->package);
    check->package = check->name;
}

static void check_row(struct checkup *checkup, const struct dependency *row)
{
    struct arena *arena = &checkup->arena;
    char *output = NULL;
    int exit_code = 0;
    struct error error;
    bool ran = process_capture(row->probe, PROBE_SECONDS, PROBE_OUTPUT_MAX, &output, &exit_code,
                               &error) == 0;
    if (ran && exit_code == 0) {
        const char *version = dependency_version(output, arena);
        if (!version)
            version = package_version(row->package, arena);
        checkup_add(checkup, CHECK_PASS, row->package, version ? version : "there", row->purpose);
        goto free_output;
    }
    const char *version = package_version(row->package, arena);
    if (!version) {
        dependencies_add_missing(checkup, row);
    } else if (asks_about_another(row)) {
        checkup_add(checkup, CHECK_PASS, row->package, version, row->purpose);
    } else if (!ran) {
        struct check *check = checkup_add(
            checkup, CHECK_WARN, row->package, version,
            arena_printf(arena, "installed, but %s cannot be run: %s", row->probe[0], error.text));
        check->fix =
            arena_printf(arena, "look at PATH, or apt-get install --reinstall %s", row->package);
    } else {
        checkup_add(checkup, CHECK_WARN, row->package, version,
                    arena_printf(arena, "installed, but %s fails: %s", row->probe[0],
                                 last_line(output, arena)));
    }

free_output:
    free(output);
}

int dependencies_check(struct checkup *checkup, const char *list, bool all, struct error *error)
{
    struct dependency *rows = NULL;
    size_t count = 0;
    if (dependencies_parse(list, &checkup->arena, &rows, &count, error) != 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (all || dependency_in_group(&rows[i], "run"))
            check_row(checkup, &rows[i]);
    return 0;
}
