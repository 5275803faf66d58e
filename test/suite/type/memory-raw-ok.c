/* Memory that has no type of its own, or more than one, takes any datatype.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union word {
    float real;
    int whole;
};

struct message {
    int kind, length;
    double numbers[];
};

enum colour { RED,
              GREEN };

static void share(void *data, int count, MPI_Datatype type)
{
    MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD);
}

/* What was freed has left its pointer behind, and the block is given out again. */
static void use_again(void)
{
    int *numbers = calloc(16, sizeof *numbers);
    uintptr_t old = (uintptr_t)numbers;
    void *raw;
    numbers[0] = (int)old;
    free(numbers);
    raw = calloc(8, sizeof(double));
    MPI_Bcast(raw, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(raw);
}

int main(void)
{
    char text[64];
    union word words[4];
    double block[8];
    enum colour colour = GREEN;
    size_t size = 1;
    int64_t wide = 2;
    void *bytes = calloc(16, sizeof(int));
    float *parts = bytes;
    struct message *message = calloc(1, sizeof *message + 4 * sizeof(double));

    MPI_Init(NULL, NULL);
    memset(text, 0, sizeof text);
    memset(words, 0, sizeof words);
    memset(block, 0, sizeof block);
    MPI_Bcast(text, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(words, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(words + 2, 2, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(block, (int)sizeof block, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&colour, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(&wide, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 16, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(parts, 16, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(message, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(message + 1, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    share(block, 8, MPI_DOUBLE);
    use_again();
    free(bytes);
    free(message);
    MPI_Finalize();
    return 0;
}
