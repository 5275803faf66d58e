/* trials.c: tries Tutti's verbs with an MPI: runs each on a small program (ring.c), compiled by
 * that MPI's mpicc, in the environment that the MPI's module would set. */
#include "cmd/doctor/installed.h"

#include "base/file.h"
#include "launch/process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TRIAL_SECONDS = 60, TRIAL_OUTPUT_CAP = 1024 * 1024 };

extern const char doctor_ring[]; /* ring.c */
extern const size_t doctor_ring_length;

/* A verb, its arguments, and the signs that it worked. */
static const struct trial_plan {
    const char *verb;
    bool native; /* runs under the MPI's launcher */
    const char *options[3];
    const char *program, *argument;
    int exit_code;
    const char *proof; /* text in its output that proves success */
    const char *what;
} trial_plans[TRIALS_MAX] = {
    {"run", false, {"-n3"}, "./ring", NULL, 0, "nothing found", "3 ranks in the virtual world"},
    {"verify", false, {"-n3"}, "./ring", "race", 1, "[deadlock]", "a planted deadlock is found"},
    {"test",
     false,
     {"-n2", "--max-ranks=3", "--iterations=20"},
     "ring.c",
     "1",
     1,
     "ring 4711",
     "an input that ends the program early is found"},
    {"trace", true, {NULL}, "./ring", NULL, 0, "MPI_Allreduce(", "calls of 2 ranks"},
    {"watch", true, {"--json=-"}, "./ring", NULL, 0, "\"processes\": 2", "a job of 2 ranks"},
    {"guard",
     true,
     {NULL},
     "./ring",
     NULL,
     0,
     "2 collective calls of 2 processes",
     "a job of 2 ranks"},
};

struct trials {
    struct checkup *checkup;
    const struct mpi_installation *mpi;
    char *directory, *command;
    const char **environment; /* words to put before a command */
    size_t environment_count;
};

static bool trials_same_file(const char *left, const char *right)
{
    char a[PATH_MAX], b[PATH_MAX];
    return left && realpath(left, a) && realpath(right, b) && strcmp(a, b) == 0;
}

/* Returns the sentence of the command or of the compiler in its whole output. */
static const char *trials_sentence(const char *output, struct arena *arena)
{
    static const char *const marks[] = {"tutti: error: ", "error: ", ""};
    const char *line = "";
    for (size_t i = 0; i < sizeof marks / sizeof *marks && !*line; i++) {
        const char *at = strstr(output, marks[i]);
        line = at ? at + strlen(marks[i]) : "";
    }
    size_t length = strcspn(line, "\n");
    return length > 0 ? arena_copy_bytes(arena, line, length) : "(no output)";
}

static void trials_set(struct trials *trials, const char *name, const char *directory)
{
    const char *old = getenv(name);
    *arena_push(&trials->checkup->arena, trials->environment, trials->environment_count) =
        arena_printf(&trials->checkup->arena, "%s=%s%s%s", name, directory, old && *old ? ":" : "",
                     old ? old : "");
}

/* Runs words in the folder, in the environment. Returns why the result is wrong, or NULL. */
static const char *trials_run(struct trials *trials, const char *const *words, int exit_code,
                              const char *proof, bool *late)
{
    struct arena *arena = &trials->checkup->arena;
    const char **line = NULL;
    size_t count = 0;
    for (size_t i = 0; i < trials->environment_count; i++)
        *arena_push(arena, line, count) = trials->environment[i];
    for (; *words; words++)
        *arena_push(arena, line, count) = *words;
    *arena_push(arena, line, count) = NULL;
    struct error error;
    char *output = NULL;
    int code = 0;
    const char *wrong = NULL;
    *late = process_capture((char *const *)line, TRIAL_SECONDS, TRIAL_OUTPUT_CAP, &output, &code,
                            &error) != 0;
    if (*late)
        wrong = arena_printf(arena, "%s (limit: %d s)", error.text, TRIAL_SECONDS);
    else if (code != exit_code)
        wrong = arena_printf(arena, "exit code %d instead of %d: %s", code, exit_code,
                             trials_sentence(output, arena));
    else if (!strstr(output, proof))
        wrong = arena_printf(arena, "expected \"%s\" in its output, but it printed: %s", proof,
                             trials_sentence(output, arena));
    free(output);
    return wrong;
}

/* Compiles the program, and makes sure that the loader finds the library as it does with a
 * module. */
static const char *trials_compile(struct trials *trials)
{
    struct arena *arena = &trials->checkup->arena;
    const char *source = arena_printf(arena, "%s/ring.c", trials->directory);
    const char *program = arena_printf(arena, "%s/ring", trials->directory);
    const char *const words[] = {trials->mpi->wrapper, source, "-o", program, NULL};
    struct error error;
    bool late;
    if (file_write(source, doctor_ring, doctor_ring_length, &error) != 0)
        return arena_copy(arena, error.text);
    const char *wrong = trials_run(trials, words, 0, "", &late);
    if (wrong)
        return arena_printf(arena, "%s cannot compile a small program: %s", trials->mpi->wrapper,
                            wrong);
    if (!trials_same_file(mpi_flavour_library_of_program(program, arena), trials->mpi->library))
        trials_set(trials, "LD_LIBRARY_PATH", mpi_installation_libraries(trials->mpi, arena));
    return NULL;
}

static const char *trials_try(struct trials *trials, const struct trial_plan *plan, bool *late)
{
    struct arena *arena = &trials->checkup->arena;
    const char **words = NULL;
    size_t count = 0;
    *arena_push(arena, words, count) = trials->command;
    *arena_push(arena, words, count) = plan->verb;
    *arena_push(arena, words, count) = "--no-out";
    *arena_push(arena, words, count) = "--color=never";
    for (size_t i = 0; i < 3 && plan->options[i]; i++)
        *arena_push(arena, words, count) = plan->options[i];
    if (strcmp(plan->program, "ring.c") == 0)
        *arena_push(arena, words, count) =
            arena_printf(arena, "--mpi=%s", mpi_flavour_name(trials->mpi->flavour));
    *arena_push(arena, words, count) = "--";
    if (plan->native) {
        *arena_push(arena, words, count) = trials->mpi->launcher;
        *arena_push(arena, words, count) = "-n";
        *arena_push(arena, words, count) = "2";
    }
    *arena_push(arena, words, count) = plan->program;
    if (plan->argument)
        *arena_push(arena, words, count) = plan->argument;
    *arena_push(arena, words, count) = NULL;
    return trials_run(trials, words, plan->exit_code, plan->proof, late);
}

static void trials_run_all(struct trials *trials, struct checked_mpi *checked,
                           enum check_verdict failing)
{
    struct arena *arena = &trials->checkup->arena;
    bool late = false;
    for (size_t i = 0; i < TRIALS_MAX; i++) {
        const struct trial_plan *plan = &trial_plans[i];
        struct trial_result *result = &checked->results[checked->result_count++];
        result->verb = plan->verb;
        /* If one verb did not end, the next would take as long. */
        if (late || (plan->native && !trials->mpi->launcher))
            continue;
        const char *wrong = trials_try(trials, plan, &late);
        const char *name = arena_printf(arena, "%s with %s", plan->verb, trials->mpi->says.title);
        result->state = wrong ? TRIAL_FAILS : TRIAL_WORKS;
        checkup_add(trials->checkup, wrong ? failing : CHECK_PASS, name, wrong ? "fails" : "works",
                    wrong ? wrong : plan->what);
    }
}

void trials_check(struct checkup *checkup, struct checked_mpi *checked, enum check_verdict failing)
{
    struct arena *arena = &checkup->arena;
    struct trials trials = {
        .checkup = checkup, .mpi = checked->mpi, .command = file_installed("bin/tutti")};
    struct error error;
    const char *wrong = NULL;
    if (file_make_temporary("tutti-doctor-", &trials.directory, &error) != 0) {
        wrong = error.text;
    } else {
        /* The user's choice for other programs must not affect this one. */
        const char *const words[] = {"/usr/bin/env", "-u", "TUTTI_MPI", "-C", trials.directory};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            *arena_push(arena, trials.environment, trials.environment_count) = words[i];
        trials_set(&trials, "PATH", mpi_installation_programs(checked->mpi, arena));
        wrong = trials_compile(&trials);
    }
    if (wrong)
        checkup_add(checkup, failing,
                    arena_printf(arena, "trials with %s", checked->mpi->says.title), "not done",
                    wrong);
    else
        trials_run_all(&trials, checked, failing);
    if (trials.directory)
        file_remove_directory(trials.directory, &error);
    free(trials.directory);
    free(trials.command);
}
