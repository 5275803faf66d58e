/* replay.c: what ParaStack's model would have said of a job that `tutti watch --record` recorded:
 *     replay RECORD BEGIN END SEED
 * BEGIN is when a rank was made to hang, in seconds of the record; negative: never. The record
 * counts up to END, after which a hang was reported and the job ended; negative: to its last line.
 * The state at the end of a run with a hang stays for 300 s more.
 *
 * Prints one line, `FALSE FOUND DELAY LEARNED`: how many alarms came before the hang, whether one
 * came after it, how long after it, and when the model knew enough to raise any (- if it never
 * did).
 *
 * Ranks that poll count as inside MPI. The look at all stacks that follows an alarm (slowdown.h) is
 * approximated: the alarm holds if no rank changes its state within half a second. */
#include "watch/model/parastack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double EXTENSION = 300, FILTER = 0.5;

struct record {
    double *times;
    char **states; /* of all ranks */
    size_t count, room;
    size_t ranks;
    double end;
};

struct verdict {
    int false_alarms;
    double found, learned; /* negative: never */
};

static int complain(const char *path, const char *what)
{
    fprintf(stderr, "replay: %s: %s\n", path, what);
    return -1;
}

static void *need(void *memory)
{
    if (!memory) {
        fputs("replay: no memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void append(struct record *record, double seconds, const char *states)
{
    if (record->count == record->room) {
        record->room = record->room * 2 + 1024;
        record->times = need(reallocarray(record->times, record->room, sizeof *record->times));
        record->states = need(reallocarray(record->states, record->room, sizeof *record->states));
    }
    record->times[record->count] = seconds;
    record->states[record->count++] = need(strdup(states));
}

/* Lines before all ranks are there, and those after `end`, are left out. */
static int read_lines(struct record *record, FILE *file, const char *path, double end)
{
    char *line = NULL;
    size_t size = 0;
    int failed = 0;
    if (getline(&line, &size, file) < 0 || strncmp(line, "# tutti watch record 1", 22) != 0)
        failed = complain(path, "is no record of tutti watch");
    while (!failed && getline(&line, &size, file) > 0) {
        char *states;
        double seconds = strtod(line, &states);
        states += strspn(states, " ");
        states[strcspn(states, " \n")] = '\0';
        if (*line == '#' || !*states || (end >= 0 && seconds > end))
            continue;
        if (strlen(states) > record->ranks) {
            record->ranks = strlen(states);
            record->count = 0;
        }
        if (strlen(states) == record->ranks && (record->count > 0 || !strchr(states, '.')))
            append(record, seconds, states);
        record->end = seconds;
    }
    free(line);
    return failed;
}

static int record_read(struct record *record, const char *path, double end)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return complain(path, strerror(errno));
    int failed = read_lines(record, file, path, end);
    fclose(file);
    if (!failed && record->count == 0)
        failed = complain(path, "never are all ranks there");
    return failed;
}

/* The line that holds at a time, from `from` on. */
static size_t line_at(const struct record *record, size_t from, double seconds)
{
    while (from + 1 < record->count && record->times[from + 1] <= seconds)
        from++;
    return from;
}

static uint32_t count_outside(const char *states, const uint32_t *ranks, uint32_t count)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < count; i++)
        outside += states[ranks[i]] == 'o';
    return outside;
}

static bool changes(const struct record *record, size_t line, double until)
{
    for (size_t i = line + 1; i < record->count && record->times[i] <= until; i++)
        if (strcmp(record->states[i], record->states[line]) != 0)
            return true;
    return false;
}

static struct verdict replay(const struct record *record, double begin, uint64_t seed)
{
    struct parastack model;
    struct verdict verdict = {.found = -1, .learned = -1};
    double end = begin < 0 ? record->end : record->end + EXTENSION;
    size_t line = 0;
    parastack_start(&model,
                    &(struct parastack_options){.ranks = (uint32_t)record->ranks, .seed = seed});
    double now = record->times[0];
    while ((now += model.pause) < end) {
        line = line_at(record, line, now);
        enum parastack_verdict said = parastack_feed(
            &model, count_outside(record->states[line], model.sets[model.set], model.set_size));
        if (model.suspicion.known && verdict.learned < 0)
            verdict.learned = now;
        if (said != PARASTACK_ALARM)
            continue;
        bool moves = changes(record, line, now + FILTER);
        if (!moves && begin >= 0 && now >= begin) {
            verdict.found = now - begin;
            break;
        }
        verdict.false_alarms += !moves;
        parastack_alarm_was_slowdown(&model);
    }
    return verdict;
}

static void print_seconds(double seconds)
{
    if (seconds < 0)
        printf("\t-");
    else
        printf("\t%.2f", seconds);
}

int main(int argc, char **argv)
{
    struct record record = {0};
    if (argc != 5) {
        fprintf(stderr, "usage: replay RECORD BEGIN END SEED\n");
        return 2;
    }
    double begin = strtod(argv[2], NULL), end = strtod(argv[3], NULL);
    int failed = record_read(&record, argv[1], end);
    if (!failed) {
        struct verdict verdict = replay(&record, begin, strtoull(argv[4], NULL, 10));
        printf("%d\t%s", verdict.false_alarms, verdict.found < 0 ? "no" : "yes");
        print_seconds(verdict.found);
        print_seconds(verdict.learned);
        putchar('\n');
    }
    for (size_t i = 0; i < record.count; i++)
        free(record.states[i]);
    free(record.times);
    free(record.states);
    return failed ? 1 : 0;
}
