#include "watch/sample/sampler.h"

#include "base/file.h"
#include "watch/model/slowdown.h"
#include "watch/sample/process_view.h"
#include "watch/sample/returns.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROC_CAP = 16 << 20 };
enum { COUNT_AFTER = 4 }; /* number of looks that must find a rank at the same place */

/* Returns a file of /proc as text, which the caller frees; NULL: there is none. */
static char *read_proc(pid_t pid, const char *name, size_t *length)
{
    char path[64], *bytes;
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return file_read(path, PROC_CAP, &bytes, length, &ignored) == 0 ? bytes : NULL;
}

static bool has_mpi(pid_t pid)
{
    char *maps = read_proc(pid, "maps", NULL);
    bool has = maps && (strstr(maps, "/libmpi.so") || strstr(maps, "/libmpich.so"));
    free(maps);
    return has;
}

/* Returns the value of the first of these environment variables that the process has; -1: it has
 * none. */
static int sampler_told(pid_t pid, const char *const *names, size_t count)
{
    size_t length = 0;
    char *environment = read_proc(pid, "environ", &length);
    int number = -1;
    for (size_t i = 0; i < count && number < 0; i++)
        for (const char *at = environment; at && at < environment + length; at += strlen(at) + 1)
            if (strncmp(at, names[i], strlen(names[i])) == 0)
                number = (int)strtol(at + strlen(names[i]), NULL, 10);
    free(environment);
    return number;
}

static int rank_of(pid_t pid)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK=", "PMI_RANK=", "PMIX_RANK=", "SLURM_PROCID="};
    return sampler_told(pid, names, sizeof names / sizeof *names);
}

int sampler_size_of(pid_t pid)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_SIZE=", "PMI_SIZE=", "SLURM_STEP_NUM_TASKS=", "SLURM_NTASKS="};
    int size = sampler_told(pid, names, sizeof names / sizeof *names);
    return size > 0 ? size : 0;
}

static void sampler_add(struct sampler *sampler, pid_t pid)
{
    for (size_t i = 0; i < sampler->count; i++)
        if (sampler->ranks[i].pid == pid)
            return;
    struct sampled *rank = arena_push(&sampler->arena, sampler->ranks, sampler->count);
    *rank = (struct sampled){.pid = pid, .rank = rank_of(pid), .returns = -1};
    if (!descendant_read(pid, &rank->process))
        rank->process = (struct descendant){.pid = pid};
}

static void add_descendants(struct sampler *sampler, pid_t ancestor)
{
    struct descendants all = descendants_of(ancestor, NULL);
    for (size_t i = 0; i < all.count; i++)
        if (has_mpi(all.items[i].pid))
            sampler_add(sampler, all.items[i].pid);
    descendants_free(&all);
}

/* Looks at the main thread only: MPI_THREAD_MULTIPLE cannot be followed from outside. */
static bool sampler_look_at(struct sampler *sampler, struct sampled *rank, struct arena *arena,
                            struct thread_stack *stack, struct error *error)
{
    enum sample_status status =
        rank->view ? process_view_look_at(rank->view, rank->pid, arena, stack, error)
                   : SAMPLE_ENDED;
    sampler->looks++;
    if (status == SAMPLE_TAKEN) {
        if (stack->stopped_us > sampler->stopped_us)
            sampler->stopped_us = stack->stopped_us;
        return true;
    }
    if (status == SAMPLE_ENDED && rank->view) {
        process_view_close(rank->view);
        rank->view = NULL;
    }
    return false;
}

static int open_views(struct sampler *sampler, struct error *error)
{
    for (size_t i = 0; i < sampler->count; i++) {
        struct sampled *rank = &sampler->ranks[i];
        struct arena scratch = {0};
        struct thread_stack stack;
        enum sample_status status = process_view_open(rank->pid, &rank->view, error);
        bool seen =
            status == SAMPLE_TAKEN && sampler_look_at(sampler, rank, &scratch, &stack, error);
        arena_free(&scratch);
        if (status != SAMPLE_TAKEN)
            rank->view = NULL;
        if (!seen && rank->view)
            return -1;
        if (status != SAMPLE_TAKEN && status != SAMPLE_ENDED)
            return -1;
    }
    return 0;
}

int sampler_open(struct sampler *sampler, const pid_t *pids, size_t count, struct error *error)
{
    *sampler = (struct sampler){0};
    for (size_t i = 0; i < count; i++)
        if (has_mpi(pids[i]))
            sampler_add(sampler, pids[i]);
        else
            add_descendants(sampler, pids[i]);
    if (sampler->count == 0)
        return error_set(error, ERROR_USAGE,
                         "process %ld%s neither uses MPICH or Open MPI nor has started a process "
                         "that does",
                         count > 0 ? (long)pids[0] : 0L, count > 1 ? " (and the others)" : "");
    return open_views(sampler, error);
}

static void stop_counting(struct sampled *rank)
{
    if (rank->returns >= 0)
        close(rank->returns);
    rank->returns = -1;
    rank->still = 0;
}

void sampler_close(struct sampler *sampler)
{
    for (size_t i = 0; i < sampler->count; i++) {
        process_view_close(sampler->ranks[i].view);
        stop_counting(&sampler->ranks[i]);
    }
    arena_free(&sampler->arena);
    *sampler = (struct sampler){0};
}

static int sampler_by_rank(const void *left, const void *right)
{
    const struct sampled *one = left, *other = right;
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return (one->pid > other->pid) - (one->pid < other->pid);
}

/* Numbers the ranks if launchers gave no number, or gave the same number twice. */
static void number_ranks(struct sampler *sampler)
{
    bool told = true;
    qsort(sampler->ranks, sampler->count, sizeof *sampler->ranks, sampler_by_rank);
    for (size_t i = 0; i < sampler->count; i++)
        told = told && sampler->ranks[i].rank >= 0 && sampler->ranks[i].rank < sampler->size &&
               (i == 0 || sampler->ranks[i].rank > sampler->ranks[i - 1].rank);
    for (size_t i = 0; !told && i < sampler->count; i++)
        sampler->ranks[i].rank = (int)i;
}

void sampler_start(struct sampler *sampler, int size, struct board *board)
{
    struct beacon_file *file = board->file;
    sampler->size = size > 0 ? size : (int)sampler->count;
    number_ranks(sampler);
    if (sampler->count > BEACON_PROCESSES)
        sampler->count = BEACON_PROCESSES;
    for (size_t i = 0; i < sampler->count; i++) {
        struct beacon_process *process = &file->processes[i];
        process->pid = sampler->ranks[i].pid;
        process->rank = sampler->ranks[i].rank;
        process->size = sampler->size;
        process->lanes[0].thread = sampler->ranks[i].pid;
        atomic_store(&process->doubts, BEACON_DOUBT_MESSAGES);
        atomic_store(&process->lane_count, 1);
        atomic_store(&process->state, BEACON_RUNNING);
    }
    atomic_store(&file->named, 1);
    atomic_store(&file->claimed, (uint32_t)sampler->count);
}

/* Returns the number of a function's name in the board; 0 is no function. */
static uint16_t sampler_number_of(struct beacon_file *file, const char *function)
{
    for (uint16_t i = 1; function && i < BEACON_FUNCTIONS; i++) {
        if (!file->names[i][0])
            snprintf(file->names[i], BEACON_NAME, "%s", function);
        if (strncmp(file->names[i], function, BEACON_NAME - 1) == 0)
            return i;
    }
    return 0;
}

/* Writes the lane as a beacon would: an odd number inside a call, and a new number if the rank has
 * moved. Returns whether it has. */
static bool write_lane(struct beacon_lane *lane, enum stack_place place, uint16_t function)
{
    uint64_t sequence = atomic_load(&lane->sequence), old = sequence;
    bool was_inside = sequence & 1, inside = place == STACK_IN_MPI;
    struct stack_look before = {was_inside ? STACK_IN_MPI : STACK_OUTSIDE, lane->function};
    struct stack_look after = {place, function};
    if (slowdown_moves(&before, &after))
        sequence += was_inside == inside ? 2 : 1;
    if (place == STACK_OUTSIDE && lane->kind == BEACON_POLL && !was_inside)
        return false; /* it may just be between two polls */
    lane->function = function;
    lane->site = function;
    lane->kind = place == STACK_POLLING ? BEACON_POLL : BEACON_OTHER;
    atomic_store(&lane->sequence, sequence);
    return sequence != old;
}

/* A rank at the same place has moved if it has returned from its last call meanwhile. Counting
 * costs the thread some microseconds at each return, so it ends after the first one. */
static void count_returns(struct sampler *sampler, struct sampled *rank, bool moved,
                          struct beacon_lane *lane)
{
    if (!moved && rank->returns >= 0 && returns_count(rank->returns) > 0) {
        atomic_fetch_add(&lane->sequence, 2);
        moved = true;
    }
    if (moved || lane->kind == BEACON_POLL)
        stop_counting(rank);
    else if (++rank->still == COUNT_AFTER && rank->site) {
        rank->returns = returns_open(rank->pid, rank->site);
        sampler->refused = rank->returns < 0 ? errno : sampler->refused;
    }
}

/* Returns whether nobody can tell where the thread is. */
static bool sampler_is_lost(const struct thread_stack *stack, const struct stack_path *path)
{
    return stack->turns > 0 && stack->end != UNWIND_COMPLETE && !path->in_mpi;
}

/* Notes a look that could not tell where the rank is: it must not make a healthy job seem to stand
 * still. */
static void sampler_write_lost(struct sampled *rank, const struct thread_stack *stack,
                               struct beacon_lane *lane)
{
    if (!write_lane(lane, STACK_OUTSIDE, 0) && stack->turns != rank->turns)
        atomic_fetch_add(&lane->sequence, 2);
    rank->turns = stack->turns;
    stop_counting(rank);
}

static void sample_sampler_look(struct sampler *sampler, size_t index, struct board *board)
{
    struct beacon_lane *lane = &board->file->processes[index].lanes[0];
    struct sampled *rank = &sampler->ranks[index];
    struct arena arena = {0};
    struct thread_stack stack;
    struct error error;
    if (sampler_look_at(sampler, rank, &arena, &stack, &error)) {
        struct stack_path path;
        process_view_path(rank->view, &stack, &arena, &path);
        if (sampler_is_lost(&stack, &path)) {
            sampler_write_lost(rank, &stack, lane);
            arena_free(&arena);
            return;
        }
        enum stack_place place = path.in_mpi ? slowdown_place(path.mpi_function) : STACK_OUTSIDE;
        bool moved = write_lane(
            lane, place, path.in_mpi ? sampler_number_of(board->file, path.mpi_function) : 0);
        if (place == STACK_IN_MPI && stack.mpi_depth < stack.pc_count)
            rank->site = stack.pcs[stack.mpi_depth];
        count_returns(sampler, rank, moved, lane);
    }
    arena_free(&arena);
}

void sampler_signal(const struct sampler *sampler, int signal)
{
    for (size_t i = 0; i < sampler->count; i++)
        descendant_signal(&sampler->ranks[i].process, signal);
}

size_t sampler_look(struct sampler *sampler, const uint32_t *only, size_t count,
                    struct board *board)
{
    size_t alive = 0;
    for (size_t i = 0; only && i < count; i++)
        if (only[i] < sampler->count)
            sample_sampler_look(sampler, only[i], board);
    for (size_t i = 0; i < sampler->count; i++) {
        if (!only)
            sample_sampler_look(sampler, i, board);
        alive += sampler->ranks[i].view != NULL;
    }
    return alive;
}
