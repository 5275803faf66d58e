#include "runtime/guard/known.h"

#include "runtime/next.h"

atomic_uint known_age = 1;
__thread struct known_comm known_last_comm __attribute__((tls_model("initial-exec")));
__thread struct known_type known_last_type __attribute__((tls_model("initial-exec")));

const struct known_comm *known_ask_comm(MPI_Comm comm)
{
    struct known_comm known = {.comm = comm, .size = 1, .peers = 1};
    int inter = 0;
    known.age = atomic_load_explicit(&known_age, memory_order_relaxed);
    NEXT(PMPI_Comm_test_inter)(comm, &inter);
    NEXT(PMPI_Comm_rank)(comm, &known.rank);
    NEXT(PMPI_Comm_size)(comm, &known.size);
    known.inter = inter != 0;
    known.peers = known.size;
    if (inter)
        NEXT(PMPI_Comm_remote_size)(comm, &known.peers);
    known_last_comm = known;
    return &known_last_comm;
}

const struct known_type *known_ask_type(MPI_Datatype type)
{
    struct known_type known = {.type = type};
    MPI_Aint lower;
    known.age = atomic_load_explicit(&known_age, memory_order_relaxed);
    if (type == MPI_DATATYPE_NULL || NEXT(PMPI_Type_size_x)(type, &known.size) != MPI_SUCCESS ||
        NEXT(PMPI_Type_get_extent)(type, &lower, &known.extent) != MPI_SUCCESS)
        known.size = known.extent = 0;
    known_last_type = known;
    return &known_last_type;
}

void known_forget(void)
{
    atomic_fetch_add(&known_age, 1);
}
