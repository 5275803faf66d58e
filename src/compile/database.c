#include "compile/database.h"

#include "base/file.h"
#include "compile/harmless.h"
#include "launch/program.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DATABASE_CAP = 512 * 1024 * 1024 };

struct database_reader {
    struct arena *arena;
    const char *path;
    struct source_file *files;
    size_t count;
};

/* Returns the words of an entry without the compiler, and without a launcher in front of it such as
 * ccache. A database comes with a project, as its sources do, and an analysis must not execute
 * anything from it. */
static char **entry_words(const struct database_reader *reader, json_t *entry)
{
    static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc"};
    char **words = NULL;
    size_t count = 0, i;
    json_t *argument, *arguments = json_object_get(entry, "arguments");
    const char *command = json_string_value(json_object_get(entry, "command")), *word;
    json_array_foreach(arguments, i, argument)
    {
        if (json_is_string(argument))
            *arena_push(reader->arena, words, count) =
                arena_copy(reader->arena, json_string_value(argument));
    }
    while (command && !arguments && (word = line_next_word(reader->arena, &command)))
        *arena_push(reader->arena, words, count) = (char *)word;
    size_t skip = count > 0;
    for (i = 0; skip && i < sizeof launchers / sizeof *launchers; i++)
        if (strcmp(program_base_name(words[0]), launchers[i]) == 0 && count > 1)
            skip = 2;
    *arena_push(reader->arena, words, count) = NULL;
    harmless_keep(words + skip);
    return words + skip;
}

static bool is_listed(const struct database_reader *reader, const char *path, const char *directory)
{
    for (size_t i = 0; i < reader->count; i++)
        if (strcmp(reader->files[i].path, path) == 0 &&
            strcmp(reader->files[i].directory, directory) == 0)
            return true;
    return false;
}

/* Returns a name for the file that a compiler takes neither for an option nor for a file with more
 * words. */
static const char *source_name(const struct database_reader *reader, const char *file)
{
    return *file == '-' || *file == '@' ? arena_printf(reader->arena, "./%s", file)
                                        : arena_copy(reader->arena, file);
}

static int database_read_entry(struct database_reader *reader, json_t *entry, struct error *error)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    if (!file || !directory ||
        !(json_object_get(entry, "arguments") || json_object_get(entry, "command")))
        return error_set(error, ERROR_USAGE, "an entry of %s has no file, directory or command",
                         reader->path);
    enum language language = language_of_file(file);
    if ((language != LANGUAGE_C && language != LANGUAGE_CXX && language != LANGUAGE_FORTRAN) ||
        is_listed(reader, source_name(reader, file), directory))
        return 0;
    *arena_push(reader->arena, reader->files, reader->count) =
        (struct source_file){.path = source_name(reader, file),
                             .directory = arena_copy(reader->arena, directory),
                             .options = entry_words(reader, entry)};
    return 0;
}

int database_read(const char *directory, struct arena *arena, struct source_file **files,
                  size_t *count, struct error *error)
{
    struct stat status;
    bool folder = stat(directory, &status) == 0 && S_ISDIR(status.st_mode);
    struct database_reader reader = {
        .arena = arena,
        .path = folder ? arena_printf(arena, "%s/compile_commands.json", directory) : directory};
    char *bytes;
    size_t length, i;
    if (file_read(reader.path, DATABASE_CAP, &bytes, &length, error) != 0)
        return error_set(error, ERROR_USAGE,
                         "there is no %s: CMake writes it with "
                         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and `bear -- make` for make",
                         reader.path);
    json_error_t where;
    json_t *root = json_loadb(bytes, length, 0, &where), *entry;
    free(bytes);
    if (!json_is_array(root)) {
        json_decref(root);
        return error_set(error, ERROR_USAGE, "%s is not a list of compilations: line %d: %s",
                         reader.path, where.line, where.text);
    }
    int failed = 0;
    json_array_foreach(root, i, entry)
    {
        if (!failed)
            failed = database_read_entry(&reader, entry, error);
    }
    json_decref(root);
    if (!failed && reader.count == 0)
        failed =
            error_set(error, ERROR_USAGE, "%s lists no source in C, C++ or Fortran", reader.path);
    *files = reader.files;
    *count = reader.count;
    return failed;
}
