#include "instrument/objects.h"

#include "api/table.h"
#include "base/file.h"
#include "base/text.h"
#include "compile/jobs.h"
#include "compile/object.h"
#include "instrument/command.h"
#include "ir/edit.h"
#include "ir/memory.h"

#include <stdlib.h>
#include <string.h>

enum { OUTPUT_CAP = 65536, BITCODE_CAP = 1 << 30, REASON = 400 };

/* An object that is being made. */
struct making {
    const struct instrument_input *input;
    const char *bitcode; /* edited bitcode; NULL: the object stays unchanged */
    const char *object, *output;
};

struct objects {
    const struct instrument_request *request;
    struct instrument_result *result;
    bool memory; /* all objects get calls before their accesses of memory, and no other change */
    struct api_table *api;
    struct making *makings; /* by input */
};

/* Says whether runtime/check/check.tmpl wraps the function: collectives and, if threads are
 * checked, nearly all. */
static bool objects_wanted(const void *context, const char *symbol)
{
    static const char *const unchecked[] = {"time",     "conversion", "environment", "error",
                                            "status",   "tool",       "abort",       "profiling",
                                            "callback", "init"};
    const struct objects *objects = context;
    const struct api_function *function = api_table_find(objects->api, symbol);
    if (!function)
        function = api_table_find_fortran(objects->api, symbol);
    if (!function)
        return false;
    for (size_t i = 0; i < sizeof unchecked / sizeof *unchecked; i++)
        if (strcmp(function->class->name, unchecked[i]) == 0)
            return false;
    return function->collective || objects->request->threads;
}

static struct ir_place objects_branch_of(const void *context, struct ir_place call)
{
    const struct instrument_request *request = ((const struct objects *)context)->request;
    for (size_t i = 0; i < request->site_count; i++) {
        const struct instrument_site *site = &request->sites[i];
        if (site->line == call.line && site->branch_file && strcmp(site->file, call.file) == 0)
            return (struct ir_place){site->branch_file, site->branch_line, 0};
    }
    return (struct ir_place){0};
}

/* Gives up on the object: it is linked unchanged. */
static void objects_give_up(struct objects *objects, struct making *making, const char *reason)
{
    struct arena *arena = &objects->result->arena;
    making->bitcode = NULL;
    *arena_push(arena, objects->result->notes, objects->result->note_count) =
        arena_printf(arena, "%s: %s: %s", making->input->name,
                     objects->memory ? "its memory accesses are not watched"
                                     : "the lines of its MPI calls are not compiled in",
                     reason);
}

/* Does the same because of an option in the object. */
static void objects_refuse(struct objects *objects, struct making *making, const char *option)
{
    struct text reason;
    text_init(&reason, REASON);
    text_add(&reason, *option ? "it was compiled with " : "its command is not known");
    text_add_visible(&reason, option, strlen(option));
    text_add(&reason, *option ? ", which Tutti does not take from an object" : "");
    objects_give_up(objects, making, arena_copy(&objects->result->arena, reason.data));
    text_free(&reason);
}

/* Adds records with the places of calls. `*edited`, which the caller frees, is NULL if there is
 * nothing to change. */
static int edit_sites(struct objects *objects, const struct ir_bitcode *piece, bool strip,
                      char **edited, size_t *size, struct error *error)
{
    const struct ir_edit_sites sites = {objects_wanted, objects_branch_of, objects, strip};
    size_t calls;
    return ir_edit_sites(piece, &sites, edited, size, &calls, error);
}

/* Edits bitcode. Calls before accesses of memory are kept when an object is made again. They are
 * inserted first: the records of MPI calls are no accesses of the program. */
static int edit_bytes(struct objects *objects, const struct instrument_input *input,
                      const struct ir_bitcode *piece, bool strip, char **edited, size_t *size,
                      struct error *error)
{
    if (objects->memory)
        return ir_edit_memory(piece, strip, edited, size, error);
    if (!command_sees_memory(input))
        return edit_sites(objects, piece, strip, edited, size, error);
    struct ir_bitcode seen = {.name = piece->name};
    char *bytes;
    if (ir_edit_memory(piece, false, &bytes, &seen.size, error) != 0)
        return -1;
    seen.data = bytes;
    int failed = edit_sites(objects, &seen, strip, edited, size, error);
    free(bytes);
    return failed;
}

/* Writes the edited bitcode, or sets NULL if nothing changes. */
static int objects_edit(struct objects *objects, const struct instrument_input *input,
                        struct ir_bitcode piece, bool strip, const char *path, const char **written,
                        struct error *error)
{
    char *edited;
    size_t size;
    *written = NULL;
    if (edit_bytes(objects, input, &piece, strip, &edited, &size, error) != 0)
        return -1;
    int failed = edited ? file_write(path, edited, size, error) : 0;
    if (edited && !failed)
        *written = path;
    free(edited);
    return failed;
}

/* Returns why a compiler failed: the first error that it printed. */
static const char *objects_reason_of(struct objects *objects, const struct making *making)
{
    struct error ignored;
    char *output;
    if (file_read(making->output, OUTPUT_CAP, &output, NULL, &ignored) != 0)
        return "the compiler failed";
    const char *start = strstr(output, "error:");
    if (!start)
        start = output;
    size_t length = strcspn(start, "\n");
    const char *reason =
        arena_copy_bytes(&objects->result->arena, start, length < REASON ? length : REASON);
    free(output);
    return *reason ? reason : "the compiler failed";
}

/* Runs the commands of all inputs that have one, several at once. Without directories all run here.
 */
static int objects_run(struct objects *objects, char **const *commands,
                       const char *const *directories, struct error *error)
{
    size_t count = 0;
    struct job *jobs = memory_zero(objects->request->input_count + 1, sizeof *jobs);
    size_t *inputs = memory_zero(objects->request->input_count + 1, sizeof *inputs);
    for (size_t i = 0; i < objects->request->input_count; i++) {
        if (!commands[i])
            continue;
        inputs[count] = i;
        jobs[count++] = (struct job){.words = commands[i],
                                     .directory = directories ? directories[i] : NULL,
                                     .output = objects->makings[i].output};
    }
    struct jobs_result result = {0};
    int failed = count > 0 ? jobs_run(jobs, count, 0, 0, &result, error) : 0;
    if (!failed && result.interrupt)
        failed = error_set(error, ERROR_FAILED, "ended by %s", strsignal(result.interrupt));
    for (size_t i = 0; !failed && i < count; i++)
        if (jobs[i].exit_code != 0)
            objects_give_up(objects, &objects->makings[inputs[i]],
                            objects_reason_of(objects, &objects->makings[inputs[i]]));
    free(inputs);
    free(jobs);
    return failed;
}

/* Makes Fortran bitcode that calls MPI again from the source, then edits it. */
static int prepare_fortran(struct objects *objects, struct error *error)
{
    const struct instrument_request *request = objects->request;
    struct arena *arena = &objects->result->arena;
    char ***commands = arena_alloc(arena, (request->input_count + 1) * sizeof *commands);
    const char **directories = arena_alloc(arena, (request->input_count + 1) * sizeof *directories);
    const char *modules = arena_printf(arena, "%s/checks-modules", request->directory);
    if (file_make_directory(modules, error) != 0)
        return -1;
    for (size_t i = 0; i < request->input_count; i++) {
        struct making *making = &objects->makings[i];
        if (!making->bitcode || !command_of_fortran(making->input))
            continue;
        const char *refused;
        commands[i] = command_fortran(arena, request->flang, making->input, making->bitcode,
                                      modules, &directories[i], &refused);
        if (!commands[i])
            objects_refuse(objects, making, refused);
    }
    if (objects_run(objects, commands, directories, error) != 0)
        return -1;
    for (size_t i = 0; i < request->input_count; i++) {
        struct making *making = &objects->makings[i];
        struct error reason;
        char *bytes;
        size_t size;
        if (!commands[i] || !making->bitcode)
            continue;
        if (file_read(making->bitcode, BITCODE_CAP, &bytes, &size, &reason) != 0) {
            objects_give_up(objects, making, reason.text);
            continue;
        }
        const struct ir_bitcode piece = {making->input->name, bytes, size};
        if (objects_edit(objects, making->input, piece, !command_debugs(making->input),
                         making->bitcode, &making->bitcode, &reason) != 0)
            objects_give_up(objects, making, reason.text);
        free(bytes);
    }
    return 0;
}

static void objects_prepare(struct objects *objects, size_t index)
{
    const struct instrument_request *request = objects->request;
    struct arena *arena = &objects->result->arena;
    struct making *making = &objects->makings[index];
    const struct instrument_input *input = making->input = &request->inputs[index];
    making->object = arena_printf(arena, "%s/checks-%zu.o", request->directory, index);
    making->output = arena_printf(arena, "%s/checks-%zu.out", request->directory, index);
    const char *bitcode = input->command
                              ? arena_printf(arena, "%s/checks-%zu.bc", request->directory, index)
                              : making->object;
    struct error reason;
    const struct ir_bitcode piece = {input->name, input->bitcode, input->bitcode_size};
    if (objects_edit(objects, input, piece, false, bitcode, &making->bitcode, &reason) != 0)
        objects_give_up(objects, making, reason.text);
}

/* Makes the command that compiles the edited bitcode of an input. */
static int compile_command(struct objects *objects, size_t index, char ***command,
                           struct error *error)
{
    (void)error;
    const char *clang = objects->request->clang;
    struct arena *arena = &objects->result->arena;
    struct making *making = &objects->makings[index];
    const char *refused = "";
    *command =
        command_of_fortran(making->input)
            ? command_fortran_again(arena, clang, making->input, making->bitcode, making->object)
            : command_again(arena, clang, making->input, making->bitcode, making->object, &refused);
    if (!*command)
        objects_refuse(objects, making, refused);
    return 0;
}

/* Makes the command that gives a new object the bitcode of the old one. The output of a link is
 * analysed again: a shared object with the programs that it is linked to, a program by `tutti
 * check`. */
static int keep_command(struct objects *objects, size_t index, char ***command, struct error *error)
{
    const char *directory = objects->request->directory;
    struct arena *arena = &objects->result->arena;
    const struct making *making = &objects->makings[index];
    const struct instrument_input *input = making->input;
    const char *bitcode = arena_printf(arena, "%s/kept-%zu.bc", directory, index);
    const char *compiled = arena_printf(arena, "%s/kept-%zu.command", directory, index);
    size_t length = input->command_size;
    const char *command_bytes = input->command;
    if (objects->memory)
        command_bytes = command_mark_memory(arena, input, &length);
    if (file_write(bitcode, input->bitcode, input->bitcode_size, error) != 0 ||
        file_write(compiled, command_bytes, length, error) != 0)
        return -1;
    const char *const words[] = {"objcopy",
                                 "--add-section",
                                 arena_printf(arena, OBJECT_SECTION "=%s", bitcode),
                                 "--add-section",
                                 arena_printf(arena, ".llvmcmd=%s", compiled),
                                 making->object,
                                 NULL};
    *command = arena_alloc(arena, sizeof words);
    memcpy(*command, words, sizeof words);
    return 0;
}

/* Runs a command for each object that is made again. */
static int run_each(struct objects *objects,
                    int (*make)(struct objects *objects, size_t index, char ***command,
                                struct error *error),
                    struct error *error)
{
    size_t count = objects->request->input_count;
    char ***commands = arena_alloc(&objects->result->arena, (count + 1) * sizeof *commands);
    for (size_t i = 0; i < count; i++) {
        const struct making *making = &objects->makings[i];
        if (making->bitcode && making->input->command && make(objects, i, &commands[i], error) != 0)
            return -1;
    }
    return objects_run(objects, commands, NULL, error);
}

static int objects_compile(struct objects *objects, struct error *error)
{
    if (run_each(objects, compile_command, error) != 0 ||
        (!objects->request->bare && run_each(objects, keep_command, error) != 0))
        return -1;
    for (size_t i = 0; i < objects->request->input_count; i++)
        if (objects->makings[i].bitcode)
            objects->result->objects[i] = objects->makings[i].object;
    return 0;
}

int objects_make(const struct instrument_request *request, bool memory,
                 struct instrument_result *result, struct error *error)
{
    struct objects objects = {
        request, result, memory, api_table_builtin(),
        arena_alloc(&result->arena, (request->input_count + 1) * sizeof *objects.makings)};
    bool fortran = false;
    for (size_t i = 0; i < request->input_count; i++) {
        objects_prepare(&objects, i);
        fortran =
            fortran || (objects.makings[i].bitcode && command_of_fortran(&request->inputs[i]));
    }
    int failed =
        (fortran && prepare_fortran(&objects, error) != 0) || objects_compile(&objects, error) != 0;
    api_table_free(objects.api);
    return failed ? -1 : 0;
}
