#include "instrument/testing.h"

#include "base/file.h"
#include "compile/scratch.h"
#include "instrument/command.h"
#include "instrument/sites.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGES_CAP = 4 * 1024 * 1024, OUTPUT_CAP = 1024 * 1024, REASON = 400 };

void testing_note(struct testing *testing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = memory_vprintf(format, arguments);
    va_end(arguments);
    for (char *at = text; *at; at++)
        if (*at == '\n')
            *at = ' ';
    *arena_push(&testing->result->arena, testing->result->notes, testing->result->note_count) =
        arena_copy(&testing->result->arena, text);
    free(text);
}

const char *testing_keep_messages(struct testing *testing, const char *of, const char *file)
{
    struct error ignored;
    char *output;
    if (file_read(file, OUTPUT_CAP, &output, NULL, &ignored) != 0)
        return "it cannot be run";
    text_addf(&testing->messages, "%s:\n%s\n", of, output);
    const char *start = strstr(output, "error:");
    if (!start)
        start = strstr(output, "undefined reference");
    if (!start)
        start = strstr(output, "PLEASE submit a bug report") ? "the compiler crashed" : output;
    size_t length = strcspn(start, "\n");
    const char *reason =
        arena_copy_bytes(&testing->result->arena, start, length < REASON ? length : REASON);
    free(output);
    return *reason ? reason : "it says nothing";
}

static void list_pieces(struct testing *testing)
{
    struct arena *arena = &testing->result->arena;
    const struct object_member *program = &testing->program.members[0];
    testing->piece_count = program->piece_count;
    testing->pieces = arena_alloc(arena, (testing->piece_count + 1) * sizeof *testing->pieces);
    for (size_t i = 0; i < testing->piece_count; i++) {
        const struct object_piece *from = &program->pieces[i];
        struct testing_piece *piece = &testing->pieces[i];
        piece->input = (struct instrument_input){.bitcode = from->data,
                                                 .bitcode_size = from->size,
                                                 .command = from->command,
                                                 .command_size = from->command_size};
        const char *source = command_source(&piece->input);
        piece->name = source ? arena_copy(arena, source) : arena_printf(arena, "file %zu", i + 1);
        piece->input.name = piece->name;
    }
}

static int join_sites(const struct testing *testing, struct error *error)
{
    const char **parts = memory_zero(testing->piece_count + 1, sizeof *parts);
    size_t count = 0;
    for (size_t i = 0; i < testing->piece_count; i++)
        if (testing->pieces[i].sites)
            parts[count++] = testing->pieces[i].sites;
    int failed =
        count > 0 ? sites_join(testing->result->sites, parts, count, error)
                  : error_set(error, ERROR_FAILED, "no file of the program can be instrumented: %s",
                              testing->result->note_count > 0 ? testing->result->notes[0]
                                                              : "there is none");
    free(parts);
    return failed;
}

/* Keeps the messages of compilers beside the build, even if it fails. */
static void save_messages(const struct testing *testing)
{
    struct error ignored;
    char *path = memory_printf("%s/messages", testing->request->directory);
    if (testing->messages.length > 0)
        file_write(path, testing->messages.data, testing->messages.length, &ignored);
    else
        unlink(path);
    free(path);
}

static int testing_make(struct testing *testing, struct error *error)
{
    struct testable *result = testing->result;
    const char *fresh = arena_printf(&result->arena, "%s.%d", result->program, (int)getpid());
    const char *into = arena_printf(&result->arena, "%s/bin", testing->request->directory);
    if (file_make_directory(into, error) != 0)
        return -1;
    list_pieces(testing);
    for (size_t i = 0; i < testing->linked.library_count; i++)
        testing_note(testing, "%s is not instrumented: it is a shared library",
                     testing->linked.libraries[i]);
    int failed = testing_make_pieces(testing, error) != 0 || join_sites(testing, error) != 0 ||
                 testing_link(testing, fresh, error) != 0;
    save_messages(testing);
    if (!failed && rename(fresh, result->program) != 0)
        failed = error_errno(error, "cannot write %s", result->program);
    if (failed)
        unlink(fresh);
    return failed ? -1 : testable_record(testing->request, result, error);
}

int testable_build(const struct testable_request *request, struct testable *result,
                   struct error *error)
{
    struct testing testing = {.request = request, .result = result};
    char *directory = NULL;
    int found = testable_find(request, result, error);
    if (found != 0)
        return found > 0 ? 0 : -1;
    text_init(&testing.messages, MESSAGES_CAP);
    int failed = testable_open(request->program, &testing.program, &testing.linked, error) != 0 ||
                 scratch_make(&directory, error) != 0;
    testing.directory = directory;
    failed = failed || testing_make(&testing, error) != 0;
    scratch_remove(directory);
    text_free(&testing.messages);
    linked_free(&testing.linked);
    object_close(&testing.program);
    return failed ? -1 : 0;
}
