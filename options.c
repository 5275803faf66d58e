#include <getopt.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"size", required_argument, NULL, 's'}, {"quiet", no_argument, NULL, 'q'}, {0}};
    int option, size = 1, quiet = 0, sum = 0;
    MPI_Init(&argc, &argv);
    while ((option = getopt_long(argc, argv, "s:l:", options, NULL)) != -1)
        if (option == 's')
            size = atoi(optarg);
        else if (option == 'q')
            quiet = 1;
        else if (option == 'l')
            for (char *word = strtok(optarg, ","); word; word = strtok(NULL, ","))
                sum += (int)strtol(word, NULL, 0);
    if (sum == 1000 && quiet && size == 77)
        abort();
    MPI_Finalize();
    return 0;
}
