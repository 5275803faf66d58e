/* 64 paths, most of them with an end of their own: nearly every test of a search covers something
 * that no other does. Three of them are wrong. A test takes a while, so that there is time to
 * interrupt the search. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define END(n)                 \
    case n:                    \
        printf("end %d\n", n); \
        break
#define ENDS(n)   \
    END(n);       \
    END((n) + 1); \
    END((n) + 2); \
    END((n) + 3)

int main(int argc, char **argv)
{
    int bits = 0, value;
    MPI_Init(&argc, &argv);
    if (argc < 7) {
        MPI_Finalize();
        return 0;
    }
    if (atoi(argv[1]) == 11)
        bits += 1;
    if (atoi(argv[2]) == 12)
        bits += 2;
    if (atoi(argv[3]) == 13)
        bits += 4;
    if (atoi(argv[4]) == 14)
        bits += 8;
    if (atoi(argv[5]) == 15)
        bits += 16;
    if (atoi(argv[6]) == 16)
        bits += 32;
    usleep(20000);
    switch (bits) {
    case 21:
        abort(); /* HERE crash.signal */
    case 42:
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
        break;
    case 63:
        MPI_Abort(MPI_COMM_WORLD, 3); /* HERE crash.abort */
        ENDS(0);
        ENDS(4);
        ENDS(8);
        ENDS(12);
        ENDS(16);
        ENDS(24);
        ENDS(28);
        ENDS(32);
        ENDS(36);
        ENDS(44);
        ENDS(48);
        ENDS(52);
        ENDS(56);
    default:
        puts("the rest");
    }
    MPI_Finalize();
    return 0;
}
