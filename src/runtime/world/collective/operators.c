#include "runtime/world/collective/operators.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/check/check.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/object.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* An operation that the program made, or that a reduction holds. */
struct operator
{
    MPI_Op handle;
    uintptr_t function; /* 0: not made by a call in C */
    int held;
    bool freed;
    struct operator* next;
};

static struct operator* operators;

static struct operator* operators_find(MPI_Op handle)
{
    struct operator* each = operators;
    while (each && each->handle != handle)
        each = each->next;
    return each;
}

static struct operator* operators_add(MPI_Op handle, uintptr_t function)
{
    struct operator* made = rank_memory(malloc(sizeof *made));
    *made = (struct operator){.handle = handle, .function = function, .next = operators };
    operators = made;
    return made;
}

static void operators_forget(struct operator* gone)
{
    struct operator** link = & operators;
    while (*link != gone)
        link = &(*link)->next;
    *link = gone->next;
    free(gone);
}

void operator_describe(MPI_Op op, char *text, size_t size)
{
    const char *name = check_op_name(op);
    const struct operator* known = operators_find(op);
    int commutes = 0;
    if (name) {
        snprintf(text, size, "%s", name);
        return;
    }
    NEXT(PMPI_Op_commutative)(op, &commutes);
    const char *kind = commutes ? "commutative" : "ordered";
    if (known && known->function)
        snprintf(text, size, "%s function %#jx", kind, (uintmax_t)known->function);
    else
        snprintf(text, size, "%s function", kind);
}

void operator_hold(MPI_Op op)
{
    struct operator* known = operators_find(op);
    if (!known)
        known = operators_add(op, 0);
    known->held++;
}

void operator_release(MPI_Op op)
{
    struct operator* known = operators_find(op);
    if (--known->held > 0)
        return;
    if (known->freed)
        NEXT(PMPI_Op_free)(&known->handle);
    if (known->freed || !known->function)
        operators_forget(known);
}

static int operator_note_created(const struct world_call *at, int result, const MPI_Op *op,
                                 uintptr_t function)
{
    if (result != MPI_SUCCESS)
        return errors_of_library(at, MPI_COMM_NULL, result);
    object_created(OBJECT_OP, (intptr_t)*op, at->site);
    operators_add(*op, function);
    return result;
}

int world_Op_create(const struct world_call *at, MPI_User_function *user_fn, int commute,
                    MPI_Op *op)
{
    return operator_note_created(at, NEXT(PMPI_Op_create)(user_fn, commute, op), op,
                                 (uintptr_t)user_fn);
}

int world_Op_create_c(const struct world_call *at, MPI_User_function_c *user_fn, int commute,
                      MPI_Op *op)
{
    return operator_note_created(at, NEXT(PMPI_Op_create_c)(user_fn, commute, op), op,
                                 (uintptr_t)user_fn);
}

int world_Op_free(const struct world_call *at, MPI_Op *op)
{
    struct operator* known = operators_find(*op);
    object_freed(OBJECT_OP, (intptr_t)*op, at->site);
    if (known && known->held > 0) {
        known->freed = true;
        *op = MPI_OP_NULL;
        return MPI_SUCCESS;
    }
    if (known)
        operators_forget(known);
    int result = NEXT(PMPI_Op_free)(op);
    return result == MPI_SUCCESS ? result : errors_of_library(at, MPI_COMM_NULL, result);
}
