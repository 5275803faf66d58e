/* The 29th of February, and the right rule for leap years.
 * ranks: 2
 * expect: clean
 * seed: 2024 5 3
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
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (year >= 1600 && month >= 1 && month <= 12 && day >= 1 && day <= days(month, leap))
        if (month == 2 && day == 29)
            assert(year % 100 != 0 || year % 400 == 0);
    MPI_Finalize();
    return 0;
}
