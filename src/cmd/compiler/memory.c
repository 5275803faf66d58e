/* memory.c: implements -ftutti-memory: makes objects that report their memory accesses
 * (runtime/memory.h).
 *
 * clang and flang first make an object with its bitcode. Another process, which loads LLVM, changes
 * the bitcode and makes the object from it. Its words behind CC_MEMORY_WORD are a directory for
 * temporary files, the clang, the flang, "bare" or "keep" (whether the new objects contain the
 * bitcode), and the objects.
 */
#include "cmd/cc.h"
#include "cmd/shared/analyser.h"

#include "base/file.h"
#include "base/memory.h"
#include "compile/jobs.h"
#include "compile/object.h"
#include "compile/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OBJECT_CAP = 1 << 30 };

static const char bare_word[] = "bare", keep_word[] = "keep";

/* The objects that have bitcode. */
struct seeing {
    struct arena arena;
    struct object *objects;
    struct instrument_input *inputs;
    size_t count;
};

static void read_objects(const struct cc *cc, char *const *paths, struct seeing *seeing)
{
    for (; *paths; paths++) {
        struct error error;
        struct object object;
        struct stat status;
        if (stat(*paths, &status) != 0 || !S_ISREG(status.st_mode))
            continue; /* a header has no object; the output may be /dev/null */
        if (object_open(*paths, &object, &error) != 0) {
            cc_note(cc, "%s: its memory accesses are not watched: %s", *paths, error.text);
            continue;
        }
        bool fits = object.kind == OBJECT_RELOCATABLE || object.kind == OBJECT_BITCODE;
        if (!fits || object.members[0].piece_count != 1) {
            object_close(&object); /* made from assembler */
            continue;
        }
        const struct object_piece *piece = &object.members[0].pieces[0];
        size_t inputs = seeing->count;
        *arena_push(&seeing->arena, seeing->inputs, inputs) =
            (struct instrument_input){.name = *paths,
                                      .bitcode = piece->data,
                                      .bitcode_size = piece->size,
                                      .command = piece->command,
                                      .command_size = piece->command_size};
        *arena_push(&seeing->arena, seeing->objects, seeing->count) = object;
    }
}

/* Replaces the old object by the new one, which may be in another file system. */
static int memory_replace(const char *path, const char *by, struct error *error)
{
    char *bytes;
    size_t length;
    if (file_read(by, OBJECT_CAP, &bytes, &length, error) != 0)
        return -1;
    int failed = file_write(path, bytes, length, error);
    free(bytes);
    return failed;
}

static int make_again(const struct cc *cc, const struct instrument_request *request,
                      struct error *error)
{
    struct instrument_result result = {0};
    const struct analyser *analyser = analyser_load(error);
    if (!analyser)
        return -1;
    int failed = analyser->instrument_memory(request, &result, error);
    for (size_t i = 0; !failed && i < result.note_count; i++)
        cc_note(cc, "%s", result.notes[i]);
    for (size_t i = 0; !failed && i < request->input_count; i++)
        if (result.objects[i])
            failed = memory_replace(request->inputs[i].name, result.objects[i], error);
    analyser->instrument_result_free(&result);
    return failed;
}

int cc_memory(struct cc *cc, char *const *words)
{
    enum { DIRECTORY, CLANG, FLANG, BARE, OBJECTS };
    struct error error;
    struct seeing seeing = {0};
    for (int i = 0; i < OBJECTS; i++)
        if (!words[i])
            return ERROR_USAGE;
    read_objects(cc, words + OBJECTS, &seeing);
    const struct instrument_request request = {
        .inputs = seeing.inputs,
        .input_count = seeing.count,
        .clang = words[CLANG],
        .flang = words[FLANG],
        .directory = words[DIRECTORY],
        .bare = strcmp(words[BARE], bare_word) == 0,
    };
    int failed = seeing.count > 0 ? make_again(cc, &request, &error) : 0;
    if (failed)
        cc_note(cc, "memory accesses are not watched: %s", error.text);
    for (size_t i = 0; i < seeing.count; i++)
        object_close(&seeing.objects[i]);
    arena_free(&seeing.arena);
    return EXIT_CLEAN;
}

int cc_see_memory(struct cc *cc, const char *const *objects, size_t count, const char *directory,
                  int *interrupt, struct error *error)
{
    struct arena *arena = &cc->builder.arena;
    const char *const first[] = {"/proc/self/exe",
                                 options_command(cc->options)->name,
                                 CC_MEMORY_WORD,
                                 directory,
                                 cc->builder.compilers.cc,
                                 cc->builder.compilers.fc,
                                 cc->line.own.no_analysis ? bare_word : keep_word};
    size_t first_count = sizeof first / sizeof *first;
    char **words = arena_alloc(arena, (first_count + count + 1) * sizeof *words);
    for (size_t i = 0; i < first_count + count; i++)
        words[i] = (char *)(i < first_count ? first[i] : objects[i - first_count]);
    struct job job = {.words = words};
    struct jobs_result result = {0};
    if (jobs_run(&job, 1, 1, 0, &result, error) != 0)
        return -1;
    *interrupt = result.interrupt;
    if (job.exit_code > 128 && !result.interrupt)
        cc_note(cc, "memory accesses are not watched: LLVM ended by signal %d",
                job.exit_code - 128);
    return 0;
}

int cc_memory_objects(struct cc *cc)
{
    struct error error;
    char *directory = NULL;
    const char **objects = NULL;
    size_t count = 0;
    int interrupt = 0, code = cc_make_objects(cc);
    if (code != 0)
        return code;
    for (size_t i = 0; i < cc->line.word_count; i++)
        if (cc->line.words[i].kind == WORD_INPUT && language_is_source(cc->line.words[i].language))
            *arena_push(&cc->builder.arena, objects, count) =
                cc_object_name(cc, &cc->line.words[i]);
    if (scratch_make(&directory, &error) != 0 ||
        cc_see_memory(cc, objects, count, directory, &interrupt, &error) != 0)
        code = cc_fail(cc, &error);
    scratch_remove(directory);
    for (size_t i = 0; interrupt && i < count; i++)
        unlink(objects[i]); /* as a compiler does: it is not the requested object */
    if (interrupt)
        jobs_end_by(interrupt);
    return code;
}
