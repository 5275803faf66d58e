/* kernels.c: three kernels as the NAS benchmarks have them, for the cost of compiled-in checks.
 *
 *   kernels cg|ft|is: conjugate gradients (an allreduce of 8 bytes per product), transposes
 * (alltoall), sorting into buckets (allreduce, alltoall, alltoallv). Rank 0 prints the seconds that
 * it took.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 2000000, STEPS = 60, SIDE = 512, TURNS = 200, KEYS = 1 << 23, ROUNDS = 10 };

static int rank, size;

static double product(const double *a, const double *b, int count)
{
    double local = 0, global = 0;
    for (int i = 0; i < count; i++)
        local += a[i] * b[i];
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return global;
}

/* q = A p, A = tridiag(-1, 2.1, -1), neighbours' edges from the ranks on either side. */
static void apply(double *p, double *q, int count)
{
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    p[0] = p[count + 1] = 0;
    MPI_Sendrecv(p + count, 1, MPI_DOUBLE, below, 0, p, 1, MPI_DOUBLE, above, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(p + 1, 1, MPI_DOUBLE, above, 1, p + count + 1, 1, MPI_DOUBLE, below, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; i <= count; i++)
        q[i] = 2.1 * p[i] - p[i - 1] - p[i + 1];
}

static double conjugate_gradients(void)
{
    int count = CELLS / size;
    size_t bytes = (size_t)(count + 2) * sizeof(double);
    double *x = calloc(1, bytes), *r = calloc(1, bytes), *p = calloc(1, bytes),
           *q = calloc(1, bytes);
    for (int i = 1; i <= count; i++)
        r[i] = p[i] = 1;
    double rho = product(r + 1, r + 1, count);
    for (int step = 0; step < STEPS; step++) {
        apply(p, q, count);
        double alpha = rho / product(p + 1, q + 1, count);
        for (int i = 1; i <= count; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = product(r + 1, r + 1, count);
        for (int i = 1; i <= count; i++)
            p[i] = r[i] + next / rho * p[i];
        rho = next;
    }
    free(x);
    free(r);
    free(p);
    free(q);
    return rho;
}

static double transposes(void)
{
    int count = SIDE / size * SIDE;
    double *a = malloc((size_t)count * sizeof *a), *b = malloc((size_t)count * sizeof *b), sum = 0;
    for (int i = 0; i < count; i++)
        a[i] = rank + i * 1e-6;
    for (int turn = 0; turn < TURNS; turn++) {
        for (int pass = 0; pass < 8; pass++)
            for (int i = 1; i < count; i++)
                a[i] = 0.5 * (a[i] + a[i - 1]);
        MPI_Alltoall(a, count / size, MPI_DOUBLE, b, count / size, MPI_DOUBLE, MPI_COMM_WORLD);
        memcpy(a, b, (size_t)count * sizeof *a);
        double check = a[turn];
        MPI_Reduce(&check, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    free(a);
    free(b);
    return sum;
}

static double buckets(void)
{
    int count = KEYS / size, received = 0;
    unsigned *keys = malloc((size_t)count * sizeof *keys),
             *sorted = malloc((size_t)count * sizeof *sorted);
    unsigned *mine = malloc((size_t)KEYS * sizeof *mine);
    int *out = calloc((size_t)size, sizeof *out), *in = calloc((size_t)size, sizeof *in);
    int *from = calloc((size_t)size, sizeof *from), *to = calloc((size_t)size, sizeof *to);
    for (int round = 0; round < ROUNDS; round++) {
        unsigned seed = (unsigned)(rank * 77 + round + 1);
        memset(out, 0, (size_t)size * sizeof *out);
        for (int i = 0; i < count; i++) {
            seed = seed * 1664525u + 1013904223u;
            keys[i] = seed >> 8;
            out[keys[i] % (unsigned)size]++;
        }
        MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
        for (int i = 1; i < size; i++) {
            from[i] = from[i - 1] + out[i - 1];
            to[i] = to[i - 1] + in[i - 1];
        }
        int *next = malloc((size_t)size * sizeof *next);
        memcpy(next, from, (size_t)size * sizeof *next);
        for (int i = 0; i < count; i++)
            sorted[next[keys[i] % (unsigned)size]++] = keys[i];
        free(next);
        MPI_Alltoallv(sorted, out, from, MPI_UNSIGNED, mine, in, to, MPI_UNSIGNED, MPI_COMM_WORLD);
        int total = to[size - 1] + in[size - 1];
        MPI_Allreduce(&total, &received, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    free(keys);
    free(sorted);
    free(mine);
    free(out);
    free(in);
    free(from);
    free(to);
    return received;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *which = argc > 1 ? argv[1] : "cg";
    double begin = MPI_Wtime();
    double result = !strcmp(which, "cg")   ? conjugate_gradients()
                    : !strcmp(which, "ft") ? transposes()
                                           : buckets();
    double seconds = MPI_Wtime() - begin;
    if (rank == 0)
        printf("%.6f %g\n", seconds, result);
    MPI_Finalize();
    return 0;
}
