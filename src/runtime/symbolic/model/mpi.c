/* mpi.c: models functions that return ranks and sizes (paper, III-A, III-D).
 *
 * The rank in MPI_COMM_WORLD and its size are variables. So is the rank in any other communicator.
 * Its members are recorded, so that the command finds the process with another local rank. Two
 * communicators with the same members in the same order count as one, whatever their handles are.
 * Intercommunicators, and communicators with processes outside MPI_COMM_WORLD, are not modelled. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/variables.h"

#include <mpi.h>
#include <string.h>

/* The dynamic linker knows the model under a second name, so that a guest between the program and
 * MPI can recognise a call from a model (runtime/library.h). The program's code calls the first
 * name, as a hidden symbol. */
#define MODEL_OF_MPI(name)                       \
    MODEL_OF(name);                              \
    extern __attribute__((visibility("default"), \
                          alias("tutti_model_" #name))) __typeof__(name) tutti_frame_##name

MODEL_OF_MPI(MPI_Comm_rank);
MODEL_OF_MPI(MPI_Comm_size);

/* For Fortran: only Fortran programs have them. */
extern __attribute__((weak)) void mpi_comm_rank_(MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *error);
extern __attribute__((weak)) void mpi_comm_size_(MPI_Fint *comm, MPI_Fint *size, MPI_Fint *error);
MODEL_OF_MPI(mpi_comm_rank_);
MODEL_OF_MPI(mpi_comm_size_);

enum { WORLD = -1, UNKNOWN = -2 };

/* Finds the members' ranks in MPI_COMM_WORLD; returns false if one has none. */
static bool mpi_translate(MPI_Group group, MPI_Group world, int size, uint16_t *members)
{
    for (int i = 0; i < size; i++) {
        int rank = MPI_UNDEFINED;
        if (MPI_Group_translate_ranks(group, 1, &i, world, &rank) != MPI_SUCCESS || rank < 0 ||
            rank > UINT16_MAX)
            return false;
        members[i] = (uint16_t)rank;
    }
    return true;
}

/* Returns the number of the communicator with these members. */
static int mpi_number_of(uint32_t size, const uint16_t *members)
{
    struct symbolic_region *region = state.region;
    for (uint32_t i = 0; i < region->communicator_count; i++) {
        const struct symbolic_communicator *known = &region->communicators[i];
        if (known->size == size &&
            memcmp(region->members + known->first, members, size * sizeof *members) == 0)
            return (int)i;
    }
    if (region->communicator_count == SYMBOLIC_COMMUNICATORS ||
        size > SYMBOLIC_MEMBERS - region->member_count) {
        region->full = 1;
        return UNKNOWN;
    }
    memcpy(region->members + region->member_count, members, size * sizeof *members);
    region->communicators[region->communicator_count] =
        (struct symbolic_communicator){.size = size, .first = region->member_count};
    region->member_count += size;
    return (int)region->communicator_count++;
}

static int identify_groups(MPI_Group group, MPI_Group world, int size)
{
    int order = MPI_UNEQUAL, number = UNKNOWN;
    if (MPI_Group_compare(group, world, &order) == MPI_SUCCESS && order == MPI_IDENT)
        return WORLD;
    uint16_t *members = memory_map((size_t)size * sizeof *members);
    if (!members)
        return UNKNOWN;
    if (mpi_translate(group, world, size, members) && state_enter()) {
        number = mpi_number_of((uint32_t)size, members);
        state_leave();
    }
    memory_unmap(members, (size_t)size * sizeof *members);
    return number;
}

/* Returns the number of the communicator; WORLD if it has the same members in the same order. Not
 * inside state_enter(), because it calls MPI. */
static int model_mpi_identify(MPI_Comm comm, int size)
{
    int inter = 1, number = UNKNOWN;
    MPI_Group group, world;
    if (comm == MPI_COMM_WORLD)
        return WORLD;
    if (size < 2 || MPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter)
        return UNKNOWN;
    if (MPI_Comm_group(comm, &group) != MPI_SUCCESS)
        return UNKNOWN;
    if (MPI_Comm_group(MPI_COMM_WORLD, &world) == MPI_SUCCESS) {
        number = identify_groups(group, world, size);
        MPI_Group_free(&world);
    }
    MPI_Group_free(&group);
    return number;
}

/* Records the rank of this process in the communicator, as MPI returned it. */
static void note_rank(MPI_Comm comm, int *rank)
{
    int size = 0;
    if (MPI_Comm_size(comm, &size) != MPI_SUCCESS)
        return;
    int number = model_mpi_identify(comm, size);
    if (!state_enter())
        return;
    uint32_t value = (uint32_t)*rank;
    uint32_t id = number == WORLD ? variable_rank(value)
                  : number >= 0   ? variable_local_rank((uint32_t)number, (uint32_t)size, value)
                                  : 0;
    shadow_store(rank, SYMBOLIC_I32, id, value);
    state_leave();
}

static void note_size(MPI_Comm comm, int *size)
{
    int number = model_mpi_identify(comm, *size);
    if (!state_enter())
        return;
    uint32_t id = number == WORLD ? variable_size((uint32_t)*size) : 0;
    shadow_store(size, SYMBOLIC_I32, id, (uint32_t)*size);
    state_leave();
}

int tutti_model_MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    int result = MPI_Comm_rank(comm, rank);
    tutti_symbolic_result = 0;
    if (result == MPI_SUCCESS)
        note_rank(comm, rank);
    return result;
}

int tutti_model_MPI_Comm_size(MPI_Comm comm, int *size)
{
    int result = MPI_Comm_size(comm, size);
    tutti_symbolic_result = 0;
    if (result == MPI_SUCCESS)
        note_size(comm, size);
    return result;
}

/* A communicator as C has it. MPICH's Fortran handles are its C handles, and its libraries before
 * version 5 have no function for it. */
static MPI_Comm mpi_of_fortran(MPI_Fint comm)
{
#ifdef TUTTI_FAMILY_MPICH
    return comm;
#else
    return MPI_Comm_f2c(comm);
#endif
}

void tutti_model_mpi_comm_rank_(MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *error)
{
    mpi_comm_rank_(comm, rank, error);
    if (*error == MPI_SUCCESS)
        note_rank(mpi_of_fortran(*comm), rank);
}

void tutti_model_mpi_comm_size_(MPI_Fint *comm, MPI_Fint *size, MPI_Fint *error)
{
    mpi_comm_size_(comm, size, error);
    if (*error == MPI_SUCCESS)
        note_size(mpi_of_fortran(*comm), size);
}
