/* A vector of structures of subarrays travels to a flat array of the same signature and back.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define N 4

struct tile {
    char label[2];
    int cells[N][N]; /* of which the inner 2 x 2 are sent */
};

int main(void)
{
    struct tile tiles[6] = {0};
    struct {
        char label[2];
        int cells[4];
    } flat[3];
    int sizes[2] = {N, N}, part[2] = {2, 2}, from[2] = {1, 1}, lengths[2] = {2, 1},
        four[2] = {2, 4};
    MPI_Aint places[2] = {offsetof(struct tile, label), offsetof(struct tile, cells)};
    MPI_Aint flats[2] = {0, (char *)flat[0].cells - (char *)flat[0].label};
    MPI_Datatype inner, raw, tile, every_second, line, members[2] = {MPI_CHAR},
                                                       ints[2] = {MPI_CHAR, MPI_INT};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &inner);
    members[1] = inner;
    MPI_Type_create_struct(2, lengths, places, members, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct tile), &tile);
    MPI_Type_vector(3, 1, 2, tile, &every_second);
    MPI_Type_create_struct(2, four, flats, ints, &line);
    MPI_Type_commit(&every_second);
    MPI_Type_commit(&line);
    for (int t = 0; rank == 0 && t < 6; t++) {
        tiles[t].label[0] = (char)('0' + t);
        for (int i = 0; i < N * N; i++)
            tiles[t].cells[i / N][i % N] = 100 * t + i;
    }
    if (rank == 0) {
        MPI_Send(tiles, 1, every_second, 1, 0, MPI_COMM_WORLD);
        memset(tiles, 0, sizeof tiles);
        MPI_Recv(tiles, 1, every_second, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int t = 0; t < 6; t++)
            check(tiles[t].cells[2][1] == (t % 2 ? 0 : 100 * t + 9) && tiles[t].cells[0][0] == 0,
                  "back");
    } else {
        MPI_Recv(flat, 3, line, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int t = 0; t < 3; t++) {
            check(flat[t].label[0] == '0' + 2 * t && flat[t].label[1] == 0, "label");
            check(flat[t].cells[0] == 200 * t + 5 && flat[t].cells[1] == 200 * t + 6, "first row");
            check(flat[t].cells[2] == 200 * t + 9 && flat[t].cells[3] == 200 * t + 10,
                  "second row");
        }
        MPI_Send(flat, 3, line, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Type_free(&inner);
    MPI_Type_free(&raw);
    MPI_Type_free(&tile);
    MPI_Type_free(&every_second);
    MPI_Type_free(&line);
    MPI_Finalize();
    return 0;
}
