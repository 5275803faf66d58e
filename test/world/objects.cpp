// objects.cpp: an object made before main(), and its end.
#include <iostream>
#include <mpi.h>
#include <stdexcept>
#include <string>

struct Speaker {
    int made = 1;
    ~Speaker()
    {
        std::cout << "ended " << made << std::endl;
    }
};

static Speaker speaker;

int main(int count, char **words)
{
    int rank;
    speaker.made++;
    if (count > 1 && std::string(words[1]) == "throw")
        throw std::runtime_error("thrown"); // thrown
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::cout << "rank " << rank << " of " << words[1] << "\n";
    MPI_Finalize();
}
