// Cases in C++: exceptions, members, containers; see requests/requests.c.
#include <mpi.h>

#include <complex>
#include <cstdio>
#include <vector>

void may_throw();

class Exchange
{
  public:
    void start(double *data)
    {
        MPI_Isend(data, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request_);
    }
    void end()
    {
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

  private:
    MPI_Request request_;
};

void members_ok(double *data)
{
    Exchange exchange;
    exchange.start(data);
    exchange.end();
}

void lost(double *data)
{
    std::vector<int> memory(10);
    MPI_Request request;
    MPI_Isend(data, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request); // warn: request.missing-wait
    may_throw();
}

void thrown_ok(double *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
    try {
        may_throw();
    } catch (...) {
        std::printf("caught\n");
        return;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void container_ok(std::vector<double> &data, int n)
{
    std::vector<MPI_Request> requests(n);
    for (int i = 0; i < n; i++)
        MPI_Isend(&data[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
}

void complex_ok()
{
    std::complex<double> z[2];
    MPI_Send(z, 2, MPI_CXX_DOUBLE_COMPLEX, 0, 0, MPI_COMM_WORLD);
    MPI_Send(z, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}

template <typename T> void send(T value, MPI_Datatype type)
{
    MPI_Send(&value, 1, type, 0, 0, MPI_COMM_WORLD);
}

void templates_ok()
{
    send(1, MPI_INT);
    send(1.0, MPI_DOUBLE);
}

void raced()
{
    int value = 1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    value = 2; // warn: race.buffer
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
