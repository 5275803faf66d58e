/* life.c: calls that create and free datatypes, reported to their registry (datatype.h). */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/problem.h"

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

static int make_subarray(int ndims, const void *sizes, const void *subsizes, const void *starts,
                         bool wide, int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    if (wide)
        return NEXT(PMPI_Type_create_subarray_c)(ndims, sizes, subsizes, starts, order, oldtype,
                                                 newtype);
    return NEXT(PMPI_Type_create_subarray)(ndims, sizes, subsizes, starts, order, oldtype, newtype);
}

/* Checks the arguments: libraries accept a subarray that reaches outside the array. */
int world_Type_create_subarray(const struct world_call *at, int ndims,
                               struct numbers array_of_sizes, struct numbers array_of_subsizes,
                               struct numbers array_of_starts, int order, MPI_Datatype oldtype,
                               MPI_Datatype *newtype)
{
    for (int i = 0; i < ndims; i++) {
        int64_t size = numbers_at(array_of_sizes, i), part = numbers_at(array_of_subsizes, i);
        int64_t start = numbers_at(array_of_starts, i);
        if (part >= 1 && start >= 0 && part <= size && start <= size - part)
            continue;
        struct problem problem = {.at = at, .rule = "arg.other"};
        return problem_raise(
            &problem, MPI_COMM_NULL, MPI_ERR_ARG,
            "%s: in dimension %d, %lld elements from %lld on are not in an array of %lld", at->name,
            i, (long long)part, (long long)start, (long long)size);
    }
    int result = make_subarray(ndims, array_of_sizes.list, array_of_subsizes.list,
                               array_of_starts.list, array_of_sizes.wide, order, oldtype, newtype);
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

int world_Type_get_contents_c(const struct world_call *at, MPI_Datatype datatype,
                              MPI_Count max_integers, MPI_Count max_addresses,
                              MPI_Count max_large_counts, MPI_Count max_datatypes,
                              int array_of_integers[], MPI_Aint array_of_addresses[],
                              MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
    MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
    int combiner = 0;
    int result = NEXT(PMPI_Type_get_contents_c)(
        datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers,
        array_of_addresses, array_of_large_counts, array_of_datatypes);
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    NEXT(PMPI_Type_get_envelope_c)
    (datatype, &integers, &addresses, &counts, &types, &combiner);
    for (MPI_Count i = 0; i < types && i < max_datatypes; i++)
        datatype_obtained(array_of_datatypes[i], number_of_site(at));
    return result;
}
