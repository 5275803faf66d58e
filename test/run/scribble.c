/* scribble.c WHAT STRANGER: a program that writes over the memory which its ranks share with Tutti,
 * as a wrong pointer could.
 *
 * WHAT is the name of one thing to write over, or a number: so seeded, each rank makes some stores
 * at random between its calls. STRANGER is the pid of a process that is none of the program's. */
#include "runtime/world/protocol.h"

#include <dirent.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static struct world_segment *segment;
static int rank, size;
static pid_t stranger;
static uint64_t state;
static unsigned long inode; /* of the segment */

static void find_segment(void)
{
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "memfd:tutti-world")) {
            segment = (struct world_segment *)(uintptr_t)strtoull(line, NULL, 16);
            sscanf(line, "%*s %*s %*s %*s %lu", &inode);
        }
    if (maps)
        fclose(maps);
    if (!segment)
        exit(9);
}

static uint64_t next(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t mixed = state ^ state >> 33;
    return mixed * UINT64_C(0xff51afd7ed558ccd) >> 16;
}

/* An operation of this rank's that no call has made. */
static void forge(const struct world_op *op)
{
    struct world_rank *block = &segment->rank[rank];
    block->ring[block->posted % WORLD_RING] = *op;
    atomic_fetch_add(&block->posted, 1);
    atomic_fetch_or(&segment->calling[0], 1ULL << rank);
    atomic_fetch_add(&segment->bell, 1);
}

static pid_t parent_of(pid_t process)
{
    char path[64];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file) {
        fscanf(file, "%*d %*s %*c %d", &parent);
        fclose(file);
    }
    return parent;
}

/* Tries to make the segment shorter, by the descriptor of the command. */
static void shrink(void)
{
    char path[512];
    struct stat status;
    for (pid_t above = parent_of(getpid()); above > 1; above = parent_of(above)) {
        snprintf(path, sizeof path, "/proc/%d/fd", (int)above);
        DIR *all = opendir(path);
        for (struct dirent *entry; all && (entry = readdir(all));) {
            snprintf(path, sizeof path, "/proc/%d/fd/%s", (int)above, entry->d_name);
            if (stat(path, &status) != 0 || status.st_ino != inode || !S_ISREG(status.st_mode))
                continue;
            int file = open(path, O_RDWR);
            printf("segment: mode %o, %s\n", (unsigned)status.st_mode & 0777,
                   ftruncate(file, 0) == 0 ? "shortened" : "not shortened");
            close(file);
            return;
        }
        if (all)
            closedir(all);
    }
}

static const uint64_t FAR = UINT64_C(1) << 60;

/* False: there is no operation of this name. */
static bool forge_named(const char *what)
{
    const struct {
        const char *what;
        struct world_op op;
    } known[] = {
        {"kind", {.kind = 999}},
        {"peer", {.kind = OP_SEND, .message = {.peer = 123456789}}},
        {"source", {.kind = OP_RECEIVE, .message = {.peer = -77}}},
        {"message", {.kind = OP_SEND, .payload = FAR}},
        {"held", {.kind = OP_RECEIVE, .flags = OP_MATCHED, .message = {.peer = 1, .taken = 77}}},
        {"lane", {.kind = OP_FIT, .lane = 40000}},
        {"list",
         {.kind = OP_WAIT, .payload = segment->heap_start + 64, .wait = {.requests = 1u << 30}}},
        {"far-list", {.kind = OP_WAIT, .payload = FAR, .wait = {.requests = 3}}},
        {"members",
         {.kind = OP_COLLECTIVE, .context = 1, .collective = {.members = 1u << 31, .index = 7}}},
        {"index",
         {.kind = OP_COLLECTIVE, .context = 1, .collective = {.members = 2, .index = 1u << 28}}},
        {"roster",
         {.kind = OP_MEMBERS,
          .context = 77,
          .payload = 4096,
          .announcement = {.members = 1u << 20}}},
        {"ranges", {.kind = OP_TOUCHED, .payload = FAR, .access = {.ranges = 1u << 24}}},
        {"problem", {.kind = OP_PROBLEM, .payload = FAR + 8}},
        {"mode", {.kind = OP_WAIT, .wait = {.mode = (enum wait_mode)77}}},
        /* `exclusive` is where the first byte of `members` is */
        {"exclusive", {.kind = OP_LOCK, .collective = {.root = 1, .members = 2}}},
        {"pointer", {.kind = OP_POINTER, .pointer = {.mode = (enum pointer_mode)77}}},
        {"poll", {.kind = OP_SEND, .flags = OP_POLLS}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(what, known[i].what) == 0) {
            struct world_op op = known[i].op;
            op.number = 1000;
            strcpy(op.call, "MPI_Send");
            forge(&op);
            return true;
        }
    return false;
}

static void store_named(const char *what)
{
    struct world_rank *block = &segment->rank[rank];
    if (strcmp(what, "posted") == 0)
        block->posted += 1u << 30;
    else if (strcmp(what, "taken") == 0)
        block->taken ^= 0x10000;
    else if (strcmp(what, "heap") == 0)
        segment->heap_size = 0;
    else if (strcmp(what, "tables") == 0)
        segment->tables = FAR;
    else if (strcmp(what, "processes") == 0)
        for (int i = 0; i < size; i++)
            segment->rank[i].process = stranger;
    else if (strcmp(what, "template") == 0)
        segment->first = stranger;
    else
        exit(9);
    atomic_fetch_or(&segment->calling[0], 1ULL << rank);
    atomic_fetch_add(&segment->bell, 1);
}

/* Somewhere in the header, in what a rank has before its ring, in its last calls, in answers to it,
 * or in its heap. */
static void store_somewhere(void)
{
    struct world_rank *block = &segment->rank[next() % (unsigned)size];
    char *at = (char *)segment;
    switch (next() % 5) {
    case 0:
        at += next() % offsetof(struct world_segment, fit_places);
        break;
    case 1:
        at = (char *)block + next() % offsetof(struct world_rank, lane[1]);
        break;
    case 2:
        at = (char *)&block->ring[(block->posted - next() % 4) % WORLD_RING] +
             next() % sizeof *block->ring;
        break;
    case 3:
        at = (char *)&block->inbox[(block->told - next() % 2) % WORLD_INBOX] +
             next() % sizeof *block->inbox;
        break;
    default:
        at += segment->heap_start + next() % (unsigned)size * segment->heap_size + next() % 4096;
    }
    const uint64_t values[] = {0, UINT64_MAX, (uint64_t)stranger, next(), next() % 64, FAR};
    memcpy(at, &values[next() % (sizeof values / sizeof *values)], 1 + next() % 8);
}

static void communicate(int round)
{
    int other = size - 1 - rank, got = 0, sum = 0;
    MPI_Request requests[2];
    MPI_Irecv(&got, 1, MPI_INT, other, round, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&round, 1, MPI_INT, other, round, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 12 };
    if (argc < 3)
        return 9;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    find_segment();
    stranger = (pid_t)strtol(argv[2], NULL, 10);
    char *end;
    state = strtoull(argv[1], &end, 10) * 1000 + (uint64_t)rank;
    for (int round = 0; round < ROUNDS; round++) {
        communicate(round);
        if (*end == '\0' && next() % 2 == 0)
            store_somewhere();
        if (strcmp(argv[1], "shrink") == 0) {
            if (round == 1 && rank == 0)
                shrink();
        } else if (*end && round == 1 && rank == 0 && !forge_named(argv[1]))
            store_named(argv[1]);
    }
    if (strcmp(argv[1], "processes") == 0 && rank == 0)
        pause(); /* the command has to end it */
    MPI_Finalize();
    return 0;
}
