/* test_mpi.c: ranks and sizes in communicators of an MPI that the test imitates: this process is
 * rank 2 of 5.
 */
#include "runtime/symbolic/abi.h"
#include "runtime/symbolic/segment.h"
#include "runtime/symbolic/start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those above */
#include <cmocka.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SELF = 2, MEMBERS = 5, EDGES = 1 };
enum { HALF = 1, HALF_AGAIN, REVERSED, DUPLICATE, INTER, SPAWNED, COMMUNICATORS };

unsigned char tutti_cover[4096] __attribute__((aligned(4096)));

int tutti_model_MPI_Comm_rank(MPI_Comm comm, int *rank);
int tutti_model_MPI_Comm_size(MPI_Comm comm, int *size);

/* Members by communicator; 0 is MPI_COMM_WORLD. Groups have the same numbers. */
static const struct {
    int size, members[MEMBERS];
} communicators[COMMUNICATORS] = {
    [0] = {5, {0, 1, 2, 3, 4}},         [HALF] = {3, {0, 4, 2}},
    [HALF_AGAIN] = {3, {0, 4, 2}},      [REVERSED] = {5, {4, 3, 2, 1, 0}},
    [DUPLICATE] = {5, {0, 1, 2, 3, 4}}, [INTER] = {2, {2, 3}},
    [SPAWNED] = {2, {2, -1}},
};
static int groups; /* that were not freed */

static int number_of(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD ? 0 : (int)comm;
}

#ifndef MPI_Comm_f2c /* a macro of older versions of MPICH */
MPI_Comm MPI_Comm_f2c(MPI_Fint comm)
{
    return (MPI_Comm)comm;
}
#endif

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = 0;
    while (communicators[number_of(comm)].members[*rank] != SELF)
        ++*rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = communicators[number_of(comm)].size;
    return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    *flag = number_of(comm) == INTER;
    return MPI_SUCCESS;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    *group = (MPI_Group)number_of(comm);
    groups++;
    return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    bool same = communicators[group1].size == communicators[group2].size &&
                memcmp(communicators[group1].members, communicators[group2].members,
                       sizeof communicators[0].members) == 0;
    *result = same ? MPI_IDENT : MPI_UNEQUAL;
    return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                              int ranks2[])
{
    assert_int_equal(group2, 0);
    for (int i = 0; i < n; i++) {
        int member = communicators[group1].members[ranks1[i]];
        ranks2[i] = member < 0 ? MPI_UNDEFINED : member;
    }
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group)
{
    *group = MPI_GROUP_NULL;
    groups--;
    return MPI_SUCCESS;
}

static struct symbolic_region *region;

static int open_segment(void **context)
{
    (void)context;
    size_t regions = SYMBOLIC_COVER + 4096, size = regions + MEMBERS * sizeof *region;
    char place[64];
    int file = memfd_create("segment", MFD_CLOEXEC);
    assert_true(file >= 0 && ftruncate(file, (off_t)size) == 0);
    struct symbolic_segment *segment =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    assert_ptr_not_equal(segment, MAP_FAILED);
    segment->magic = SYMBOLIC_MAGIC;
    segment->focus = SELF;
    segment->ranks = MEMBERS;
    segment->edges = EDGES;
    segment->regions = regions;
    snprintf(place, sizeof place, "%d:%d:%d", getpid(), file, EDGES);
    assert_true(start_map(place));
    tutti_symbolic_start(SELF);
    void *first = (char *)segment + regions;
    region = (struct symbolic_region *)first + SELF;
    return 0;
}

/* Returns the variable for the rank in a communicator; NULL: none. */
static const struct symbolic_variable *rank_in(int comm, int expected)
{
    int rank = -1;
    assert_int_equal(tutti_model_MPI_Comm_rank(comm ? (MPI_Comm)comm : MPI_COMM_WORLD, &rank),
                     MPI_SUCCESS);
    assert_int_equal(rank, expected);
    assert_int_equal(groups, 0);
    uint32_t id = tutti_symbolic_load(&rank, SYMBOLIC_I32, (uint32_t)rank);
    if (id == 0)
        return NULL;
    const struct symbolic_node *node = &region->nodes[id % SYMBOLIC_NODES];
    assert_int_equal(node->op, SYMBOLIC_VARIABLE);
    assert_int_equal(node->value, rank);
    return &region->variables[node->a];
}

static void test_world(void **context)
{
    (void)context;
    const struct symbolic_variable *rank = rank_in(0, 2);
    assert_int_equal(rank->kind, SYMBOLIC_RANK);
    assert_int_equal(rank->value, 2);
    assert_ptr_equal(rank_in(DUPLICATE, 2), rank); /* the same processes in the same order */
    assert_int_equal(region->communicator_count, 0);
}

static void test_size(void **context)
{
    (void)context;
    int size = 0;
    tutti_model_MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint32_t id = tutti_symbolic_load(&size, SYMBOLIC_I32, 5);
    assert_int_not_equal(id, 0);
    assert_int_equal(region->variables[region->nodes[id % SYMBOLIC_NODES].a].kind, SYMBOLIC_SIZE);
    tutti_model_MPI_Comm_size(HALF, &size); /* which no input decides */
    assert_int_equal(size, 3);
    assert_int_equal(tutti_symbolic_load(&size, SYMBOLIC_I32, 3), 0);
}

static void test_local_ranks(void **context)
{
    (void)context;
    const struct symbolic_variable *half = rank_in(HALF, 2), *reversed = rank_in(REVERSED, 2);
    assert_int_equal(half->kind, SYMBOLIC_LOCAL_RANK);
    assert_int_equal(half->upper, 2);
    const struct symbolic_communicator *known = &region->communicators[half->source];
    assert_int_equal(known->size, 3); /* table II of the paper */
    assert_int_equal(region->members[known->first + 1], 4);
    assert_int_equal(region->members[known->first + 2], 2);
    assert_ptr_equal(rank_in(HALF_AGAIN, 2), half);
    assert_int_equal(reversed->kind, SYMBOLIC_LOCAL_RANK);
    assert_int_not_equal(reversed->source, half->source);
}

static void test_left_alone(void **context)
{
    (void)context;
    uint32_t before = region->communicator_count;
    assert_null(rank_in(INTER, 0));
    assert_null(rank_in(SPAWNED, 0)); /* a member is not in MPI_COMM_WORLD */
    assert_int_equal(region->communicator_count, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_world),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_local_ranks),
        cmocka_unit_test(test_left_alone),
    };
    return cmocka_run_group_tests(tests, open_segment, NULL);
}
