/* spread_tool.c: a search through the tree of test_tree.h, to be started by hand, by tests and by
 * launchers.
 *
 *   spread_tool [NAME=VALUE ...]
 *
 *   depth, branches     of the tree (12, 3)
 *   workers             of each process (0: one per core)
 *   spin, pause         microseconds that a run computes and sleeps
 *   directory, resume   the journal
 *   items, seconds      budgets
 *   keep                1: results are kept in the journal (the default); 0: not
 *   crash               a path; the run of that item ends its worker
 *   command             that every worker runs when it opens; it has to succeed
 *   pids                a directory in which each process leaves its number, as a file named by its
 *                       place
 *   show                1: the leaves are printed, for comparison
 *
 * Process 0 prints one line: what came of it, and a sum over all leaves that does not depend on
 * their order. Exit codes: 0 complete, 4 not, 3 or 2 an error.
 */
#include "base/file.h"
#include "base/memory.h"
#include "spread/spread.h"
#include "spread/test_tree.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct tool {
    struct tree tree;
    long spin, pause;
    bool keep, show;
    const char *crash, *command, *pids;
    uint64_t leaves, old, sum;
};

static void *open_worker(void *context, int worker, struct error *error)
{
    const struct tool *tool = context;
    (void)worker;
    if (tool->command && system(tool->command) != 0) {
        error_set(error, ERROR_FAILED, "%s does not work here", tool->command);
        return NULL;
    }
    return context;
}

static void spin(long microseconds)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000000 + (now.tv_nsec - begin.tv_nsec) / 1000 <
           microseconds);
}

static int run_item(void *state, const struct spread_item *item, struct spread_out *out,
                    struct error *error)
{
    const struct tool *tool = state;
    (void)error;
    if (tool->spin > 0)
        spin(tool->spin);
    if (tool->pause > 0)
        usleep((useconds_t)tool->pause);
    if (tool->crash && item->length == strlen(tool->crash) &&
        memcmp(item->bytes, tool->crash, item->length) == 0)
        raise(SIGKILL);
    tree_run(&tool->tree, item, out);
    return 0;
}

static void close_worker(void *state)
{
    (void)state;
}

static bool take(void *context, const struct spread_item *item, const void *result, size_t length,
                 bool old)
{
    struct tool *tool = context;
    uint64_t hash = 14695981039346656037ULL;
    (void)item;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)result)[i]) * 1099511628211ULL;
    tool->sum += hash ^ (hash >> 29);
    tool->leaves++;
    tool->old += old;
    if (tool->show)
        printf("%.*s\n", (int)length, (const char *)result);
    return tool->keep;
}

static void failed(void *context, const struct spread_item *item, const char *sentence, bool old)
{
    (void)context;
    (void)old;
    fprintf(stderr, "item %.*s: %s\n", (int)item->length, (const char *)item->bytes, sentence);
}

static void progress(void *context, const struct spread_progress *now)
{
    (void)context;
    fprintf(stderr, "%lu done, %lu pending, %.6f of the tree, %.0f/s, depth %u, %d workers in %d\n",
            (unsigned long)now->done, (unsigned long)now->pending, now->weight, now->rate,
            now->depth, now->workers, now->processes);
}

/* The value of a word "name=value"; NULL: it is another one. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static bool set(struct tool *tool, struct spread_options *options, const char *word)
{
    const char *value;
    if ((value = value_of(word, "depth")))
        tool->tree.depth = (unsigned)atoi(value);
    else if ((value = value_of(word, "branches")))
        tool->tree.branches = (unsigned)atoi(value);
    else if ((value = value_of(word, "workers")))
        options->workers = atoi(value);
    else if ((value = value_of(word, "spin")))
        tool->spin = atol(value);
    else if ((value = value_of(word, "pause")))
        tool->pause = atol(value);
    else if ((value = value_of(word, "directory")))
        options->directory = value;
    else if ((value = value_of(word, "resume")))
        options->resume = atoi(value) != 0;
    else if ((value = value_of(word, "items")))
        options->max_items = strtoull(value, NULL, 10);
    else if ((value = value_of(word, "seconds")))
        options->seconds = atof(value);
    else if ((value = value_of(word, "keep")))
        tool->keep = atoi(value) != 0;
    else if ((value = value_of(word, "crash")))
        tool->crash = value;
    else if ((value = value_of(word, "command")))
        tool->command = value;
    else if ((value = value_of(word, "pids")))
        tool->pids = value;
    else if ((value = value_of(word, "show")))
        tool->show = atoi(value) != 0;
    return value != NULL;
}

static int leave_number(const char *directory, struct error *error)
{
    int process, processes;
    if (spread_place(&process, &processes, error) != 0)
        return -1;
    char *path = memory_printf("%s/%d", directory, process);
    char *text = memory_printf("%ld\n", (long)getpid());
    int failed = file_write(path, text, strlen(text), error);
    free(path);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"complete", "budget", "stopped", "interrupted", "helped"};
    static const struct spread_worker worker = {open_worker, run_item, close_worker};
    static const struct spread_watch watch = {take, failed, progress, NULL};
    struct tool tool = {.tree = {12, 3}, .keep = true};
    struct spread_options options = {.header = &tool.tree, .header_length = sizeof tool.tree};
    struct spread_end end;
    struct error error;
    for (int i = 1; i < argc; i++)
        if (!set(&tool, &options, argv[i])) {
            fprintf(stderr, "%s: what is %s?\n", argv[0], argv[i]);
            return 2;
        }
    if (tool.tree.depth > TREE_DEPTH_MAX || tool.tree.branches < 1)
        return 2;
    if ((tool.pids && leave_number(tool.pids, &error) != 0) ||
        spread_run(&options, &worker, &watch, &tool, &end, &error) != 0) {
        fprintf(stderr, "error: %s\n", error.text);
        return (int)error.kind;
    }
    if (end.note[0])
        fprintf(stderr, "note: %s\n", end.note);
    if (end.outcome != SPREAD_HELPED)
        printf("%s: %lu leaves, sum %016lx; %lu old, %lu done, %lu pending, %lu failed\n",
               names[end.outcome], (unsigned long)tool.leaves, (unsigned long)tool.sum,
               (unsigned long)tool.old, (unsigned long)end.count.done,
               (unsigned long)end.count.pending, (unsigned long)end.count.failed);
    return end.outcome == SPREAD_COMPLETE || end.outcome == SPREAD_HELPED ? 0 : 4;
}
