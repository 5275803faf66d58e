#include "cmd/testing/build.h"

#include "base/file.h"
#include "base/memory.h"
#include "cmd/shared/analyser.h"
#include "cmd/shared/output.h"
#include "cmd/shared/progress.h"
#include "cmd/shared/warnings.h"
#include "compile/jobs.h"
#include "compile/scratch.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 50, NOTES_MAX = 5, MESSAGES_CAP = 16 * 1024 * 1024 };

/* The result of the process that builds. */
struct answer {
    int failed, interrupt;
    struct error error;
};

static char *warnings_path(const char *directory)
{
    return memory_printf("%s/warnings.json", directory);
}

static void build_show_progress(void *context, size_t done, size_t all)
{
    progress_show(context, "making the test build: %zu of %zu files", done, all);
}

/* Starts the analysis. Its warnings only tell the search which branches to try first, so the test
 * build is made whatever happens to the analysis. */
static pid_t start_analysis(const struct testable_request *request)
{
    struct error ignored;
    pid_t analysis = fork();
    if (analysis != 0)
        return analysis;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char *path = warnings_path(request->directory);
    _exit(warnings_write(request->program, path, &ignored) == 0 ? 0 : ERROR_FAILED);
}

static void end_analysis(pid_t analysis, bool now)
{
    if (now)
        kill(analysis, SIGKILL);
    waitpid(analysis, NULL, 0);
}

_Noreturn static void be_builder(const struct context *context, struct testable_request request,
                                 int answer_to)
{
    struct answer answer = {0};
    struct testable result = {0};
    struct progress_line line = progress_begin(&context->log);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    pid_t analysis = start_analysis(&request);
    request.progress = build_show_progress;
    request.context = &line;
    const struct analyser *analyser = analyser_load(&answer.error);
    answer.failed = !analyser || analyser->testable_build(&request, &result, &answer.error) != 0;
    answer.interrupt = result.interrupt ? result.interrupt : jobs_held();
    if (analysis > 0)
        end_analysis(analysis, answer.failed || answer.interrupt);
    progress_end(&line);
    ssize_t written = write(answer_to, &answer, sizeof answer);
    _exit(written == (ssize_t)sizeof answer ? 0 : ERROR_FAILED);
}

/* Waits for the answer of the process that builds. Signals reach this process, and from a terminal
 * also the other one, which then removes its temporary files and reports. */
static int build_read_answer(int from, pid_t builder, struct answer *answer, struct error *error)
{
    struct pollfd answers = {.fd = from, .events = POLLIN};
    int status = 0;
    while (poll(&answers, 1, LOOK_MILLISECONDS) <= 0) {
        int signal = jobs_held();
        if (signal)
            kill(builder, signal);
    }
    ssize_t length = read(from, answer, sizeof *answer);
    waitpid(builder, &status, 0);
    if (length == (ssize_t)sizeof *answer)
        return 0;
    return error_set(error, ERROR_FAILED, "the test build was ended by %s",
                     WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "itself");
}

static int build_apart(const struct context *context, const struct testable_request *request,
                       int *interrupt, struct error *error)
{
    int ends[2];
    sigset_t before;
    struct answer answer = {0};
    if (pipe(ends) != 0)
        return error_errno(error, "cannot start a process");
    jobs_hold(&before);
    pid_t builder = fork();
    if (builder == 0) {
        close(ends[0]);
        be_builder(context, *request, ends[1]);
    }
    close(ends[1]);
    int failed = builder < 0 ? error_errno(error, "cannot start a process")
                             : build_read_answer(ends[0], builder, &answer, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    *interrupt = answer.interrupt;
    if (!failed && answer.failed)
        *error = answer.error;
    else if (!failed && answer.interrupt)
        error_set(error, ERROR_FAILED, "ended by %s", strsignal(answer.interrupt));
    return failed || answer.failed || answer.interrupt ? -1 : 0;
}

/* Makes tutti-out/tests/NAME-NUMBER; the number is a hash of the program's content. */
static int make_directory(const struct options *options, const char *program,
                          struct test_build *build, struct error *error)
{
    if (options_flag(options, "no-out")) {
        if (scratch_make(&build->temporary, error) != 0)
            return -1;
        build->directory = memory_copy(build->temporary);
        return 0;
    }
    const char *base = strrchr(program, '/');
    uint64_t content;
    if (testable_content(program, &content, error) != 0)
        return -1;
    char *path = memory_printf(OUTPUT_KEPT "/tests/%s-%08llx", base ? base + 1 : program,
                               (unsigned long long)content & 0xffffffff);
    int failed = output_make_kept(path, error);
    build->directory = failed ? NULL : realpath(path, NULL);
    if (!failed && !build->directory)
        failed = error_errno(error, "cannot use %s", path);
    free(path);
    return failed;
}

static void build_say_notes(const struct context *context, const struct test_build *build)
{
    const struct testable *testable = &build->testable;
    for (size_t i = 0; i < testable->note_count && i < NOTES_MAX; i++)
        log_warning(&context->log, "%s", testable->notes[i]);
    if (testable->note_count > NOTES_MAX)
        log_warning(&context->log, "and %zu more; all are in %s/build",
                    testable->note_count - NOTES_MAX, build->directory);
}

/* Prints what the compilers printed, if the build is temporary; otherwise that is kept beside the
 * build. */
static void say_messages(const struct test_build *build)
{
    struct error ignored;
    char *path = memory_printf("%s/messages", build->directory), *messages;
    if (build->temporary && file_read(path, MESSAGES_CAP, &messages, NULL, &ignored) == 0) {
        fputs(messages, stderr);
        free(messages);
    }
    free(path);
}

/* Locks the directory. Several commands, such as those of one mpiexec, may need the same build: one
 * makes it, the others wait and use it. If files cannot be locked, each makes its own, and one of
 * them stays. */
static int lock_directory(const char *directory)
{
    int lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0)
        flock(lock, LOCK_EX);
    return lock;
}

static int build_make(const struct context *context, const struct testable_request *request,
                      struct test_build *build, struct error *error)
{
    struct testable *testable = &build->testable;
    testable_free(testable);
    log_info(&context->log, "making the test build of %s", request->program);
    if (build_apart(context, request, &build->interrupt, error) != 0)
        return -1;
    int found = testable_find(request, testable, error);
    return found == 0
               ? error_set(error, ERROR_FAILED, "the test build in %s is missing, or %s changed",
                           request->directory, request->program)
               : found;
}

int test_build(const struct context *context, const struct options *options, const char *program,
               struct test_build *build, struct error *error)
{
    *build = (struct test_build){0};
    if (make_directory(options, program, build, error) != 0)
        return -1;
    const struct testable_request request = {
        .program = program,
        .directory = build->directory,
        .clang = options_text(options, "cc"),
        .jobs = (int)options_number(options, "jobs"),
    };
    build->warnings = warnings_path(build->directory);
    int lock = lock_directory(build->directory);
    int found = testable_find(&request, &build->testable, error);
    if (found == 0)
        found = build_make(context, &request, build, error);
    if (lock >= 0)
        close(lock);
    if (found > 0)
        build_say_notes(context, build);
    if (found < 0) {
        if (!build->interrupt)
            say_messages(build);
        rmdir(build->directory); /* if nothing is in it */
    }
    return found > 0 ? 0 : -1;
}

void test_build_free(struct test_build *build)
{
    testable_free(&build->testable);
    free(build->directory);
    free(build->warnings);
    scratch_remove(build->temporary);
    *build = (struct test_build){0};
}
