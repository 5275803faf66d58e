#include "compile/sources.h"

#include "base/file.h"
#include "compile/jobs.h"

#include <stdlib.h>
#include <string.h>

/* One source and the command line that compiles it. */
struct task {
    struct source_file *file;
    struct line line;
    struct command_builder builder;
    struct job job;
    const char *bitcode;
    bool fortran, done;
};

struct tasks {
    struct task *list;
    size_t count;
    const struct source_settings *settings;
    struct mpi_flags mpi[LANGUAGE_FORTRAN + 1];
    bool mpi_known[LANGUAGE_FORTRAN + 1];
};

static enum language front_of(const char *path)
{
    enum language language = language_of_file(path);
    return language == LANGUAGE_FORTRAN || language == LANGUAGE_CXX ? language : LANGUAGE_C;
}

static int sources_prepare(struct tasks *tasks, size_t number, struct arena *arena,
                           struct error *error)
{
    struct task *task = &tasks->list[number];
    const struct source_settings *settings = tasks->settings;
    enum language front = front_of(task->file->path);
    char **words = NULL;
    size_t count = 0;
    for (char *const *option = task->file->options; option && *option; option++)
        *arena_push(arena, words, count) = *option;
    *arena_push(arena, words, count) = (char *)task->file->path;
    *arena_push(arena, words, count) = NULL;
    if (line_parse(words, &task->line, error) != 0)
        return -1;
    if (!tasks->mpi_known[front] &&
        mpi_flags_find(settings->mpi, front, arena, &tasks->mpi[front], error) != 0)
        return -1;
    tasks->mpi_known[front] = true;
    task->fortran = front == LANGUAGE_FORTRAN;
    task->builder = (struct command_builder){.line = &task->line,
                                             .front = front,
                                             .compilers = settings->compilers,
                                             .mpi = tasks->mpi[front]};
    task->bitcode = arena_printf(arena, "%s/%zu.bc", settings->directory, number);
    task->file->messages = arena_printf(arena, "%s/%zu.out", settings->directory, number);
    const char *modules = arena_printf(arena, "%s/modules", settings->directory);
    task->job = (struct job){
        .words = command_bitcode(&task->builder, task->line.word_count - 1, task->bitcode, modules),
        .directory = task->file->directory,
        .output = task->file->messages};
    return file_make_directory(modules, error);
}

/* Runs the tasks that are not done: of Fortran, or of all other languages. */
static int sources_run(struct tasks *tasks, bool fortran, size_t *done, int *interrupt,
                       struct error *error)
{
    struct job *jobs = memory_zero(tasks->count, sizeof *jobs);
    size_t *numbers = memory_zero(tasks->count, sizeof *numbers), count = 0;
    for (size_t i = 0; i < tasks->count; i++)
        if (tasks->list[i].fortran == fortran && !tasks->list[i].done) {
            numbers[count] = i;
            jobs[count++] = tasks->list[i].job;
        }
    struct jobs_result result;
    int failed = jobs_run(jobs, count, fortran ? 1 : tasks->settings->at_once, 0, &result, error);
    *interrupt = result.interrupt;
    *done = 0;
    for (size_t i = 0; !failed && i < count; i++)
        if (jobs[i].exit_code == 0) {
            struct task *task = &tasks->list[numbers[i]];
            task->done = true;
            task->file->bitcode = task->bitcode;
            ++*done;
        }
    free(jobs);
    free(numbers);
    return failed;
}

int sources_compile(struct source_file *files, size_t count, const struct source_settings *settings,
                    struct arena *arena, int *interrupt, struct error *error)
{
    struct tasks tasks = {.count = count, .settings = settings};
    tasks.list = memory_zero(count, sizeof *tasks.list);
    int failed = 0;
    size_t done = 0;
    *interrupt = 0;
    for (size_t i = 0; i < count && !failed; i++) {
        tasks.list[i].file = &files[i];
        failed = sources_prepare(&tasks, i, arena, error);
    }
    if (!failed)
        failed = sources_run(&tasks, false, &done, interrupt, error);
    do {
        if (!failed && !*interrupt)
            failed = sources_run(&tasks, true, &done, interrupt, error);
    } while (!failed && !*interrupt && done > 0);
    for (size_t i = 0; i < count; i++) {
        line_free(&tasks.list[i].line);
        arena_free(&tasks.list[i].builder.arena);
    }
    free(tasks.list);
    return failed;
}
