/* Calls of real size with little memory: real FUNCTION COUNT [TIMES].
 *
 * Buffers are one small window of memory, mapped again and again: a prime number of pages, so that
 * data shifted by a power of two shows. In a buffer that receives, the first, middle and last page
 * of each block are memory of their own, whose contents are checked. Prints the seconds of the
 * slowest rank for each time. */
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t PAGE = 4096, WINDOW = 1021 * 4096UL;
static int rank, size;
static long faults;

static unsigned char pattern(int owner, size_t place)
{
    return (unsigned char)(((place % WINDOW) * 2654435761U + (unsigned)owner * 40503U) >> 13);
}

/* `bytes` of address space over one window that holds the pattern of this rank. */
static char *make_window(size_t bytes)
{
    int file = memfd_create("window", 0);
    size_t room = (bytes + 2 * WINDOW) / WINDOW * WINDOW;
    char *all = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (file < 0 || ftruncate(file, (off_t)WINDOW) != 0 || all == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 3);
    for (size_t at = 0; at < room; at += WINDOW)
        if (mmap(all + at, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
            MAP_FAILED)
            MPI_Abort(MPI_COMM_WORLD, 3);
    for (size_t i = 0; i < WINDOW; i++)
        all[i] = (char)pattern(rank, i);
    close(file);
    return all;
}

static size_t spot(size_t block, int which)
{
    return which == 0 ? 0 : which == 1 ? block / 2 : block - 1;
}

/* Memory of their own for pages that are checked later. */
static void make_spots(char *buffer, size_t block, int blocks)
{
    for (int i = 0; i < blocks; i++)
        for (int which = 0; which < 3; which++) {
            uintptr_t at =
                (uintptr_t)(buffer + (size_t)i * block + spot(block, which)) / PAGE * PAGE;
            if (mmap((void *)at, PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
                MPI_Abort(MPI_COMM_WORLD, 3);
        }
}

/* Block i holds what its owner has from `start` on. */
static void check(char *buffer, size_t block, int i, int owner, size_t start)
{
    for (int which = 0; which < 3; which++) {
        char *at = buffer + (size_t)i * block + spot(block, which);
        char *from = (char *)((uintptr_t)at / PAGE * PAGE), *end = from + PAGE;
        char *low = buffer + (size_t)i * block, *high = low + block;
        for (char *byte = from > low ? from : low; byte < (end < high ? end : high); byte++)
            faults += *(unsigned char *)byte != pattern(owner, start + (size_t)(byte - low));
    }
}

static void finish(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static bool is(const char *name, const char *wanted)
{
    return strcmp(name, wanted) == 0;
}

static void run_equal(const char *name, int n, char *send, char *receive)
{
    MPI_Request request = MPI_REQUEST_NULL;
    size_t block = (size_t)n;
    if (is(name, "Scatter"))
        MPI_Scatter(send, n, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (is(name, "Iscatter"))
        MPI_Iscatter(send, n, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    else if (is(name, "Gather"))
        MPI_Gather(send, n, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (is(name, "Igather"))
        MPI_Igather(send, n, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    else if (is(name, "Bcast"))
        MPI_Bcast(rank == 0 ? send : receive, n / 4, MPI_INT, 0, MPI_COMM_WORLD);
    else if (is(name, "Ibcast"))
        MPI_Ibcast(rank == 0 ? send : receive, n, MPI_INT, 0, MPI_COMM_WORLD, &request);
    finish(&request);
    bool gather = is(name, "Gather") || is(name, "Igather");
    if (is(name, "Ibcast") && rank > 0)
        check(receive, block * 4, 0, 0, 0);
    else if (!is(name, "Ibcast") && !gather)
        check(receive, block, 0, 0, (size_t)rank * block);
    for (int i = 0; gather && rank == 0 && i < size; i++)
        check(receive, block, i, i, 0);
}

/* Displacements as a program computes them in int. */
static void run_irregular(const char *name, int n, char *send, char *receive)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int counts[64], displs[64];
    unsigned sum = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = n;
        displs[i] = (int)sum;
        sum += (unsigned)n;
    }
    size_t block = (size_t)n;
    if (is(name, "Gatherv"))
        MPI_Gatherv(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (is(name, "Igatherv"))
        MPI_Igatherv(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, 0, MPI_COMM_WORLD,
                     &request);
    else if (is(name, "Scatterv"))
        MPI_Scatterv(send, counts, displs, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (is(name, "Iscatterv"))
        MPI_Iscatterv(send, counts, displs, MPI_CHAR, receive, n, MPI_CHAR, 0, MPI_COMM_WORLD,
                      &request);
    else if (is(name, "Allgatherv"))
        MPI_Allgatherv(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, MPI_COMM_WORLD);
    else if (is(name, "Iallgatherv"))
        MPI_Iallgatherv(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, MPI_COMM_WORLD,
                        &request);
    else if (is(name, "Alltoallv"))
        MPI_Alltoallv(send, counts, displs, MPI_CHAR, receive, counts, displs, MPI_CHAR,
                      MPI_COMM_WORLD);
    else
        MPI_Ialltoallv(send, counts, displs, MPI_CHAR, receive, counts, displs, MPI_CHAR,
                       MPI_COMM_WORLD, &request);
    finish(&request);
    bool gather = strstr(name, "gatherv"), all = strstr(name, "llgatherv"),
         to_all = strstr(name, "toall");
    for (int i = 0; i < size; i++)
        if (all || to_all || (gather && rank == 0) || strstr(name, "Gatherv"))
            if (rank == 0 || all || to_all)
                check(receive, block, i, i, to_all ? (size_t)rank * block : 0);
    if (strstr(name, "catterv"))
        check(receive, block, 0, 0, (size_t)rank * block);
}

/* In place: the pages that are checked must hold what is sent, first. */
static void run_alltoall(int n, char *buffer)
{
    size_t block = (size_t)n;
    for (int i = 0; i < size; i++)
        for (int which = 0; which < 3; which++) {
            char *from = (char *)((uintptr_t)(buffer + (size_t)i * block + spot(block, which)) /
                                  PAGE * PAGE);
            memset(from, 16 * rank + i + 1, PAGE);
        }
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer, n, MPI_CHAR, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        for (int which = 0; which < 3; which++)
            faults += buffer[(size_t)i * block + spot(block, which)] != 16 * i + rank + 1;
}

static void run_reduce_scatter(int n, char *send, char *receive)
{
    int counts[64];
    size_t block = (size_t)n;
    for (int i = 0; i < size; i++)
        counts[i] = n;
    MPI_Reduce_scatter(send, receive, counts, MPI_CHAR, MPI_BXOR, MPI_COMM_WORLD);
    for (int which = 0; which < 3; which++) {
        size_t at = spot(block, which);
        unsigned char wanted = 0;
        for (int i = 0; i < size; i++)
            wanted ^= pattern(i, (size_t)rank * block + at);
        faults += (unsigned char)receive[at] != wanted;
    }
}

/* n elements of an int each, a mebibyte apart. */
static void run_spread(bool nonblocking, bool in_place, int n)
{
    const size_t apart = 1 << 20, room = (size_t)size * (size_t)n * apart;
    MPI_Datatype far;
    MPI_Request request = MPI_REQUEST_NULL;
    char *all = mmap(NULL, room, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int *own = malloc((size_t)n * sizeof *own);
    madvise(all, room, MADV_NOHUGEPAGE);
    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)apart, &far);
    MPI_Type_commit(&far);
    for (int i = 0; i < n; i++) {
        own[i] = rank * n + i + 1;
        if (in_place)
            memcpy(all + ((size_t)rank * (size_t)n + (size_t)i) * apart, &own[i], sizeof *own);
    }
    void *send = in_place ? MPI_IN_PLACE : own;
    if (nonblocking)
        MPI_Iallgather(send, n, MPI_INT, all, n, far, MPI_COMM_WORLD, &request);
    else
        MPI_Allgather(send, n, MPI_INT, all, n, far, MPI_COMM_WORLD);
    finish(&request);
    for (int i = 0; i < size * n; i++)
        faults += *(int *)(all + (size_t)i * apart) != i + 1;
    munmap(all, room);
    MPI_Type_free(&far);
    free(own);
}

#if MPI_VERSION >= 4
static void run_large(bool nonblocking, MPI_Count n, char *send, char *receive)
{
    MPI_Count counts[64];
    MPI_Aint displs[64];
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < size; i++) {
        counts[i] = n;
        displs[i] = (MPI_Aint)(i * n);
    }
    if (nonblocking)
        MPI_Iallgatherv_c(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, MPI_COMM_WORLD,
                          &request);
    else
        MPI_Allgatherv_c(send, n, MPI_CHAR, receive, counts, displs, MPI_CHAR, MPI_COMM_WORLD);
    finish(&request);
    for (int i = 0; i < size; i++)
        check(receive, (size_t)n, i, i, 0);
}
#endif

static void run(const char *name, long n, char *send, char *receive)
{
    if (is(name, "Reduce_scatter"))
        run_reduce_scatter((int)n, send, receive);
    else if (is(name, "Alltoall"))
        run_alltoall((int)n, receive);
    else if (strstr(name, "Spread") || strstr(name, "spread"))
        run_spread(name[0] == 'I', strstr(name, "place") != NULL, (int)n);
#if MPI_VERSION >= 4
    else if (strstr(name, "_c"))
        run_large(name[0] == 'I', n, send, receive);
#endif
    else if (name[strlen(name) - 1] == 'v')
        run_irregular(name, (int)n, send, receive);
    else
        run_equal(name, (int)n, send, receive);
}

int main(int argc, char **argv)
{
    long all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *name = argv[1];
    long n = atol(argv[2]), times = argc > 3 ? atol(argv[3]) : 1;
    bool broadcast = strstr(name, "bcast") != NULL;
    size_t block = (size_t)n * (broadcast ? 4 : 1);
    bool spread = strstr(name, "pread") != NULL;
    char *send = spread ? NULL : make_window(block * (size_t)size);
    char *receive = spread ? NULL : make_window(block * (size_t)size);
    if (!spread)
        make_spots(receive, block, broadcast ? 1 : size);
    for (long i = 0; i < times; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime(), seconds, slowest;
        run(name, n, send, receive);
        seconds = MPI_Wtime() - start;
        MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%s %ld %.3f s\n", name, n, slowest);
    }
    MPI_Allreduce(&faults, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all ? "%ld faults\n" : "all is well\n", all);
    MPI_Finalize();
    return all ? 1 : 0;
}
