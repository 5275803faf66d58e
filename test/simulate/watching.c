#include "simulate/watching.h"

#include "base/clock.h"
#include "simulate/network.h"
#include "simulate/simulation.h"
#include "watch/diagnose/diagnose.h"
#include "watch/diagnose/groups.h"
#include "watch/network/hub.h"
#include "watch/network/node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As src/cmd/watch.c and watch_alarm.c have it. */
static const double LOOK = 0.05, SHOW = 0.5, LOOK_SECONDS = 30, MINUTE = 60;
static const double BUDGET = 0.001;
enum { SHOWN_LINES = 12, TEXT_CAP = 1 << 20, STACK_LINES = 12 };

/* A network of a cluster, as TCP sees it. */
static const double LATENCY = 50e-6, BANDWIDTH = 1e9;

struct watched {
    const struct scene *scene;
    struct outcome *outcome;
    struct ranks *ranks;
    struct monitor monitor;
    struct board board; /* of the hub's node, where no rank is */
    struct hub *hub;
    struct watched_node {
        struct watched *job;
        struct actor *actor;
        struct board board;
        int number;
    } *nodes;
    struct actor *hub_actor;
    double *processor; /* of each node, when all had called; then of the hub */
    double counted;    /* when that was */
    uint64_t hub_in, hub_out, inner_in;
    double shown;
    bool over;
};

/* Set while a job is simulated: the functions that the linker leads here have no argument for it.
 */
static struct watched *watched;

bool __real_vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals);
bool __real_tracker_look(struct tracker *tracker, const struct board *board, double now);
bool __wrap_vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals);
bool __wrap_tracker_look(struct tracker *tracker, const struct board *board, double now);
void __wrap_rank_look_take(const struct tracked *process, struct arena *arena,
                           struct rank_look *look);
int __wrap_gethostname(char *name, size_t size);

bool __wrap_vitals_read(const struct descendant *process, pid_t thread, struct vitals *vitals)
{
    (void)thread;
    ranks_vitals(watched->ranks, process->pid, vitals, simulation_now());
    return true;
}

bool __wrap_tracker_look(struct tracker *tracker, const struct board *board, double now)
{
    if (board != &watched->board) {
        struct watched_node *node = actor_data(actor_self());
        simulation_enter();
        ranks_show(watched->ranks, node->number, &node->board, simulation_now());
        simulation_leave();
    }
    return __real_tracker_look(tracker, board, now);
}

int __wrap_gethostname(char *name, size_t size)
{
    snprintf(name, size, "node%04d", actor_host(actor_self()));
    return 0;
}

/* A stack of a usual depth. */
void __wrap_rank_look_take(const struct tracked *process, struct arena *arena,
                           struct rank_look *look)
{
    *look = (struct rank_look){.taken = true, .path.complete = true};
    look->path.count = STACK_LINES;
    look->path.lines = arena_alloc(arena, STACK_LINES * sizeof *look->path.lines);
    for (int i = 0; i < STACK_LINES; i++)
        look->path.lines[i] = (struct stack_line){
            i + 1 < STACK_LINES ? arena_printf(arena, "some_function_of_the_program_%d", i)
                                : (process->function ? process->function : "compute"),
            "/home/user/project/source/solver.c", 100 + i};
    look->path.in_mpi = tracker_inside(process);
    look->place = (struct location){.file = look->path.lines[0].file, .line = 100};
}

static void node_body(void *data)
{
    struct watched_node *node = data;
    struct node_options options = {.addresses = hub_addresses(node->job->hub),
                                   .secret = hub_secret(node->job->hub),
                                   .board = &node->board};
    node_run(&options);
}

static void start_nodes(struct watched *job)
{
    struct error error;
    for (int i = 0; i < job->scene->ranks.nodes; i++) {
        job->nodes[i] = (struct watched_node){.job = job, .number = i};
        if (board_private(&job->nodes[i].board, &error) != 0)
            memory_exhausted();
        job->nodes[i].actor = actor_start(node_body, &job->nodes[i], i + 1);
    }
}

static uint64_t bytes_to_inner(const struct watched *job)
{
    uint64_t most = 0;
    for (int i = 0; i < job->scene->ranks.nodes; i++)
        if (network_host(i + 1)->bytes_in > most)
            most = network_host(i + 1)->bytes_in;
    return most;
}

/* All have called: from here on it counts. */
static void begin_counting(struct watched *job, double now)
{
    int nodes = job->scene->ranks.nodes;
    job->counted = now;
    job->outcome->joined = now - job->outcome->begin;
    for (int i = 0; i < nodes; i++)
        job->processor[i] = actor_processor(job->nodes[i].actor);
    job->processor[nodes] = actor_processor(job->hub_actor);
    job->hub_in = network_host(0)->bytes_in;
    job->hub_out = network_host(0)->bytes_out;
    job->inner_in = bytes_to_inner(job);
}

static void end_counting(struct watched *job, double now)
{
    struct outcome *outcome = job->outcome;
    int nodes = job->scene->ranks.nodes;
    double seconds = now - job->counted, least = INFINITY, most = 0;
    if (job->counted <= 0 || outcome->hub_in > 0 || seconds <= 0)
        return;
    for (int i = 0; i < nodes; i++) {
        double took = actor_processor(job->nodes[i].actor) - job->processor[i];
        least = fmin(least, took);
        most = fmax(most, took);
    }
    outcome->leaf_processor = least / seconds;
    outcome->inner_processor = most / seconds;
    outcome->hub_processor = (actor_processor(job->hub_actor) - job->processor[nodes]) / seconds;
    outcome->hub_in = (double)(network_host(0)->bytes_in - job->hub_in) / seconds;
    outcome->hub_out = (double)(network_host(0)->bytes_out - job->hub_out) / seconds;
    outcome->inner_in = (double)(bytes_to_inner(job) - job->inner_in) / seconds;
    outcome->hub_memory = actor_memory(job->hub_actor);
}

static void alarm_raised(struct watched *job, double now)
{
    struct outcome *outcome = job->outcome;
    const struct tracker *tracker = &job->monitor.tracker;
    struct document document;
    uint64_t before = network_host(0)->bytes_in;
    end_counting(job, now);
    outcome->alarm = now;
    outcome->state = job->monitor.state;
    document_init(&document, "watch");
    struct rank_look *looks = arena_alloc(&document.arena, (tracker->count + 1) * sizeof *looks);
    hub_look(job->hub, looks, tracker->count, &document.arena, LOOK_SECONDS);
    diagnose(&job->monitor, looks, now, &document);
    outcome->stacks = clock_seconds() - now;
    outcome->stacks_bytes = (double)(network_host(0)->bytes_in - before);
    snprintf(outcome->headline, sizeof outcome->headline, "%s",
             document.findings[document.finding_count - 1].headline);
    document_free(&document);
}

static void show(struct watched *job, double now)
{
    struct text text;
    if (now - job->shown < SHOW)
        return;
    job->shown = now;
    text_init(&text, TEXT_CAP);
    groups_print(&job->monitor.tracker, now, SHOWN_LINES, &text);
    text_free(&text);
}

static void make_trouble(struct watched *job, double now)
{
    const struct scene *scene = job->scene;
    if (scene->trouble == TROUBLE_NONE || now - job->outcome->begin < scene->trouble_at)
        return;
    struct actor *actor = job->nodes[scene->trouble_node].actor;
    struct host *host = network_host(scene->trouble_node + 1);
    if (scene->trouble == TROUBLE_SLOW)
        host->delay = 3;
    else if (!host->silent) {
        if (scene->trouble == TROUBLE_KILLED)
            network_hang_up(actor);
        actor_kill(actor);
        host->silent = true;
    }
}

/* "the monitor of node NAME is lost: ..." */
static void keep_name(struct outcome *outcome, const char *note)
{
    size_t length = strlen(outcome->lost_names);
    const char *name = strstr(note, "of node ");
    if (name && strstr(note, "is lost"))
        snprintf(outcome->lost_names + length, sizeof outcome->lost_names - length, "%s%.8s",
                 length > 0 ? " " : "", name + strlen("of node "));
}

/* One look, as the command has it. */
static void look(struct watched *job)
{
    struct outcome *outcome = job->outcome;
    double now = clock_seconds();
    make_trouble(job, now);
    if (!hub_pump(job->hub, now))
        monitor_forget(&job->monitor);
    for (char *note; (note = hub_note(job->hub)) != NULL; free(note))
        keep_name(outcome, note);
    double horizon = hub_horizon(job->hub, now);
    enum monitor_state before = job->monitor.state;
    bool changed = monitor_look(&job->monitor, &job->board, now, horizon);
    show(job, now);
    if (job->counted <= 0 && hub_nodes(job->hub) == (size_t)job->scene->ranks.nodes &&
        (int)job->monitor.tracker.count == job->scene->ranks.nodes * job->scene->ranks.per_node)
        begin_counting(job, now);
    if (changed && before == MONITOR_HEALTHY) {
        alarm_raised(job, now);
        job->over = true;
    }
}

static void hub_body(void *data)
{
    struct watched *job = data;
    struct error error;
    double end = clock_seconds() + job->scene->seconds;
    monitor_start(&job->monitor, &(struct monitor_options){.budget = BUDGET}, clock_seconds());
    job->hub = hub_open(NULL, job->scene->fan, &job->monitor.tracker, &error);
    if (!job->hub)
        memory_exhausted();
    start_nodes(job);
    while (!job->over && clock_seconds() < end) {
        actor_wait(clock_seconds() + LOOK, false);
        look(job);
    }
    job->outcome->end = clock_seconds();
    end_counting(job, job->outcome->end);
    job->outcome->withdrawn = job->monitor.withdrawn;
    job->outcome->processes = job->monitor.tracker.count;
    job->outcome->lost = hub_lost(job->hub);
    hub_end(job->hub);
    hub_close(job->hub);
    monitor_free(&job->monitor);
}

void watching_simulate(const struct scene *scene, struct outcome *outcome)
{
    struct watched job = {.scene = scene, .outcome = outcome};
    struct error error;
    int nodes = scene->ranks.nodes;
    simulation_begin(scene->charges);
    network_begin(nodes + 1, LATENCY, BANDWIDTH);
    *outcome = (struct outcome){
        .begin = simulation_now(), .hung = INFINITY, .alarm = INFINITY, .state = MONITOR_HEALTHY};
    struct ranks_options options = scene->ranks;
    options.fault_at += outcome->begin;
    job.ranks = ranks_new(&options, outcome->begin);
    job.nodes = memory_zero((size_t)nodes, sizeof *job.nodes);
    job.processor = memory_zero((size_t)nodes + 1, sizeof *job.processor);
    if (board_private(&job.board, &error) != 0)
        memory_exhausted();
    unsetenv("SLURMD_NODENAME"); /* nodes are called by their hosts */
    watched = &job;
    job.hub_actor = actor_start(hub_body, &job, 0);
    simulation_run(outcome->begin + scene->seconds + LOOK_SECONDS);
    simulation_run(outcome->end + MINUTE);
    for (int i = 0; i < nodes; i++)
        outcome->left += !actor_over(job.nodes[i].actor);
    watched = NULL;
    outcome->hung = ranks_hung(job.ranks);
    for (int i = 0; i < nodes; i++)
        board_close(&job.nodes[i].board);
    board_close(&job.board);
    ranks_free(job.ranks);
    free(job.nodes);
    free(job.processor);
    network_end();
    simulation_end();
}
