/* run.c: the verb `run`: one execution in the virtual world. */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/output.h"
#include "cmd/verb.h"
#include "launch/flavour.h"
#include "report/report.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int choose_guest(const struct options *options, enum mpi_flavour *flavour, char **guest,
                        struct error *error)
{
    char *const *program = options_operands(options, NULL);
    const char *chosen = options_text(options, "mpi");
    *flavour = chosen ? mpi_flavour_from_name(chosen) : MPI_FLAVOUR_NONE;
    if (!chosen && mpi_flavour_of_program(program[0], flavour, error) != 0)
        return -1;
    char *relative = memory_printf("lib/tutti/libtutti-world-%s.so", mpi_flavour_name(*flavour));
    *guest = file_installed(relative);
    free(relative);
    if (access(*guest, R_OK) == 0)
        return 0;
    free(*guest);
    error_set(error, ERROR_FAILED,
              "this Tutti was built without %s, which the program uses; `tutti doctor` says "
              "more",
              mpi_flavour_title(*flavour));
    return -1;
}

static int finish(const struct context *context, const struct options *options,
                  struct document *document, struct error *error)
{
    struct output output;
    if (output_open(&output, options, error) != 0)
        return -1;
    int failed = output_save(&output, options, document, error);
    if (!failed)
        failed = output_views(options, document, error);
    output_close(&output);
    if (failed || output_stdout_taken(options))
        return failed;
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(document, context->color, &text);
    failed = file_write("-", text.data, text.length, error);
    text_free(&text);
    return failed;
}

static int run_run(const struct context *context, const struct options *options)
{
    struct error error;
    enum mpi_flavour flavour;
    char *guest;
    if (choose_guest(options, &flavour, &guest, &error) != 0)
        return verb_fail(context, &error);
    struct document document;
    document_init(&document, "run");
    output_describe(context, &document);
    document.ranks = (int)options_number(options, "ranks");
    document.mpi = mpi_flavour_name(flavour);
    document.buffering = options_text(options, "buffering");
    document.coverage = "one execution of the many that MPI allows, with this input";
    struct world_options world = {
        .scheduler = {.ranks = document.ranks,
                      .buffered = strcmp(document.buffering, "infinite") == 0,
                      .synchronising =
                          strcmp(options_text(options, "collectives"), "synchronising") == 0,
                      .seconds = options_seconds(options, "time-limit")},
        .output = strcmp(options_text(options, "output"), "plain") == 0 ? WORLD_OUTPUT_PLAIN
                                                                        : WORLD_OUTPUT_PREFIX,
        .guest = guest,
        .program = options_operands(options, NULL),
    };
    int failed = world_run(&world, &document, &error);
    if (!failed)
        failed = finish(context, options, &document, &error);
    int code = failed ? verb_fail(context, &error) : output_exit_code(options, &document);
    document_free(&document);
    free(guest);
    return code;
}

static const struct option run_options[] = {
    {.name = "ranks",
     .letter = 'n',
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "2",
     .minimum = 1,
     .maximum = WORLD_RANKS_MAX,
     .help = "how many ranks"},
    {.name = "buffering",
     .kind = OPTION_CHOICE,
     .argument = "HOW",
     .choices = "zero|infinite",
     .initial = "zero",
     .help = "whether standard sends wait for their receive"},
    {.name = "collectives",
     .kind = OPTION_CHOICE,
     .argument = "HOW",
     .choices = "minimal|synchronising",
     .initial = "minimal",
     .help = "whether a collective waits for no more than MPI demands, or for all members"},
    {.name = "output",
     .kind = OPTION_CHOICE,
     .argument = "STYLE",
     .choices = "prefix|plain",
     .initial = "prefix",
     .help = "how lines that ranks print are shown"},
    {.name = "mpi",
     .kind = OPTION_CHOICE,
     .argument = "MPI",
     .choices = "mpich|openmpi",
     .help = "the MPI of the program, where it cannot be found from the binary"},
    {.name = NULL},
};

const struct verb verb_run = {
    .command = {.name = "run",
                .summary = "one execution in the virtual world: deadlocks are known, not guessed",
                .synopsis = "-n N [options] -- PROGRAM [ARGUMENTS]",
                .description =
                    "Runs the program with N ranks in the virtual world: an ordinary binary, no "
                    "launcher, no cluster. Tutti decides which message meets which receive, so a "
                    "deadlock is known, not guessed from a timeout.\n\n"
                    "The verdict covers one execution. Calls that are not there yet stop it with a "
                    "sentence; the manual page says which checks are there.",
                .operands = OPERANDS_PROGRAM,
                .options = run_options},
    .run = run_run,
};
