/* The 29th of February of a year that is divided by 100.
 * ranks: 2
 * expect: assert
 * seed: 2024 5 3
 * fails: 1900 2 29
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int days(int month, int leap)
{
    switch (month) {
    case 2:
        return leap ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int year = argc > 3 ? atoi(argv[1]) : 2000;
    int month = argc > 3 ? atoi(argv[2]) : 1;
    int day = argc > 3 ? atoi(argv[3]) : 1;
    int leap = year % 4 == 0; /* and this is the error */
    if (year >= 1600 && month >= 1 && month <= 12 && day >= 1 && day <= days(month, leap))
        if (month == 2 && day == 29)
            assert(year % 100 != 0 || year % 400 == 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
