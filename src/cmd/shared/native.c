#include "cmd/shared/native.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int native_open(struct native *native, const struct context *context, const struct options *options,
                struct error *error)
{
    *native = (struct native){.context = context, .options = options};
    return launcher_parse(options_operands(options, NULL), &native->arena, &native->line, error);
}

int native_open_directory(struct native *native, const char *verb, struct error *error)
{
    if (output_open(&native->output, native->options, error) != 0)
        return -1;
    if (native->output.directory) {
        native->directory = memory_copy(native->output.directory);
        return 0;
    }
    return file_make_temporary(arena_printf(&native->arena, "tutti-%s-", verb), &native->directory,
                               error);
}

void native_close(struct native *native)
{
    struct error error;
    if (native->directory && !native->output.directory &&
        file_remove_directory(native->directory, &error) != 0)
        log_warning(&native->context->log, "%s", error.text);
    free(native->directory);
    native->directory = NULL;
    output_close(&native->output);
    arena_free(&native->arena);
}

const char *native_preload(struct native *native, const char *guest, struct error *error)
{
    enum mpi_flavour flavour = native->line.programs[0].flavour;
    char *path = mpi_flavour_guest(flavour, guest, error);
    const char *variable = path ? arena_printf(&native->arena, "LD_PRELOAD=%s", path) : NULL;
    free(path);
    return variable;
}

/* Returns the limit on the seconds of the job; 0: none. The environment of a batch job is that of
 * all its steps, so a limit there may be meant for another command. */
static double native_limit(const struct native *native)
{
    if (native->is_step && !options_on_line(native->options, "time-limit"))
        return 0;
    return options_seconds(native->options, "time-limit");
}

int native_start(struct native *native, const char *const *variables, struct process **process,
                 struct error *error)
{
    char **words = launcher_words(&native->line, variables, &native->arena);
    /* Without a folder of results, `directory` is temporary. */
    const char *const folders[] = {native->output.directory ? NULL : native->directory, NULL};
    struct process_limits limits = {.seconds = native_limit(native),
                                    .outlives = native->outlives,
                                    .forwards = true,
                                    .folders = folders};
    return process_start(words, NULL, &limits, process, error);
}

void native_finish(const struct native *native, struct process *process,
                   struct process_result *result)
{
    process_finish(process, result);
    if (result->timed_out)
        log_warning(&native->context->log, "the job was ended at its time limit of %g s (%s)",
                    native_limit(native), options_origin(native->options, "time-limit"));
}

void native_describe_end(const struct process_result *result, const char *coverage, const char *why,
                         struct document *document)
{
    document->coverage = coverage;
    if (result->timed_out || result->interrupted) {
        document->unfinished = true;
        if (document->verdict == VERDICT_CLEAN)
            document->verdict = VERDICT_INCOMPLETE;
        document->coverage = result->timed_out ? "one native run, stopped at the time limit"
                                               : "one native run, interrupted";
        return;
    }
    if (result->exit_code == 0)
        return;
    bool by_signal = result->signal != 0;
    struct finding *finding = document_add(document, by_signal ? "crash.signal" : "crash.exit");
    finding->headline =
        by_signal
            ? arena_printf(&document->arena, "the run ended by signal %d (%s)", result->signal,
                           strsignal(result->signal))
            : arena_printf(&document->arena, "the run ended with exit code %d", result->exit_code);
    finding->why = why;
}
