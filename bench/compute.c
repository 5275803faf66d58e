/* compute.c: kernels that compute and do nothing else, for what a test build costs.
 *
 *   compute stencil|cg|particles|sort|recursion: a heat equation on a square, conjugate gradients
 * with a sparse matrix in rows, forces between particles by lists of neighbours, counting and
 * quick sorts of integers, queens on a board. No value in them is an input, so nothing is symbolic.
 * Each rank adds "NAME RANK SECONDS RESULT" to the file that COMPUTE_OUT names: seconds of
 * processor time.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SIDE = 500,
    SWEEPS = 1600,
    GRID = 120, /* of the matrix: so many rows squared */
    TURNS = 1600,
    PARTICLES = 4000,
    NEIGHBOURS = 64,
    STEPS = 150,
    KEYS = 1 << 20,
    ROUNDS = 4,
    BOARD = 11
};

static unsigned seed = 1;

static unsigned next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static void *space(size_t count, size_t size)
{
    void *space = calloc(count, size);
    if (!space)
        abort();
    return space;
}

/* The five-point stencil, to and fro between two planes. */
static double stencil(void)
{
    double(*now)[SIDE] = space(SIDE, sizeof *now), (*then)[SIDE] = space(SIDE, sizeof *then);
    for (int i = 0; i < SIDE; i++)
        now[0][i] = then[0][i] = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                then[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        double(*swap)[SIDE] = now;
        now = then;
        then = swap;
    }
    double result = now[1][SIDE / 2];
    free(now);
    free(then);
    return result;
}

struct matrix {
    int rows;
    int *first, *column;
    double *value;
};

/* The Laplacian of a square grid. */
static struct matrix laplacian(void)
{
    struct matrix matrix = {.rows = GRID * GRID};
    int count = 0;
    matrix.first = space((size_t)matrix.rows + 1, sizeof *matrix.first);
    matrix.column = space((size_t)matrix.rows * 5, sizeof *matrix.column);
    matrix.value = space((size_t)matrix.rows * 5, sizeof *matrix.value);
    for (int row = 0; row < matrix.rows; row++) {
        static const int down[] = {-1, 0, 0, 0, 1}, right[] = {0, -1, 0, 1, 0};
        for (int k = 0; k < 5; k++) {
            int i = row / GRID + down[k], j = row % GRID + right[k];
            if (i < 0 || i >= GRID || j < 0 || j >= GRID)
                continue;
            matrix.column[count] = i * GRID + j;
            matrix.value[count++] = k == 2 ? 4 : -1;
        }
        matrix.first[row + 1] = count;
    }
    return matrix;
}

static void multiply(const struct matrix *matrix, const double *x, double *y)
{
    for (int row = 0; row < matrix->rows; row++) {
        double sum = 0;
        for (int k = matrix->first[row]; k < matrix->first[row + 1]; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[row] = sum;
    }
}

static double product(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static double conjugate_gradients(void)
{
    struct matrix matrix = laplacian();
    size_t rows = (size_t)matrix.rows;
    double *x = space(rows, sizeof *x), *r = space(rows, sizeof *r), *p = space(rows, sizeof *p),
           *q = space(rows, sizeof *q);
    for (int i = 0; i < matrix.rows; i++)
        r[i] = p[i] = 1 + i % 7;
    double rho = product(r, r, matrix.rows);
    for (int turn = 0; turn < TURNS; turn++) {
        multiply(&matrix, p, q);
        double alpha = rho / product(p, q, matrix.rows);
        for (int i = 0; i < matrix.rows; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double smaller = product(r, r, matrix.rows);
        for (int i = 0; i < matrix.rows; i++)
            p[i] = r[i] + smaller / rho * p[i];
        rho = smaller;
    }
    double result = x[matrix.rows / 2];
    free(x);
    free(r);
    free(p);
    free(q);
    free(matrix.first);
    free(matrix.column);
    free(matrix.value);
    return result;
}

struct particle {
    double at[3], force[3];
    int count, neighbour[NEIGHBOURS];
};

static double distance(const struct particle *a, const struct particle *b)
{
    double sum = 0;
    for (int d = 0; d < 3; d++)
        sum += (a->at[d] - b->at[d]) * (a->at[d] - b->at[d]);
    return sum;
}

static void list_neighbours(struct particle *all)
{
    for (int i = 0; i < PARTICLES; i++)
        for (int j = 0; j < PARTICLES && all[i].count < NEIGHBOURS; j++)
            if (j != i && distance(all + i, all + j) < 0.02)
                all[i].neighbour[all[i].count++] = j;
}

static double particles(void)
{
    struct particle *all = space(PARTICLES, sizeof *all);
    double result = 0;
    for (int i = 0; i < PARTICLES; i++)
        for (int d = 0; d < 3; d++)
            all[i].at[d] = next() / 16777216.0;
    list_neighbours(all);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < PARTICLES; i++) {
            struct particle *one = all + i;
            memset(one->force, 0, sizeof one->force);
            for (int k = 0; k < one->count; k++) {
                const struct particle *other = all + one->neighbour[k];
                double square = distance(one, other) + 0.01, inverse = 1 / (square * sqrt(square));
                for (int d = 0; d < 3; d++)
                    one->force[d] += (one->at[d] - other->at[d]) * inverse;
            }
        }
        for (int i = 0; i < PARTICLES; i++)
            for (int d = 0; d < 3; d++)
                all[i].at[d] += 1e-9 * all[i].force[d];
    }
    for (int i = 0; i < PARTICLES; i++)
        result += all[i].at[0];
    free(all);
    return result;
}

static void quick_sort(unsigned *keys, int low, int high)
{
    while (low < high) {
        unsigned pivot = keys[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (keys[i] < pivot)
                i++;
            while (keys[j] > pivot)
                j--;
            if (i <= j) {
                unsigned key = keys[i];
                keys[i++] = keys[j];
                keys[j--] = key;
            }
        }
        quick_sort(keys, low, j);
        low = i;
    }
}

/* Half of the keys by their upper bits and a count of each, the other half by comparing. */
static double sort(void)
{
    enum { BUCKETS = 1 << 12, THIRD = KEYS / 3 };
    unsigned *keys = space(KEYS, sizeof *keys), *sorted = space(KEYS, sizeof *sorted);
    double result = 0;
    for (int round = 0; round < ROUNDS; round++) {
        static int start[BUCKETS + 1];
        memset(start, 0, sizeof start);
        for (int i = 0; i < KEYS; i++) {
            keys[i] = next() & 0xffffff;
            start[(keys[i] >> 12) + 1]++;
        }
        for (int i = 0; i < BUCKETS; i++)
            start[i + 1] += start[i];
        for (int i = 0; i < KEYS; i++)
            sorted[start[keys[i] >> 12]++] = keys[i];
        quick_sort(keys, 0, KEYS / 2 - 1);
        result += sorted[THIRD] + keys[THIRD];
    }
    free(keys);
    free(sorted);
    return result;
}

static int queens(int row, unsigned columns, unsigned left, unsigned right)
{
    int count = 0;
    if (row == BOARD)
        return 1;
    for (int i = 0; i < BOARD; i++) {
        unsigned bit = 1u << i;
        if (!((columns | left | right) & bit))
            count += queens(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

static double recursion(void)
{
    double result = 0;
    for (int round = 0; round < 10 * ROUNDS; round++)
        result += queens(0, 0, 0, 1u << round % BOARD); /* one square is taken */
    return result;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(void);
    } kernels[] = {{"stencil", stencil},
                   {"cg", conjugate_gradients},
                   {"particles", particles},
                   {"sort", sort},
                   {"recursion", recursion}};
    const char *out = getenv("COMPUTE_OUT");
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (argc > 1 && strcmp(argv[1], kernels[i].name) != 0)
            continue;
        double begin = processor_seconds();
        double result = kernels[i].run();
        double seconds = processor_seconds() - begin;
        FILE *file = out ? fopen(out, "a") : stdout;
        if (!file)
            return 1;
        fprintf(file, "%s %d %.6f %g\n", kernels[i].name, rank, seconds, result);
        if (out)
            fclose(file);
    }
    MPI_Finalize();
    return 0;
}
