/* spread_tool.c: a search through the tree of test_tree.h, to be started by hand, by tests and by
 * launchers.
 *
 *   spread_tool [NAME=VALUE ...]
 *
 *   depth, branches     of the tree (12, 3)
 *   workers             of each process (0: one per core)
 *   spin, pause         microseconds that a run computes and sleeps
 *   directory, resume   the journal
 *   items, milliseconds budgets
 *   keep                1: results are kept in the journal (the default); 0: not
 *   crash               a path; the run of that item ends its worker
 *   command             a program that every worker runs when it opens; it has to succeed
 *   pids                a directory in which each process leaves its number, as a file named by its
 *                       place
 *   show                1: the leaves are printed, for comparison
 *
 * Process 0 prints one line: what came of it, and a sum over all leaves that does not depend on
 * their order. Exit codes: 0 complete, 4 not, 3 or 2 an error.
 */
#include "base/file.h"
#include "base/memory.h"
#include "launch/process.h"
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
    if (tool->command) {
        char *words[] = {(char *)(uintptr_t)tool->command, NULL}, *output = NULL;
        int status = 0;
        if (process_capture(words, 60, 10000, &output, &status, error) != 0)
            return NULL;
        free(output);
        if (status != 0) {
            error_set(error, ERROR_FAILED, "%s ended with %d", tool->command, status);
            return NULL;
        }
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

/* A setting by its name: a number goes to `number`, a word to `word`. */
struct setting {
    const char *name;
    long *number;
    const char **word;
};

static bool set(const struct setting *settings, const char *word)
{
    for (; settings->name; settings++) {
        size_t length = strlen(settings->name);
        char *end = NULL;
        if (strncmp(word, settings->name, length) != 0 || word[length] != '=')
            continue;
        if (settings->word) {
            *settings->word = word + length + 1;
            return true;
        }
        *settings->number = strtol(word + length + 1, &end, 10);
        return *end == '\0';
    }
    return false;
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

static void read_words(struct tool *tool, struct spread_options *options, char **words)
{
    long depth = 12, branches = 3, keep = 1, resume = 0, show = 0, workers = 0, items = 0;
    long milliseconds = 0;
    const struct setting settings[] = {{"depth", &depth, NULL},
                                       {"branches", &branches, NULL},
                                       {"workers", &workers, NULL},
                                       {"spin", &tool->spin, NULL},
                                       {"pause", &tool->pause, NULL},
                                       {"directory", NULL, &options->directory},
                                       {"resume", &resume, NULL},
                                       {"items", &items, NULL},
                                       {"milliseconds", &milliseconds, NULL},
                                       {"keep", &keep, NULL},
                                       {"crash", NULL, &tool->crash},
                                       {"command", NULL, &tool->command},
                                       {"pids", NULL, &tool->pids},
                                       {"show", &show, NULL},
                                       {NULL, NULL, NULL}};
    for (; *words; words++)
        if (!set(settings, *words)) {
            fprintf(stderr, "what is %s?\n", *words);
            exit(2);
        }
    if (depth < 0 || depth > TREE_DEPTH_MAX || branches < 1 || branches > 9) {
        fprintf(stderr, "there is no such tree\n");
        exit(2);
    }
    tool->tree = (struct tree){(unsigned)depth, (unsigned)branches};
    tool->keep = keep != 0;
    tool->show = show != 0;
    options->workers = (int)workers;
    options->resume = resume != 0;
    options->max_items = (uint64_t)items;
    options->seconds = (double)milliseconds / 1000;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"complete", "budget", "stopped", "interrupted", "helped"};
    static const struct spread_worker worker = {open_worker, run_item, close_worker};
    static const struct spread_watch watch = {take, failed, progress, NULL};
    struct tool tool = {0};
    struct spread_options options = {.header = &tool.tree, .header_length = sizeof tool.tree};
    struct spread_end end;
    struct error error;
    read_words(&tool, &options, argv + (argc > 0));
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
