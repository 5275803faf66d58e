#include "cmd/shared/recorded.h"

#include "base/file.h"
#include "base/memory.h"
#include "cmd/run.h"
#include "cmd/shared/output.h"
#include "concolic/search/kept.h"
#include "launch/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Returns whether the word is an id such as "r-1". */
static bool is_id(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && word[1] == '-' && word[2] &&
           word[2 + strspn(word + 2, "0123456789")] == '\0';
}

/* Returns the record of a finding in a folder: after a search its own, else that of the run. */
static const char *record_in(const char *folder, int length, const char *id, struct arena *arena)
{
    const char *own = arena_printf(arena, "%.*s%s." RUN_RECORD_NAME, length, folder, id);
    return is_file(own) ? own : arena_printf(arena, "%.*s" RUN_RECORD_NAME, length, folder);
}

/* Returns the record in the newest folder of tutti-out that has one; NULL: there is none. */
static const char *newest_record(const char *id, struct arena *arena)
{
    char *newest = output_newest(arena_printf(arena, "tutti-out/*/{%s.,}" RUN_RECORD_NAME, id));
    const char *found =
        newest ? record_in(newest, (int)(program_base_name(newest) - newest), id, arena) : NULL;
    free(newest);
    return found;
}

/* Finds the file of the record that an operand names, and the id of a finding or NULL. */
static int find_record(const char *operand, struct arena *arena, const char **path, const char **id,
                       struct error *error)
{
    const char *base = program_base_name(operand);
    *id = NULL;
    if (is_directory(operand)) {
        *path = arena_printf(arena, "%s/" RUN_RECORD_NAME, operand);
    } else if (is_file(operand)) {
        *path = strcmp(base, "findings.json") == 0
                    ? arena_printf(arena, "%.*s" RUN_RECORD_NAME, (int)(base - operand), operand)
                    : operand;
    } else if (is_id(base)) {
        *id = base;
        *path = record_in(operand, (int)(base - operand), base, arena);
        if (base == operand && !is_file(*path)) {
            if (output_check_owner(error) != 0)
                return -1;
            *path = newest_record(base, arena);
        }
    } else {
        return error_set(error, ERROR_USAGE,
                         "%s is not a folder of results, a record or a finding: give what the "
                         "report prints after 'replay', such as tutti-out/run-.../r-1",
                         operand);
    }
    if (*path && is_file(*path))
        return 0;
    const char *folder =
        *path ? arena_printf(arena, "%.*s", (int)(program_base_name(*path) - *path), *path)
              : "tutti-out";
    if (*id)
        return error_set(error, ERROR_USAGE, "there is no finding %s in %s", *id, folder);
    if (is_file(arena_printf(arena, "%sv-1." RUN_RECORD_NAME, folder)))
        return error_set(error, ERROR_USAGE,
                         "%s belongs to a search, which has a record for each finding: name a "
                         "finding, such as %sv-1",
                         folder, folder);
    return error_set(error, ERROR_USAGE, "there is no record of an execution in %s", folder);
}

static int check_finding(const struct record *recorded, const char *path, const char *id,
                         struct error *error)
{
    for (size_t i = 0; id && i < recorded->finding_count; i++)
        if (strcmp(recorded->findings[i].id, id) == 0)
            return 0;
    return id ? error_set(error, ERROR_USAGE, "%s has no finding %s", path, id) : 0;
}

int recorded_load(const char *operand, struct record *recorded, struct error *error)
{
    struct arena arena = {NULL};
    const char *path = NULL, *id = NULL;
    char *bytes = NULL;
    size_t length;
    int failed = is_directory(operand) ? kept_open(operand, error) : 0;
    if (!failed)
        failed = find_record(operand, &arena, &path, &id, error);
    if (!failed)
        failed = file_read(path, RUN_RECORD_CAP, &bytes, &length, error);
    if (!failed)
        failed = record_parse(recorded, path, bytes, length, error);
    if (!failed && check_finding(recorded, path, id, error) != 0) {
        record_free(recorded);
        failed = -1;
    }
    free(bytes);
    arena_free(&arena);
    return failed;
}

/* Sets the recorded environment, for the program that the command starts. */
static int set_variables(const struct record *record, struct error *error)
{
    for (size_t i = 0; i < record->variable_count; i++) {
        const char *variable = record->variables[i], *end = strchr(variable, '=');
        char *name = memory_printf("%.*s", end ? (int)(end - variable) : 0, variable);
        int failed = setenv(name, end ? end + 1 : "", 1);
        free(name);
        if (failed)
            return error_errno(error, "cannot set %s in the environment", variable);
    }
    return 0;
}

int recorded_describe(const struct context *context, const struct record *recorded,
                      struct record *record, struct error *error)
{
    record_init_same(record, recorded);
    if (!is_directory(record->directory))
        return error_set(error, ERROR_USAGE,
                         "the folder %s, in which the program was started, no longer exists",
                         record->directory);
    if (!is_file(record->words[0]) && record->variable_count > 0 && strchr(record->words[0], '/'))
        return error_set(error, ERROR_USAGE,
                         "the test build %s is missing; replay needs it, because the source marks "
                         "inputs (tutti.h): `tutti test --build-only` makes it again",
                         record->words[0]);
    if (run_describe_binary(record, error) != 0 || set_variables(record, error) != 0)
        return -1;
    if (record->binary_size != recorded->binary_size ||
        record->binary_time != recorded->binary_time)
        log_warning(&context->log, "%s has changed since it was recorded; the new one is executed",
                    record->words[0]);
    return 0;
}
