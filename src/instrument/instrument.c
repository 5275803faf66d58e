#include "instrument/instrument.h"

#include "base/file.h"
#include "instrument/objects.h"

#include <stdlib.h>
#include <unistd.h>

static void instrument_add_argument(struct instrument_result *result, const char *argument)
{
    *arena_push(&result->arena, result->arguments, result->argument_count) = argument;
}

/* Adds the arguments that link the check. Undefined names make the linker take the members out of
 * the archive, wherever it stands.
 *
 * Collectives are checked on all communicators or on none: a rank that leaves out a collective on
 * one communicator often meets the others again in a collective on another communicator. Only a
 * check of all communicators sees which rank waits for which.
 */
static int add_library(const struct instrument_request *request, struct instrument_result *result,
                       struct error *error)
{
    char *relative = memory_printf("lib/tutti/libtutti-check-%s.a", request->flavour);
    char *path = file_installed(relative);
    const char *archive = arena_copy(&result->arena, path);
    free(relative);
    free(path);
    if (access(archive, R_OK) != 0)
        return error_errno(error, "the library of the checks cannot be read: %s", archive);
    instrument_add_argument(result, "-Wl,-u,tutti_check_wrappers");
    if (request->world || request->others)
        instrument_add_argument(result, "-Wl,-u,tutti_check_collectives");
    if (request->threads)
        instrument_add_argument(result, "-Wl,-u,tutti_check_threads");
    instrument_add_argument(result, archive);
    instrument_add_argument(result, "-lpthread");
    instrument_add_argument(result, "-ldl");
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
    return objects_make(request, false, result, error);
}

int instrument_memory(const struct instrument_request *request, struct instrument_result *result,
                      struct error *error)
{
    *result = (struct instrument_result){0};
    result->objects =
        arena_alloc(&result->arena, (request->input_count + 1) * sizeof *result->objects);
    return objects_make(request, true, result, error);
}

void instrument_result_free(struct instrument_result *result)
{
    arena_free(&result->arena);
    *result = (struct instrument_result){0};
}
