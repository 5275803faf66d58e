/* replay.c: the verb `replay`: repeats a recorded execution, under gdb if requested. */
#include "cmd/run.h"
#include "cmd/shared/recorded.h"

static int run_replay(const struct context *context, const struct options *options)
{
    struct error error;
    struct record recorded, record;
    if (recorded_load(options_operands(options, NULL)[0], &recorded, &error) != 0)
        return verb_fail(context, &error);
    int code;
    if (recorded_describe(context, &recorded, &record, &error) == 0) {
        if (!record.input && options_given(options, "gdb"))
            record.input = "/dev/null";
        code = run_execution(context, options, &record, &recorded);
    } else {
        code = verb_fail(context, &error);
    }
    record_free(&record);
    record_free(&recorded);
    return code;
}

static const struct option replay_options[] = {
    RUN_OPTION_OUTPUT,
    RUN_OPTION_GDB,
    {.name = NULL},
};

const struct verb verb_replay = {
    .command = {.name = "replay",
                .summary = "repeats a recorded execution, under gdb on request",
                .synopsis = "FINDING|DIRECTORY|FILE [options]",
                .description =
                    "Repeats a recorded execution: the same program in the same folder, the same "
                    "number of ranks, and the same message for every receive that could have taken "
                    "another one. So the finding occurs again.\n\n"
                    "FINDING is what the report prints after 'replay', such as "
                    "tutti-out/run-20260101-120000/r-1. Given r-1 alone, replay looks in the "
                    "newest folder of tutti-out. If the program behaves differently this time, it "
                    "depends on something outside MPI; replay names the first operation that "
                    "differs.",
                .operands = OPERANDS_ONE,
                .options = replay_options},
    .run = run_replay,
};
