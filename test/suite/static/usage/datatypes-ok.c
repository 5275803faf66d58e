/* Types that fit although they have another name: bytes, packed data, derived types, pairs.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

struct point {
    double x, y;
    int id;
};

int main(void)
{
    int rank, numbers[4] = {0}, lengths[2] = {2, 1};
    int64_t large = 1;
    unsigned char bytes[8] = {0};
    struct point points[3] = {{0, 0, 0}};
    struct {
        double value;
        int at;
    } in = {1, 0}, out;
    MPI_Aint places[2] = {offsetof(struct point, x), offsetof(struct point, id)};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, raw, point;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, lengths, places, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct point), &point);
    MPI_Type_commit(&point);
    MPI_Bcast(points, 3, point, 0, MPI_COMM_WORLD);
    MPI_Bcast(&points[0].x, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(points, sizeof points, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 4, MPI_INT32_T, 0, MPI_COMM_WORLD);
    MPI_Bcast(&large, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 8, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Type_free(&point);
    MPI_Type_free(&raw);
    if (rank + numbers[0] + (int)large + bytes[0] + out.at < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
