#include "scale/job.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "launch/launcher.h"
#include "launch/process.h"
#include "scale/trial/status.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 40, POINTS_CAP = 16 << 20, WORDS_MAX = 64, LOG_CAP = 1 << 20 };
enum { SLOW_FACTOR = 24, SLOW_SECONDS = 60, SLOW_BYTES = 32 << 20 };
static const double GRACE = 3; /* seconds for the other ranks to end after one failed */

struct job {
    const struct job_options *options;
    int ranks;
    const struct point *tried;
    size_t points;
    double slow;
    struct arena arena;
    char *list, *status, *log; /* paths of files */
    char *shared; /* directory of the ranks' shared files; NULL: the library's choice */
    struct trial_slot *slots;
    struct process *process;
    /* Progress. */
    uint64_t progress;
    size_t point;    /* point of the least advanced rank */
    uint32_t *beats; /* beats at the last progress */
    double moved, point_began, failed_at;
    double last; /* duration of the last point that passed */
    double pace; /* seconds per byte, of the slowest point that was large enough to measure */
};

static void open_files(struct job *job)
{
    const char *directory = job->options->directory;
    job->list = arena_printf(&job->arena, "%s/points", directory);
    job->status = arena_printf(&job->arena, "%s/status", directory);
    job->log = arena_printf(&job->arena, "%s/log", directory);
    job->slots = arena_alloc(&job->arena, (size_t)job->ranks * sizeof *job->slots);
    job->beats = arena_alloc(&job->arena, (size_t)job->ranks * sizeof *job->beats);
    unlink(job->status);
}

static int write_points(const struct job *job, struct error *error)
{
    struct text text;
    char line[POINT_LINE_MAX];
    text_init(&text, POINTS_CAP);
    for (size_t i = 0; i < job->points; i++) {
        point_print(&job->tried[i], line);
        text_addf(&text, "%s\n", line);
    }
    int failed = file_write(job->list, text.data, text.length, error);
    text_free(&text);
    return failed;
}

/* Builds a command from the words of --launcher, `-n RANKS`, and the program. */
static int launcher_given(struct job *job, char *const *program, char ***words)
{
    char **all = arena_alloc(&job->arena, WORDS_MAX * sizeof *all);
    size_t count = 0;
    char *rest = arena_copy(&job->arena, job->options->launcher), *word;
    while ((word = strsep(&rest, " \t")) && count < WORDS_MAX - 8)
        if (*word)
            all[count++] = word;
    all[count++] = arena_copy(&job->arena, "-n");
    all[count++] = arena_printf(&job->arena, "%d", job->ranks);
    for (; *program; program++)
        all[count++] = *program;
    *words = all;
    return 0;
}

/* Sets the directory of Open MPI's shared files. They stay in /dev/shm when ranks are killed. If
 * all ranks are on this machine, the files can be in a directory that is removed. */
static const char *const *job_share(struct job *job, const char *const *variables)
{
    static const char name[] = "OMPI_MCA_btl_vader_backing_directory";
    size_t count = 0;
    if (job->options->flavour != MPI_FLAVOUR_OPENMPI || job->options->launcher || getenv(name) ||
        getenv("SLURM_JOB_ID"))
        return variables;
    char *made = NULL;
    struct error ignored;
    if (file_make_temporary_in("/dev/shm", "tutti-probe-", &made, &ignored) != 0)
        return variables;
    job->shared = arena_copy(&job->arena, made);
    free(made);
    while (variables[count])
        count++;
    const char **all = arena_alloc(&job->arena, (count + 2) * sizeof *all);
    memcpy(all, variables, count * sizeof *all);
    all[count] = arena_printf(&job->arena, "%s=%s", name, job->shared);
    return all;
}

static int job_start(struct job *job, const char *const *variables, struct error *error)
{
    char *program[] = {arena_copy(&job->arena, job->options->program), job->list, job->status,
                       NULL};
    char **words;
    struct launcher_line line;
    if ((job->options->launcher ? launcher_given(job, program, &words)
                                : launcher_build(job->options->flavour, job->ranks, program,
                                                 &job->arena, &words, error)) != 0 ||
        launcher_parse(words, &job->arena, &line, error) != 0)
        return -1;
    int log = open(job->log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return error_errno(error, "cannot write %s", job->log);
    words = launcher_words(&line, job_share(job, variables), &job->arena);
    const char *const folders[] = {job->options->directory, job->shared, NULL};
    const struct process_limits limits = {.grace = 1, .folders = folders};
    int failed = process_start_into(words, NULL, &limits, log, &job->process, error);
    close(log);
    return failed;
}

/* Corrects the point in a slot. The tested library may have overwritten its rank's slot, and a
 * failure must belong to an existing point. */
static void bound_point(const struct job *job, struct trial_slot *slot)
{
    size_t most = slot->outcome > TRIAL_OK ? job->points - 1 : job->points;
    if (slot->point > most)
        slot->point = (uint32_t)most;
}

static void read_slots(struct job *job)
{
    int file = open(job->status, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    for (int i = 0; i < job->ranks; i++) {
        struct trial_slot slot;
        if (pread(file, &slot, sizeof slot, (off_t)i * TRIAL_SLOT_BYTES) == (ssize_t)sizeof slot &&
            slot.alive) {
            slot.detail[sizeof slot.detail - 1] = 0;
            bound_point(job, &slot);
            job->slots[i] = slot;
        }
    }
    close(file);
}

static uint64_t memory_used(const struct job *job)
{
    uint64_t sum = 0;
    for (int i = 0; i < job->ranks; i++)
        sum += job->slots[i].anonymous;
    return sum;
}

/* Returns a rank that failed at the earliest point; -1: none. Among those of one point it prefers a
 * crash: that usually comes first, and causes the errors of other ranks. */
static int failed_rank(const struct job *job)
{
    int found = -1;
    for (int i = 0; i < job->ranks; i++) {
        const struct trial_slot *slot = &job->slots[i], *best = &job->slots[found < 0 ? i : found];
        if (slot->outcome <= TRIAL_OK)
            continue;
        bool order = slot->outcome == TRIAL_CRASH ||
                     (slot->outcome == TRIAL_WRONG_DATA && best->outcome == TRIAL_ERROR);
        if (found < 0 || slot->point < best->point || (slot->point == best->point && order))
            found = i;
    }
    return found;
}

static size_t least_point(const struct job *job)
{
    size_t least = job->points;
    for (int i = 0; i < job->ranks; i++) {
        const struct trial_slot *slot = &job->slots[i];
        if (slot->outcome != TRIAL_OK && slot->point < least)
            least = slot->point;
    }
    return least;
}

static double job_bytes_of(const struct point *point)
{
    return (double)point->count * (double)point->size;
}

/* Notes the pace of a point that has passed. */
static void note_pace(struct job *job, double now)
{
    job->last = now - job->point_began;
    double bytes = job_bytes_of(&job->tried[job->point]), pace = (now - job->point_began) / bytes;
    if (bytes >= SLOW_BYTES && pace > job->pace)
        job->pace = pace;
}

/* Returns after how many seconds the current point is slow; 0: not known. */
static double slow_after(const struct job *job)
{
    double seconds = job->point < job->points
                         ? SLOW_FACTOR * job->pace * job_bytes_of(&job->tried[job->point])
                         : 0;
    if (job->points == 1 && job->slow > 0)
        return job->slow;
    return seconds > 0 && seconds < SLOW_SECONDS ? SLOW_SECONDS : seconds;
}

/* Notes whether there was progress since the last call. */
static void look_for_progress(struct job *job, double now)
{
    uint64_t progress = 0;
    size_t point = least_point(job);
    for (int i = 0; i < job->ranks; i++)
        progress += job->slots[i].faults + job->slots[i].anonymous / 4096 + job->slots[i].point +
                    job->slots[i].alive;
    if (point != job->point) {
        if (job->point < job->points)
            note_pace(job, now);
        job->point_began = now;
    }
    if (point != job->point || progress != job->progress) {
        job->moved = now;
        for (int i = 0; i < job->ranks; i++)
            job->beats[i] = job->slots[i].beats;
    }
    job->point = point;
    job->progress = progress;
}

/* Says whether the job hangs. A rank that only waits for a core does not: each must have had half
 * of the beats of that time. */
static bool job_hangs(const struct job *job, double now)
{
    double beats = job->options->patience * 1000 / TRIAL_BEAT_MILLISECONDS / 2;
    if (now - job->moved < job->options->patience)
        return false;
    for (int i = 0; i < job->ranks; i++) {
        const struct trial_slot *slot = &job->slots[i];
        if (!slot->alive || (slot->outcome == TRIAL_RUNNING && slot->beats - job->beats[i] < beats))
            return now - job->moved > 10 * job->options->patience;
    }
    return true;
}

static void job_conclude(struct job_result *result, enum job_verdict verdict,
                         enum profile_effect effect, size_t point, const char *detail)
{
    result->verdict = verdict;
    result->effect = effect;
    result->passed = point;
    snprintf(result->detail, sizeof result->detail, "%s", detail);
}

/* Says whether an error is a lack of memory on this machine. An overflow also makes libraries
 * request absurd amounts; but then all data of the call would easily fit. */
static bool lacks_memory(const struct job *job, const struct trial_slot *slot)
{
    const struct point *point = &job->tried[slot->point < job->points ? slot->point : 0];
    uint64_t physical = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    return strcasestr(slot->detail, "memory") &&
           point->count * point->size * (uint64_t)job->ranks > physical / 2;
}

/* Concludes from a rank's report of its end. */
static void conclude_from(const struct job *job, int rank, struct job_result *result)
{
    const struct trial_slot *slot = &job->slots[rank];
    switch (slot->outcome) {
    case TRIAL_CRASH:
        job_conclude(result, JOB_FAILED, EFFECT_CRASH, slot->point, slot->detail);
        break;
    case TRIAL_WRONG_DATA:
        job_conclude(result, JOB_FAILED, EFFECT_WRONG_DATA, slot->point, slot->detail);
        break;
    case TRIAL_ERROR:
        job_conclude(result, lacks_memory(job, slot) ? JOB_NO_MEMORY : JOB_FAILED, EFFECT_ERROR,
                     slot->point, slot->detail);
        break;
    default:
        job_conclude(result, JOB_NO_MEMORY, EFFECT_ERROR, slot->point, slot->detail);
        break;
    }
}

/* Judges the job once. Returns true if the result is final. */
static bool job_judge(struct job *job, struct job_result *result)
{
    double now = clock_seconds();
    struct process_result state;
    read_slots(job);
    look_for_progress(job, now);
    process_peek(job->process, &state);
    double slow = slow_after(job), limit = slow > 0 ? slow : job->options->point_seconds;
    int failed = failed_rank(job);
    if (state.interrupted || (job->options->deadline > 0 && now >= job->options->deadline)) {
        job_conclude(result, JOB_INTERRUPTED, EFFECT_ERROR, job->point, "interrupted");
    } else if (failed >= 0) {
        if (job->failed_at == 0)
            job->failed_at = now;
        if (now - job->failed_at < GRACE)
            return false;
        conclude_from(job, failed, result);
    } else if (job->point == job->points) {
        /* The end of MPI_Finalize does not matter, but it may take its time. */
        if (now - job->point_began < job->options->patience)
            return false;
        job_conclude(result, JOB_OK, EFFECT_ERROR, job->points, "ok");
    } else if (memory_used(job) > job->options->memory) {
        job_conclude(result, JOB_NO_MEMORY, EFFECT_ERROR, job->point,
                     "it takes more memory than given");
    } else if (job_hangs(job, now)) {
        job_conclude(result, JOB_FAILED, EFFECT_HANG, job->point, "no rank makes progress");
    } else if (now - job->point_began > limit) {
        job_conclude(result, slow > 0 ? JOB_FAILED : JOB_GIVEN_UP, EFFECT_SLOW, job->point,
                     "it takes far longer per byte than smaller ones");
        result->slow_after = slow;
    } else {
        return false;
    }
    return true;
}

/* Judges a job that ended by itself. */
static int judge_end(struct job *job, const struct process_result *state, struct job_result *result,
                     struct error *error)
{
    int failed = failed_rank(job);
    bool started = false;
    for (int i = 0; i < job->ranks; i++)
        started = started || job->slots[i].alive;
    if (state->interrupted) {
        job_conclude(result, JOB_INTERRUPTED, EFFECT_ERROR, job->point, "interrupted");
    } else if (failed >= 0) {
        conclude_from(job, failed, result);
    } else if (job->point == job->points) {
        job_conclude(result, JOB_OK, EFFECT_ERROR, job->points, "ok");
    } else if (!started) {
        char *bytes = NULL;
        struct error later;
        if (file_read(job->log, LOG_CAP, &bytes, NULL, &later) == 0)
            bytes[strcspn(bytes, "\n")] = 0;
        error_set(error, ERROR_FAILED, "the trial program does not start (exit code %d): %s",
                  state->exit_code, bytes ? bytes : "");
        free(bytes);
        return -1;
    } else if (state->signal == SIGKILL || state->exit_code == 128 + SIGKILL ||
               state->exit_code == SIGKILL) {
        /* Only the kernel kills ranks, when there is no memory left. */
        job_conclude(result, JOB_NO_MEMORY, EFFECT_ERROR, job->point, "a rank was killed");
    } else {
        job_conclude(result, JOB_FAILED, EFFECT_CRASH, job->point, "a rank ended without a report");
    }
    return 0;
}

static int job_watch(struct job *job, struct job_result *result, struct error *error)
{
    struct process_result state;
    bool known = false, ended;
    do {
        ended = process_wait(job->process, POLL_MILLISECONDS);
        known = !ended && job_judge(job, result);
    } while (!ended && !known);
    process_finish(job->process, &state);
    if (known)
        return 0;
    read_slots(job);
    look_for_progress(job, clock_seconds());
    return judge_end(job, &state, result, error);
}

static bool asked_to_end(const struct job_options *options)
{
    sigset_t pending;
    sigpending(&pending);
    sigandset(&pending, &pending, &options->signals);
    return !sigisemptyset(&pending);
}

static int scale_job_run(struct job *job, const char *const *variables, struct job_result *result,
                         struct error *error)
{
    if (asked_to_end(job->options)) {
        job_conclude(result, JOB_INTERRUPTED, EFFECT_ERROR, 0, "interrupted");
        return 0;
    }
    /* The job's processes must have no signals blocked, and process_wait() watches for them. */
    sigprocmask(SIG_UNBLOCK, &job->options->signals, NULL);
    int failed = job_start(job, variables, error) != 0 || job_watch(job, result, error) != 0;
    sigprocmask(SIG_BLOCK, &job->options->signals, NULL);
    return failed;
}

char *job_program(enum mpi_flavour flavour)
{
    char *relative = memory_printf("lib/tutti/tutti-trial-%s", mpi_flavour_name(flavour));
    char *program = file_installed(relative);
    free(relative);
    if (access(program, X_OK) == 0)
        return program;
    free(program);
    return NULL;
}

int job_run(const struct job_options *options, int ranks, const struct point *points, size_t count,
            const char *const *variables, double slow, struct job_result *result,
            struct error *error)
{
    struct job job = {
        .options = options, .ranks = ranks, .tried = points, .points = count, .slow = slow};
    open_files(&job);
    job.moved = job.point_began = clock_seconds();
    int failed =
        write_points(&job, error) != 0 || scale_job_run(&job, variables, result, error) != 0;
    result->seconds = result->passed == count ? job.last : clock_seconds() - job.point_began;
    struct error ignored;
    if (job.shared)
        file_remove_directory(job.shared, &ignored);
    arena_free(&job.arena);
    return failed ? -1 : 0;
}
