/* trace.c: the verb `trace`: prints every MPI call of a real run, with decoded arguments. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/jobs/trace_print.h"
#include "cmd/jobs/trace_reader.h"
#include "cmd/shared/native.h"
#include "finding/json.h"
#include "report/report.h"
#include "runtime/trace/format.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POLL_MILLISECONDS = 50, CALL_CAP = 1 << 20 };

struct trace {
    struct native native;
    struct trace_reader *reader;
    struct file_stream *text, *json; /* NULL: not requested */
    struct text buffer;              /* one call at a time */
    uint64_t origin;                 /* start of the first call */
    uint64_t calls, unreturned, failures;
    int ranks; /* highest rank seen, plus one */
    bool json_started;
    struct error loss; /* the first write error; its kind is ERROR_NONE if there was none */
};

static uint64_t trace_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

/* Returns whether --calls, a list of shell patterns, selects the call. */
static bool call_wanted(const char *patterns, const char *name)
{
    if (!patterns)
        return true;
    bool wanted = false;
    char *copy = memory_copy(patterns), *rest = copy;
    for (char *pattern; !wanted && (pattern = strsep(&rest, ","));)
        wanted = fnmatch(pattern, name, FNM_CASEFOLD) == 0;
    free(copy);
    return wanted;
}

static void print_call(const struct trace_call *call, void *data)
{
    struct trace *trace = data;
    if (!trace->origin)
        trace->origin = call->start;
    if (call->rank >= trace->ranks)
        trace->ranks = call->rank + 1;
    trace->calls++;
    trace->unreturned += !call->result;
    trace->failures += call->result && strncmp(call->result, "MPI_ERR", 7) == 0;
    if (!call_wanted(options_text(trace->native.options, "calls"), call->name))
        return;
    if (trace->text) {
        text_clear(&trace->buffer);
        trace_print_text(call, options_flag(trace->native.options, "times") ? trace->origin : 0,
                         trace->native.context->color &&
                             !options_given(trace->native.options, "file"),
                         &trace->buffer);
        file_stream_write(trace->text, trace->buffer.data, trace->buffer.length);
    }
    if (trace->json) {
        text_clear(&trace->buffer);
        text_add(&trace->buffer, trace->json_started ? ",\n    " : "\n    ");
        trace->json_started = true;
        trace_print_json(call, trace->origin, &trace->buffer);
        file_stream_write(trace->json, trace->buffer.data, trace->buffer.length);
    }
}

/* Reports a write error at once. The job continues; the command ends with this error after it. */
static void trace_lose(struct trace *trace, const struct error *error)
{
    if (trace->loss.kind == ERROR_NONE) {
        log_error(&trace->native.context->log, "%s", error->text);
        trace->loss = *error;
    }
}

static void poll_calls(struct trace *trace, uint64_t until)
{
    struct error error;
    if (trace_reader_poll(trace->reader, until, print_call, trace, &error) != 0)
        trace_lose(trace, &error);
    if (trace->text && file_stream_flush(trace->text, &error) != 0) {
        trace_lose(trace, &error);
        file_stream_abandon(trace->text);
        trace->text = NULL;
    }
}

static int open_streams(struct trace *trace, struct error *error)
{
    const char *json = options_text(trace->native.options, "json");
    const char *file = options_text(trace->native.options, "file");
    if (json && file_stream_open(json, &trace->json, error) != 0)
        return -1;
    if (file || !output_stdout_taken(trace->native.options))
        return file_stream_open(file ? file : "-", &trace->text, error);
    return 0;
}

static int trace_start(struct trace *trace, struct process **process, struct error *error)
{
    struct native *native = &trace->native;
    const char *preload = native_preload(native, "trace", error);
    const char *variables[] = {
        preload, arena_printf(&native->arena, TRACE_DIRECTORY "=%s", native->directory), NULL};
    return preload ? native_start(native, variables, process, error) : -1;
}

static void trace_describe(struct trace *trace, const struct process_result *result,
                           struct document *document)
{
    document_init(document, "trace");
    output_describe(trace->native.context, document);
    document->verdict = VERDICT_CLEAN;
    document->ranks = trace->ranks;
    document->mpi = mpi_flavour_name(trace->native.line.programs[0].flavour);
    document_add_stat(document, "seconds", result->seconds);
    document_add_stat(document, "calls", (double)trace->calls);
    document_add_stat(document, "processes", trace_reader_process_count(trace->reader));
    document_add_stat(document, "calls_not_returned", (double)trace->unreturned);
    document_add_stat(document, "calls_failed", (double)trace->failures);
    document_add_stat(document, "exit_code", result->exit_code);
    native_describe_end(result, "one native run, as it happened",
                        "The traced command failed. Calls that did not return are marked in the "
                        "trace.",
                        document);
}

/* Completes the JSON of a trace: its document with one more member, "calls", which comes first
 * because it was written while the program ran. */
static int end_json(struct trace *trace, const struct document *document, struct error *error)
{
    struct text rest;
    text_init(&rest, REPORT_TEXT_CAP);
    document_print_json(document, &rest);
    const char *members = strchr(rest.data, '{');
    file_stream_write(trace->json, trace->json_started ? "\n  ],\n" : "],\n",
                      trace->json_started ? 6 : 3);
    file_stream_write(trace->json, members + 1, strlen(members + 1));
    text_free(&rest);
    int failed = file_stream_commit(trace->json, error);
    trace->json = NULL;
    return failed;
}

static void trace_summarise(const struct trace *trace, const struct process_result *result)
{
    const struct log *log = &trace->native.context->log;
    if (trace->calls == 0)
        log_warning(log, "no MPI call was seen: did the program start, and is it the one that was "
                         "named?");
    if (trace_reader_full(trace->reader))
        log_warning(log, "the disk is full: the trace ends early");
    log_info(log, "%llu calls of %d processes in %.3f s%s%s", (unsigned long long)trace->calls,
             trace_reader_process_count(trace->reader), result->seconds,
             trace->native.output.directory ? "; kept in " : "",
             trace->native.output.directory ? trace->native.output.directory : "");
}

/* Writes all results that can be written. */
static void trace_write_results(struct trace *trace, struct document *document)
{
    const struct options *options = trace->native.options;
    const struct document *view = document;
    struct error error;
    if (output_save(&trace->native.output, options, document, &error) != 0)
        trace_lose(trace, &error);
    if (trace->json && end_json(trace, document, &error) != 0)
        trace_lose(trace, &error);
    if (report_write(&view, 1, NULL, options_text(options, "sarif"), options_text(options, "html"),
                     &error) != 0)
        trace_lose(trace, &error);
}

static int trace_finish(struct trace *trace, const struct process_result *result,
                        struct error *error)
{
    struct document document;
    poll_calls(trace, UINT64_MAX);
    trace_reader_open_calls(trace->reader, print_call, trace);
    if (trace->text && file_stream_commit(trace->text, error) != 0)
        trace_lose(trace, error);
    trace->text = NULL;
    trace_describe(trace, result, &document);
    trace_write_results(trace, &document);
    for (size_t i = 0; i < document.finding_count; i++)
        log_error(&trace->native.context->log, "%s", document.findings[i].headline);
    trace_summarise(trace, result);
    int code = trace->loss.kind != ERROR_NONE ? (int)trace->loss.kind
                                              : output_exit_code(trace->native.options, &document);
    document_free(&document);
    return code;
}

static int trace_follow(struct trace *trace, int *code, struct error *error)
{
    struct process *process;
    struct process_result result;
    if (trace_start(trace, &process, error) != 0)
        return -1;
    /* Nobody sees a file before it is complete, so there is no hurry, and the program keeps the
     * cores. */
    bool live = trace->text && !options_given(trace->native.options, "file");
    while (!process_wait(process, live && trace->text ? POLL_MILLISECONDS : -1))
        poll_calls(trace, trace_now() - TRACE_SETTLE_NANOSECONDS);
    native_finish(&trace->native, process, &result);
    *code = trace_finish(trace, &result, error);
    return 0;
}

static int trace_run(const struct context *context, const struct options *options)
{
    struct trace trace = {0};
    struct error error;
    int code = EXIT_CLEAN;
    text_init(&trace.buffer, CALL_CAP);
    bool failed = native_open(&trace.native, context, options, &error) != 0 ||
                  native_open_directory(&trace.native, "trace", &error) != 0 ||
                  open_streams(&trace, &error) != 0;
    if (!failed) {
        static const char json_start[] = "{\n  \"calls\": [";
        if (trace.json)
            file_stream_write(trace.json, json_start, sizeof json_start - 1);
        trace.reader = trace_reader_open(trace.native.directory);
        failed = trace_follow(&trace, &code, &error) != 0;
        trace_reader_close(trace.reader);
    }
    if (failed)
        code = verb_fail(context, &error);
    if (trace.text)
        file_stream_abandon(trace.text);
    if (trace.json)
        file_stream_abandon(trace.json);
    native_close(&trace.native);
    text_free(&trace.buffer);
    return code;
}

static const struct option trace_options[] = {
    {.name = "file",
     .letter = 'o',
     .kind = OPTION_FILE,
     .effect = EFFECT_TRUSTED,
     .argument = "FILE",
     .help = "write the calls to this file, not to standard output"},
    {.name = "calls",
     .kind = OPTION_TEXT,
     .effect = EFFECT_HARMLESS,
     .argument = "PATTERNS",
     .help = "show only these calls, such as 'MPI_*send*,MPI_Wait*'"},
    {.name = "times",
     .letter = 't',
     .kind = OPTION_FLAG,
     .effect = EFFECT_HARMLESS,
     .help = "show when each call began and how long it took"},
    VERB_OPTION_JOB_TIME_LIMIT(
        "end the job after this long (also 500ms, 2m, 1h) and report what is known by then"),
    {.name = NULL},
};

const struct verb verb_trace = {
    .command = {.name = "trace",
                .summary = "prints every MPI call of a real run, with decoded arguments",
                .synopsis = "[options] -- LAUNCHER... PROGRAM [ARGUMENTS]",
                .description =
                    "Runs the command, for example mpiexec -n 4 ./app, and prints each MPI call of "
                    "each rank when it returns: its arguments by name and, after an arrow, its "
                    "results. Works for unmodified programs in C, C++ and Fortran that are linked "
                    "dynamically to MPICH or Open MPI.\n\n"
                    "Calls are in the order in which they returned, by the clocks of the hosts. "
                    "Handles that the program made are numbered per process: comm#1 is the first "
                    "communicator that this process got. Calls that the MPI library makes inside "
                    "itself are not shown. A call that never returned is shown at the end.\n\n"
                    "With --json, the document has a member \"calls\" with one object per call. "
                    "The exit code is 1 when the traced command failed.",
                .operands = OPERANDS_PROGRAM,
                .options = trace_options},
    .run = trace_run,
};
