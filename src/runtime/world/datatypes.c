/* datatypes.c: what happens to datatypes, told to their registry (datatype.h). */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype.h"
#include "runtime/world/errors.h"
#include "runtime/world/problem.h"

static uint64_t site_of(const struct world_call *at)
{
    return (uint64_t)(uintptr_t)at->site;
}

int world_Type_dup(const struct world_call *at, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int result = NEXT(PMPI_Type_dup)(oldtype, newtype);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    datatype_duplicated(*newtype, oldtype, site_of(at));
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
    if (!datatype_freed(*datatype, site_of(at))) {
        *datatype = MPI_DATATYPE_NULL; /* operations hold it: the last one frees it */
        return MPI_SUCCESS;
    }
    int result = NEXT(PMPI_Type_free)(datatype);
    return result == MPI_SUCCESS ? result : errors_of_library(at, MPI_COMM_NULL, result);
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
        datatype_obtained(array_of_datatypes[i], site_of(at));
    return result;
}
