#include "runtime/check/report.h"

#include "runtime/check/text.h"
#include "runtime/next.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    READERS = 64, /* members that get all calls */
    QUIET = 200,  /* milliseconds without news after which the first reader no longer waits for
                     calls */
    GATHER = 700, /* milliseconds after which it stops waiting in any case */
    TURN = 100,   /* milliseconds more for each reader after it */
    TURNS = 8,    /* readers after which all turns are equal */
    HOPS = 100,   /* milliseconds until the calls of a circle have arrived */
    END = 5000,   /* milliseconds for the reader that prints to end the job */
    FORWARD = 50, /* milliseconds for the launcher to pass on what was printed */
    EXIT_CODE = 1,
};

static bool started;
static bool taken; /* another process prints */
static uint64_t own_channel;
static uint32_t own_sequence;
static struct message_report *reports; /* of this difference, or of a circle */
static size_t report_count, report_space;

bool report_started(void)
{
    return started;
}

static int64_t report_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void report_place(const struct check_site *site, char *text, size_t space)
{
    if (!site) {
        snprintf(text, space, "an unknown place");
        return;
    }
    char file[256];
    text_copy_end(file, sizeof file, site->file);
    snprintf(text, space, "%s:%d in %s", file, (int)site->line, site->function);
}

void report_write(struct message_report *report, const struct channel *channel,
                  const struct agreement *agreement)
{
    const struct call *call = &agreement->call;
    memset(report, 0, sizeof *report);
    report->head =
        (struct message_head){MESSAGE_REPORT, agreement->sequence, channel->id, 0, wire_rank()};
    struct call copy = *call;
    report->bytes = call_bytes(&copy, channel->inter, channel->own_rank);
    report->root = call->root;
    const char *op = call_op_name(call->op);
    if (op)
        snprintf(report->op, sizeof report->op, "%s", op);
    snprintf(report->function, sizeof report->function, "%s", call->function->name);
    channel_describe(channel, report->object, sizeof report->object);
    const struct check_site *site = call->site;
    if (!site)
        return;
    char file[256];
    text_copy_end(file, sizeof file, site->file);
    snprintf(report->place, sizeof report->place, "%s:%d", file, (int)site->line);
    snprintf(report->inside, sizeof report->inside, "%s", site->function);
    if (site->branch_file) {
        text_copy_end(file, sizeof file, site->branch_file);
        snprintf(report->branch, sizeof report->branch, "%s:%d", file, (int)site->branch_line);
    }
}

/* Keeps one call per process. */
static void report_keep(const struct message_report *report)
{
    for (size_t i = 0; i < report_count; i++)
        if (reports[i].head.from == report->head.from &&
            reports[i].head.channel == report->head.channel &&
            reports[i].head.sequence == report->head.sequence)
            return;
    if (report_count == report_space) {
        size_t space = report_space ? report_space * 2 : 16;
        void *larger = realloc(reports, space * sizeof *reports);
        if (!larger)
            return;
        reports = larger;
        report_space = space;
    }
    reports[report_count++] = *report;
}

bool report_known(const struct channel *channel, const struct agreement *agreement)
{
    for (size_t i = 0; i < report_count; i++)
        if (reports[i].head.kind == MESSAGE_REPORT && reports[i].head.channel == channel->id &&
            reports[i].head.sequence == agreement->sequence)
            return true;
    return false;
}

void report_message(const struct message_head *head)
{
    if (head->kind == MESSAGE_TAKEN) {
        taken = true;
        return;
    }
    report_keep((const struct message_report *)head);
    struct channel *channel = started ? NULL : channel_find_id(head->channel);
    const struct agreement *agreement = channel ? channel->first : NULL;
    while (agreement && agreement->sequence != head->sequence)
        agreement = agreement->next;
    if (agreement)
        report_difference(channel, agreement);
}

void report_add_hop(const struct message_report *hop)
{
    report_keep(hop);
}

void report_forget_hops(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < report_count; i++)
        if (reports[i].head.kind == MESSAGE_REPORT)
            reports[kept++] = reports[i];
    report_count = kept;
}

/* Drops reports about other collectives. */
static void select_own(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < report_count; i++)
        if (reports[i].head.kind == MESSAGE_REPORT && reports[i].head.channel == own_channel &&
            reports[i].head.sequence == own_sequence)
            reports[kept++] = reports[i];
    report_count = kept;
}

static int report_compare_ranks(const void *a, const void *b)
{
    const struct message_report *one = a, *other = b;
    return one->head.from - other->head.from;
}

static bool same_call(const struct message_report *a, const struct message_report *b)
{
    return a->bytes == b->bytes && a->root == b->root && strcmp(a->op, b->op) == 0 &&
           strcmp(a->function, b->function) == 0 && strcmp(a->object, b->object) == 0 &&
           strcmp(a->place, b->place) == 0 && strcmp(a->branch, b->branch) == 0;
}

static void report_add_call(struct text *text, const struct message_report *report,
                            bool with_object)
{
    text_add(text, "%s", report->function);
    const char *mark = "(";
    if (report->root != CALL_NO_ROOT) {
        text_add(text, "%sroot %d", mark, (int)report->root);
        mark = ", ";
    }
    if (report->op[0]) {
        text_add(text, "%s%s", mark, report->op);
        mark = ", ";
    }
    if (report->bytes >= 0) {
        text_add(text, "%s%lld bytes", mark, (long long)report->bytes);
        mark = ", ";
    }
    if (*mark == ',')
        text_add(text, ")");
    if (with_object)
        text_add(text, " on %s", report->object);
    if (report->place[0])
        text_add(text, " at %s in %s", report->place, report->inside);
    text_add(text, "\n");
}

/* Adds one line for each different call, with the ranks that make it. */
static void report_add_calls(struct text *text, bool with_object)
{
    int *ranks = calloc(report_count, sizeof *ranks);
    bool *done = calloc(report_count, sizeof *done);
    for (size_t i = 0; ranks && done && i < report_count; i++) {
        if (done[i])
            continue;
        size_t count = 0;
        for (size_t j = i; j < report_count; j++) {
            if (!same_call(&reports[i], &reports[j]))
                continue;
            done[j] = true;
            ranks[count++] = reports[j].head.from;
        }
        text_add(text, "  ");
        text_add_ranks(text, ranks, count);
        text_add(text, count == 1 ? " calls " : " call ");
        report_add_call(text, &reports[i], with_object);
    }
    free(ranks);
    free(done);
}

static void add_branches(struct text *text)
{
    for (size_t i = 0; i < report_count; i++) {
        bool first = reports[i].branch[0] != '\0';
        for (size_t j = 0; first && j < i; j++)
            first = strcmp(reports[i].branch, reports[j].branch) != 0;
        if (first)
            text_add(text, "  the branch at %s decides\n", reports[i].branch);
    }
}

static void report_add_missing(struct text *text, const struct channel *channel)
{
    int *ranks = calloc((size_t)channel->size, sizeof *ranks);
    size_t count = 0;
    for (int i = 0; ranks && i < channel->size; i++) {
        const int rank = channel_member(channel, i);
        bool here = false;
        for (size_t j = 0; !here && j < report_count; j++)
            here = reports[j].head.from == rank;
        if (!here)
            ranks[count++] = rank;
    }
    if (count > 0) {
        text_add(text, "  ");
        text_add_ranks(text, ranks, count);
        text_add(text, count == 1 ? " has not come here yet\n" : " have not come here yet\n");
    }
    free(ranks);
}

static const char *report_describe(const char **rule)
{
    bool function = false, op = false, root = false;
    for (size_t i = 1; i < report_count; i++) {
        function = function || strcmp(reports[i].function, reports[0].function) != 0;
        op = op || strcmp(reports[i].op, reports[0].op) != 0;
        root = root || reports[i].root != reports[0].root;
    }
    *rule = function ? "mismatch.collective"
            : op     ? "mismatch.op"
            : root   ? "mismatch.root"
                     : "mismatch.count";
    return function ? "are about to call different collectives"
           : op     ? "are about to reduce with different operations"
           : root   ? "are about to call a collective with different roots"
                    : "are about to call a collective with different amounts of data";
}

static void report_add_headline(struct text *text, const char *sentence, const char *rule)
{
    qsort(reports, report_count, sizeof *reports, report_compare_ranks);
    for (size_t i = 0; i < report_count; i++) {
        if (!reports[i].place[0])
            continue;
        text_add(text, "%s: ", reports[i].place);
        break;
    }
    text_add(text, "error: %s [%s]\n", sentence, rule);
}

/* Ends the job. First gives the launcher time to pass on the text, which it may drop at the end of
 * the job. */
static _Noreturn void end_job(void)
{
    usleep(FORWARD * 1000);
    NEXT(PMPI_Abort)(MPI_COMM_WORLD, EXIT_CODE);
    _exit(EXIT_CODE);
}

_Noreturn void report_end(const char *text)
{
    static struct text whole;
    started = true;
    whole.length = 0;
    text_add(&whole, "%stutti: the job is stopped\n", text);
    text_write(&whole);
    end_job();
}

static void wait_for_end(int64_t until)
{
    while (report_milliseconds() < until) {
        if (!agree_poll())
            sched_yield();
    }
}

static _Noreturn void print_difference(const struct channel *channel)
{
    static struct text text;
    const struct message_head head = {MESSAGE_TAKEN, own_sequence, own_channel, 0, wire_rank()};
    for (int i = 0; i < channel->size && i < READERS; i++)
        if (i != channel->me)
            wire_send(channel_member(channel, i), &head, sizeof head);
    select_own();
    const char *rule;
    const char *what = report_describe(&rule);
    char sentence[512];
    snprintf(sentence, sizeof sentence, "the ranks of %s %s", reports[0].object, what);
    text.length = 0;
    report_add_headline(&text, sentence, rule);
    report_add_calls(&text, false);
    report_add_missing(&text, channel);
    add_branches(&text);
    text_add(&text, "tutti: the job is stopped before it deadlocks\n");
    text_write(&text);
    end_job();
}

static size_t own_reports(void)
{
    size_t count = 0;
    for (size_t i = 0; i < report_count; i++)
        count += reports[i].head.kind == MESSAGE_REPORT && reports[i].head.channel == own_channel &&
                 reports[i].head.sequence == own_sequence;
    return count;
}

_Noreturn void report_difference(struct channel *channel, const struct agreement *agreement)
{
    started = true;
    own_channel = channel->id;
    own_sequence = agreement->sequence;
    struct message_report own;
    report_write(&own, channel, agreement);
    report_keep(&own);
    for (int i = 0; i < channel->size && i < READERS; i++)
        if (i != channel->me)
            wire_send(channel_member(channel, i), &own, sizeof own);
    const int turn = TURN * (channel->me < TURNS ? channel->me : TURNS);
    const int64_t begin = report_milliseconds();
    const int64_t until = begin + (channel->me < READERS ? GATHER + turn : END);
    size_t known = 0;
    /* No process gets further, but the steps continue, so that all processes come here. */
    for (int64_t quiet = begin; !taken && report_milliseconds() < until;) {
        if (own_reports() > known) {
            known = own_reports();
            quiet = report_milliseconds();
        }
        if (channel->me == 0 && known == (size_t)channel->size)
            break;
        if (channel->me < READERS && report_milliseconds() > quiet + QUIET + turn)
            break;
        if (!agree_poll())
            sched_yield();
    }
    if (!taken)
        print_difference(channel);
    wait_for_end(report_milliseconds() + END);
    end_job();
}

_Noreturn void report_circle(const struct channel *channel)
{
    static struct text text;
    started = true;
    struct message_report own;
    report_write(&own, channel, agree_last(channel));
    own.head.kind = MESSAGE_HOP;
    report_keep(&own);
    for (const int64_t until = report_milliseconds() + HOPS; report_milliseconds() < until;)
        if (!agree_poll())
            sched_yield();
    size_t kept = 0;
    for (size_t i = 0; i < report_count; i++)
        if (reports[i].head.kind == MESSAGE_HOP)
            reports[kept++] = reports[i];
    report_count = kept;
    text.length = 0;
    report_add_headline(
        &text, "ranks wait for one another in collectives of different communicators", "deadlock");
    report_add_calls(&text, true);
    add_branches(&text);
    text_add(&text, "tutti: the job is stopped: none of these ranks could go on\n");
    text_write(&text);
    end_job();
}
