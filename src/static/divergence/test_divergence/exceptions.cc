/* Ways that exceptions take. */
#include "static/divergence/test_divergence/cases.h"

struct failure {
    int code;
};
struct input_failure : failure {
};

[[noreturn]] void fail()
{
    throw 1;
}

static void throw_on_one(int rank)
{
    if (rank == 1) // diverges
        throw 1;
}

/* This skips nothing, or ends the program. */
static void throw_harmlessly(int rank)
{
    if (rank == 1)
        throw 1;
}

void leads_around()
{
    RANK;
    try {
        throw_on_one(rank);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

void is_caught_before()
{
    RANK;
    try {
        throw_harmlessly(rank);
    } catch (int) {
    }
    MPI_Barrier(WORLD);
}

void tries_until_it_works()
{
    RANK;
    for (bool done = false; !done; rank++) {
        try {
            throw_harmlessly(rank);
            done = true;
        } catch (int) {
        }
    }
    MPI_Barrier(WORLD);
}

void nobody_catches()
{
    RANK;
    throw_harmlessly(rank);
    MPI_Barrier(WORLD);
}

void another_type_is_caught()
{
    RANK;
    try {
        throw_harmlessly(rank);
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

void another_type_is_caught_in_one_function()
{
    RANK;
    try {
        if (rank == 1)
            throw 1;
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

static void throw_one_or_the_other(int rank, int size)
{
    if (rank == 1)
        throw 1;
    if (size == 5)
        throw input_failure();
}

void one_of_two_is_caught()
{
    RANK;
    SIZE;
    try {
        throw_one_or_the_other(rank, size);
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

void one_of_two_is_caught_in_one_function()
{
    RANK;
    SIZE;
    try {
        if (rank == 1)
            throw 1;
        if (size == 5)
            throw input_failure();
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

void handler_is_never_reached()
{
    RANK;
    try {
        throw_harmlessly(rank);
    } catch (const failure &) {
        if (rank == 0)
            MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_another(int rank)
{
    try {
        if (rank == 7) // diverges
            throw 7;
    } catch (int) {
        throw input_failure();
    }
}

static void throw_another_harmlessly(int rank)
{
    try {
        throw_harmlessly(rank);
    } catch (int) {
        throw input_failure();
    }
}

void catches_the_other()
{
    RANK;
    try {
        throw_another(rank);
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

void catches_not_the_other()
{
    RANK;
    try {
        throw_another_harmlessly(rank);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

void handler_aborts()
{
    RANK;
    try {
        throw_harmlessly(rank);
        MPI_Barrier(WORLD);
    } catch (...) {
        MPI_Abort(WORLD, 1);
    }
}

void handler_makes_up_for_it()
{
    RANK;
    try {
        throw_harmlessly(rank);
        MPI_Barrier(WORLD);
    } catch (...) {
        MPI_Barrier(WORLD);
    }
}

static void must_not_throw(int rank) noexcept
{
    throw_harmlessly(rank);
}

void terminates()
{
    RANK;
    try {
        must_not_throw(rank);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_on(int value, int wanted)
{
    if (value == wanted)
        throw 1;
}

void all_throw_alike()
{
    SIZE;
    try {
        throw_on(size, 4);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_if_strict(int rank, bool strict)
{
    if (strict && rank == 1)
        throw 1;
}

void is_never_strict()
{
    RANK;
    try {
        throw_if_strict(rank, false);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_on_one_and_all(int rank, int size)
{
    if (rank == 1 && size > 3) // diverges
        throw 1;
}

void first_condition_differs()
{
    RANK;
    SIZE;
    try {
        throw_on_one_and_all(rank, size);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_if_wrong()
{
    if (outside()) // unproved
        throw 1;
}

void nobody_knows()
{
    try {
        throw_if_wrong();
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

/* It is not known to throw on any rank: no warning. */
static void throw_if_wrong_on_one(int rank)
{
    if (rank == 0) {   // unproved
        if (outside()) // unproved
            throw 1;
    }
}

void nobody_knows_of_one()
{
    RANK;
    try {
        throw_if_wrong_on_one(rank);
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

static void throw_if(int wrong)
{
    if (wrong) // unproved
        throw 1;
}

void pair_may_throw(int *data)
{
    RANK;
    try {
        if (rank == 0) {
            throw_if(outside());
            MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
        }
        if (rank != 0)
            MPI_Bcast(data, 1, MPI_INT, 0, WORLD);
    } catch (int) {
    }
}

void loop_may_throw()
{
    RANK;
    try {
        for (int i = rank; i < 10; i += 3) {
            if (outside()) // unproved
                throw 1;
        }
        MPI_Barrier(WORLD);
    } catch (int) {
    }
}

void in_one_function()
{
    RANK;
    try {
        if (rank == 2) // diverges
            throw failure{2};
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

void two_conditions_in_one_function()
{
    RANK;
    SIZE;
    try {
        if (rank == 2 && size > 5) // diverges
            throw input_failure();
        MPI_Barrier(WORLD);
    } catch (const failure &) {
    }
}

static void throw_again(int rank)
{
    try {
        if (rank == 3) // diverges
            throw input_failure();
    } catch (const failure &) {
        puts("again");
        throw;
    }
}

void catches_what_is_thrown_again()
{
    RANK;
    try {
        throw_again(rank);
        MPI_Barrier(WORLD);
    } catch (const input_failure &) {
    }
}

static void pass(int rank)
{
    if (rank == 4) // diverges
        fail();
    MPI_Barrier(WORLD);
}

void passes_a_collective()
{
    RANK;
    try {
        pass(rank);
    } catch (int) {
    }
}

void handler_diverges()
{
    RANK;
    try {
        fail();
    } catch (int) {
        if (rank == 0) // diverges
            MPI_Barrier(WORLD);
    }
    if (rank == 1) // diverges
        MPI_Barrier(WORLD);
}

struct phase {
    ~phase()
    {
        MPI_Barrier(WORLD);
    }
};

static void clean_up(int rank)
{
    phase phase;

    throw_on(rank, 5);
}

void destructor_is_passed_by_all()
{
    RANK;
    try {
        clean_up(rank);
    } catch (int) {
    }
}

static void throw_here_only(int rank)
{
    if (rank == 6) // diverges
        throw 1;
}

static void on_any(MPI_Comm comm, int rank)
{
    try {
        throw_here_only(rank);
        MPI_Barrier(comm);
    } catch (int) {
    }
}

void callers_decide()
{
    RANK;
    on_any(MPI_COMM_SELF, rank);
    on_any(WORLD, 0);
    on_any(WORLD, rank);
}
