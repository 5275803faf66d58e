#include "instrument/instrument.h"

#include "api/table.h"
#include "base/file.h"
#include "instrument/command.h"
#include "ir/edit.h"
#include "launch/process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { OUTPUT_CAP = 4096 }; /* of what clang says when it fails */

/* What stays the same for all objects. */
struct instrumenting {
    const struct instrument_request *request;
    struct instrument_result *result;
    struct api_table *api;
};

/* Compilers spell mpi_bcast as mpi_bcast_, mpi_bcast__, mpi_bcast or MPI_BCAST. */
static const struct api_function *find_function(const struct api_table *api, const char *symbol)
{
    const struct api_function *found = api_table_find(api, symbol);
    if (found)
        return found;
    if (toupper((unsigned char)symbol[0]) == 'P')
        symbol++;
    if (strncasecmp(symbol, "mpi_", 4) != 0)
        return NULL;
    size_t length = strlen(symbol);
    while (symbol[length - 1] == '_')
        length--;
    for (size_t i = 0; i < api->function_count; i++) {
        const char *name = api->functions[i]->name;
        if (strncasecmp(name, symbol, length) == 0 && !name[length])
            return api->functions[i];
    }
    return NULL;
}

/* The functions that runtime/check/check.tmpl wraps, and takes the place of: collectives, and where
 * threads are checked nearly all. */
static bool wanted(const void *context, const char *symbol)
{
    static const char *const unchecked[] = {"time",     "conversion", "environment", "error",
                                            "status",   "tool",       "abort",       "profiling",
                                            "callback", "init"};
    const struct instrumenting *instrumenting = context;
    const struct api_function *function = find_function(instrumenting->api, symbol);
    if (!function)
        return false;
    for (size_t i = 0; i < sizeof unchecked / sizeof *unchecked; i++)
        if (strcmp(function->class->name, unchecked[i]) == 0)
            return false;
    return function->collective || instrumenting->request->threads;
}

static struct ir_place branch_of(const void *context, struct ir_place call)
{
    const struct instrument_request *request = ((const struct instrumenting *)context)->request;
    for (size_t i = 0; i < request->site_count; i++) {
        const struct instrument_site *site = &request->sites[i];
        if (site->line == call.line && site->branch_file && strcmp(site->file, call.file) == 0)
            return (struct ir_place){site->branch_file, site->branch_line, 0};
    }
    return (struct ir_place){0};
}

static void note(struct instrument_result *result, const char *name, const char *reason)
{
    *arena_push(&result->arena, result->notes, result->note_count) = arena_printf(
        &result->arena, "%s: the lines of its MPI calls are not compiled in: %s", name, reason);
}

static int compile(struct instrumenting *instrumenting, const struct instrument_input *input,
                   const char *bitcode, const char *object, struct error *error)
{
    struct arena *arena = &instrumenting->result->arena;
    char **words = command_again(arena, instrumenting->request->clang, input, bitcode, object);
    char *output;
    int exit_code;
    if (process_capture(words, 0, OUTPUT_CAP, &output, &exit_code, error) != 0)
        return -1;
    int failed = exit_code ? error_set(error, ERROR_FAILED, "%s failed: %s", words[0], output) : 0;
    free(output);
    return failed;
}

static int make_object(struct instrumenting *instrumenting, size_t index, struct error *error)
{
    const struct instrument_request *request = instrumenting->request;
    const struct instrument_input *input = &request->inputs[index];
    const struct ir_bitcode piece = {input->name, input->bitcode, input->bitcode_size};
    const struct ir_edit_sites sites = {wanted, branch_of, instrumenting, false};
    struct arena *arena = &instrumenting->result->arena;
    char *edited;
    size_t size, calls;
    if (ir_edit_sites(&piece, &sites, &edited, &size, &calls, error) != 0)
        return -1;
    if (!edited)
        return 0;
    const char *bitcode = arena_printf(arena, "%s/checks-%zu.bc", request->directory, index);
    const char *object = arena_printf(arena, "%s/checks-%zu.o", request->directory, index);
    int failed = file_write(input->command ? bitcode : object, edited, size, error);
    free(edited);
    if (!failed && input->command) {
        failed = compile(instrumenting, input, bitcode, object, error);
        unlink(bitcode);
    }
    if (!failed)
        instrumenting->result->objects[index] = object;
    return failed;
}

static void add_argument(struct instrument_result *result, const char *argument)
{
    *arena_push(&result->arena, result->arguments, result->argument_count) = argument;
}

/* Names that the linker looks for take the members out of the archive wherever that stands. */
static int add_library(const struct instrument_request *request, struct instrument_result *result,
                       struct error *error)
{
    char *relative = memory_printf("lib/tutti/libtutti-check-%s.a", request->flavour);
    char *path = file_installed(relative);
    free(relative);
    const char *archive = arena_copy(&result->arena, path);
    free(path);
    if (access(archive, R_OK) != 0)
        return error_errno(error, "the library of the checks cannot be read: %s", archive);
    add_argument(result, "-Wl,-u,tutti_check_wrappers");
    if (request->world)
        add_argument(result, "-Wl,-u,tutti_check_world");
    if (request->others)
        add_argument(result, "-Wl,-u,tutti_check_others");
    if (request->threads)
        add_argument(result, "-Wl,-u,tutti_check_threads");
    add_argument(result, archive);
    add_argument(result, "-lpthread");
    add_argument(result, "-ldl");
    return 0;
}

int instrument_link(const struct instrument_request *request, struct instrument_result *result,
                    struct error *error)
{
    *result = (struct instrument_result){0};
    result->objects =
        arena_alloc(&result->arena, (request->input_count + 1) * sizeof *result->objects);
    if (!request->shared && add_library(request, result, error) != 0)
        return -1;
    struct instrumenting instrumenting = {request, result, api_table_builtin()};
    for (size_t i = 0; i < request->input_count; i++) {
        struct error reason;
        if (make_object(&instrumenting, i, &reason) != 0)
            note(result, request->inputs[i].name, reason.text);
    }
    api_table_free(instrumenting.api);
    return 0;
}

void instrument_result_free(struct instrument_result *result)
{
    arena_free(&result->arena);
    *result = (struct instrument_result){0};
}
