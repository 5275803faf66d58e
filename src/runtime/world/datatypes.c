/* datatypes.c: what happens to datatypes, told to their registry (datatype.h). */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype.h"
#include "runtime/world/errors.h"
#include "runtime/world/problem.h"

static uint64_t number_of_site(const struct world_call *at)
{
    return (uint64_t)(uintptr_t)at->site;
}

int world_Type_dup(const struct world_call *at, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int result = NEXT(PMPI_Type_dup)(oldtype, newtype);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    datatype_duplicated(*newtype, oldtype, number_of_site(at));
    return result;
}

int world_Type_commit(const struct world_call *at, MPI_Datatype *datatype)
{
    int result = NEXT(PMPI_Type_commit)(datatype);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    datatype_committed(*datatype);
    return result;
}

int world_Type_free(const struct world_call *at, MPI_Datatype *datatype)
{
    if (datatype_life(*datatype).predefined) {
        struct problem problem = {.at = at, .rule = "arg.datatype"};
        return problem_raise(&problem, MPI_COMM_NULL, MPI_ERR_TYPE,
                             "%s: a predefined datatype cannot be freed", at->name);
    }
    if (!datatype_freed(*datatype, number_of_site(at))) {
        *datatype = MPI_DATATYPE_NULL; /* operations hold it: the last one frees it */
        return MPI_SUCCESS;
    }
    int result = NEXT(PMPI_Type_free)(datatype);
    return result == MPI_SUCCESS ? result : errors_of_library(at, MPI_COMM_NULL, result);
}

/* Libraries let a part that reaches outside the array pass. */
int world_Type_create_subarray(const struct world_call *at, int ndims, const int array_of_sizes[],
                               const int array_of_subsizes[], const int array_of_starts[],
                               int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    for (int i = 0; i < ndims; i++) {
        int size = array_of_sizes[i], part = array_of_subsizes[i], start = array_of_starts[i];
        if (part >= 1 && start >= 0 && part <= size && start <= size - part)
            continue;
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(
            &problem, MPI_COMM_NULL, MPI_ERR_ARG,
            "%s: in dimension %d, %d elements from %d on are not in an array of %d", at->name, i,
            part, start, size);
    }
    int result = NEXT(PMPI_Type_create_subarray)(ndims, array_of_sizes, array_of_subsizes,
                                                 array_of_starts, order, oldtype, newtype);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    datatype_created(*newtype, number_of_site(at));
    return result;
}

int world_Type_get_contents(const struct world_call *at, MPI_Datatype datatype, int max_integers,
                            int max_addresses, int max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    int result =
        NEXT(PMPI_Type_get_contents)(datatype, max_integers, max_addresses, max_datatypes,
                                     array_of_integers, array_of_addresses, array_of_datatypes);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    NEXT(PMPI_Type_get_envelope)(datatype, &integers, &addresses, &types, &combiner);
    for (int i = 0; i < types && i < max_datatypes; i++)
        datatype_obtained(array_of_datatypes[i], number_of_site(at));
    return result;
}
