#include "instrument/testable.h"

#include "base/file.h"
#include "instrument/testing.h"
#include "runtime/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORD_CAP = 16 * 1024 * 1024 };

static const char record_name[] = "build";

static int not_built(const char *path, bool code, bool link, struct error *error)
{
    if (code && !link)
        return error_set(error, ERROR_USAGE,
                         "%s was compiled by tutti cc, but linked by something else: link it with "
                         "tutti cc, too (make CC=tutti-cc), and test that",
                         path);
    if (link)
        return error_set(error, ERROR_USAGE,
                         "%s was linked by tutti cc, but none of its files was compiled by it, or "
                         "it was with -flto: build all of it with `make CC=tutti-cc` or `tutti cc "
                         "-o %s FILE.c...`, and test that",
                         path, path);
    return error_set(error, ERROR_USAGE,
                     "%s was not built by tutti cc: build it with `make CC=tutti-cc`, `cmake "
                     "-DCMAKE_C_COMPILER=tutti-cc` or `tutti cc -o %s FILE.c...`, and test that",
                     path, path);
}

int testable_open(const char *path, struct object *program, struct linked *linked,
                  struct error *error)
{
    *linked = (struct linked){0};
    if (object_open(path, program, error) != 0) {
        error->kind = ERROR_USAGE;
        return -1;
    }
    bool code = program->member_count > 0 && program->members[0].piece_count > 0;
    bool link = program->member_count > 0 && linked_read(&program->members[0], linked) == 0;
    if (!program->program)
        return error_set(error, ERROR_USAGE, "%s is not a program for this machine", path);
    if (!code || !link)
        return not_built(path, code, link, error);
    if (!linked->flavour)
        return error_set(error, ERROR_USAGE,
                         "%s was built without MPI; `tutti doctor` says which ones there are, and "
                         "`tutti cc -ftutti-mpi=NAME` builds for one",
                         path);
    return 0;
}

char *testable_library(const char *flavour)
{
    char *relative = memory_printf("lib/tutti/libtutti-symbolic-%s.a", flavour);
    char *path = file_installed(relative);
    free(relative);
    return path;
}

/* Computes a number from the content of the program, by words of 8 bytes. */
static uint64_t testable_hash_of(const struct object_member *program)
{
    uint64_t hash = HASH_START, word = 0;
    for (size_t at = 0; at < program->size; at += sizeof word) {
        size_t left = program->size - at;
        word = 0;
        memcpy(&word, program->bytes + at, left < sizeof word ? left : sizeof word);
        hash = hash_value(hash, word);
        hash ^= hash >> 29;
    }
    return hash;
}

int testable_content(const char *program, uint64_t *content, struct error *error)
{
    struct object object;
    struct linked linked;
    int failed = testable_open(program, &object, &linked, error);
    if (!failed)
        *content = testable_hash_of(&object.members[0]);
    linked_free(&linked);
    object_close(&object);
    return failed;
}

/* Adds the size and time of a file of Tutti: another Tutti makes another test build. */
static void testable_add_file(struct text *text, char *path)
{
    struct stat status = {0};
    stat(path, &status);
    text_addf(text, " %lld %lld.%09ld", (long long)status.st_size, (long long)status.st_mtim.tv_sec,
              status.st_mtim.tv_nsec);
    free(path);
}

static char *stamp_of(const struct object *program, const struct linked *linked)
{
    struct text text;
    text_init(&text, RECORD_CAP);
    text_addf(&text, "%016llx %zu", (unsigned long long)testable_hash_of(&program->members[0]),
              program->members[0].size);
    testable_add_file(&text, testable_library(linked->flavour));
    testable_add_file(&text, file_installed("lib/tutti/libtutti-analyser.so"));
    char *stamp = text_take(&text);
    text_free(&text);
    return stamp;
}

static char *path_in(const struct testable_request *request, const char *name)
{
    return memory_printf("%s/%s", request->directory, name);
}

static void fill_in(const struct testable_request *request, const struct linked *linked,
                    struct testable *result)
{
    const char *base = strrchr(request->program, '/');
    result->program = arena_printf(&result->arena, "%s/bin/%s", request->directory,
                                   base ? base + 1 : request->program);
    result->sites = arena_printf(&result->arena, "%s/sites", request->directory);
    result->flavour = arena_copy(&result->arena, linked->flavour);
}

/* Reads a record with the stamp and the notes, in lines. Returns false if the stamp differs. */
static bool read_record(const struct testable_request *request, const char *stamp,
                        struct testable *result)
{
    struct error ignored;
    char *path = path_in(request, record_name), *bytes = NULL, *at = NULL;
    bool same = false;
    if (file_read(path, RECORD_CAP, &bytes, NULL, &ignored) == 0) {
        const char *line = strtok_r(bytes, "\n", &at);
        same = line && strcmp(line, stamp) == 0 && access(result->program, X_OK) == 0 &&
               access(result->sites, R_OK) == 0;
        while (same && (line = strtok_r(NULL, "\n", &at)) != NULL)
            *arena_push(&result->arena, result->notes, result->note_count) =
                arena_copy(&result->arena, line);
    }
    free(bytes);
    free(path);
    return same;
}

int testable_find(const struct testable_request *request, struct testable *result,
                  struct error *error)
{
    struct object program;
    struct linked linked;
    *result = (struct testable){0};
    int found = testable_open(request->program, &program, &linked, error);
    if (found == 0) {
        char *stamp = stamp_of(&program, &linked);
        fill_in(request, &linked, result);
        found = result->reused = read_record(request, stamp, result);
        free(stamp);
    }
    linked_free(&linked);
    object_close(&program);
    return found;
}

int testable_record(const struct testable_request *request, const struct testable *result,
                    struct error *error)
{
    struct object program;
    struct linked linked;
    int failed = testable_open(request->program, &program, &linked, error);
    if (!failed) {
        struct text text;
        char *stamp = stamp_of(&program, &linked), *path = path_in(request, record_name);
        text_init(&text, RECORD_CAP);
        text_addf(&text, "%s\n", stamp);
        for (size_t i = 0; i < result->note_count; i++)
            text_addf(&text, "%s\n", result->notes[i]);
        failed = file_write(path, text.data, text.length, error);
        text_free(&text);
        free(stamp);
        free(path);
    }
    linked_free(&linked);
    object_close(&program);
    return failed;
}

void testable_free(struct testable *result)
{
    arena_free(&result->arena);
    *result = (struct testable){0};
}
