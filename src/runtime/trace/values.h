/* values.h: writes the arguments of a call by their role in the table of MPI (src/api/mpi.api).
 *
 * The wrappers hand every argument to ENTER before the call, and every output to LEAVE after it.
 * FORM_<role> is the form of an argument, and HOW_<role> the kind of names for its value; a role
 * that is missing here does not compile. */
#ifndef TUTTI_RUNTIME_TRACE_VALUES_H
#define TUTTI_RUNTIME_TRACE_VALUES_H

#include "runtime/trace/line.h"
#include "runtime/trace/names.h"
#include "runtime/weak.h"

#include <stdbool.h>

enum value_form {
    FORM_PLAIN,   /* a number or a handle; an output is a pointer to it */
    FORM_ADDRESS, /* memory whose address is shown, even if the call writes the memory */
    FORM_STRING,
    FORM_STATUS,
    FORM_PLACE, /* memory in which the call stores an address or attribute */
    FORM_RANGE, /* an array of three integers */
    FORM_HIDDEN,
};

/* How a value is shown: as a number, an address, names of bits, or a name of a kind (enum
 * name_kind). */
enum {
    HOW_NUMBER = -1,
    HOW_ADDRESS = -2,
    HOW_FLAGS = 256, /* plus the kind */
};

enum value_direction { VALUE_in, VALUE_out, VALUE_inout };

struct value {
    const char *name;
    intptr_t value; /* as the call has it: the value, or a pointer to it */
    int how;
    unsigned char form; /* enum value_form */
    unsigned char direction;
    bool array;
    unsigned short size; /* size of an element, if `value` points to elements; otherwise 0 */
    long length;         /* number of elements of the array; negative: unknown */
};

void value_enter(struct line *line, const struct value *value);
void value_leave(struct line *line, const struct value *value);
void value_result(struct line *line, int how, intptr_t result);

/* Do the same for a Fortran entry point: handles are converted first. */
void value_fortran_enter(struct line *line, const struct value *value);
void value_fortran_leave(struct line *line, const struct value *value);

/* Return the number of entries of an array, one for each process, peer or neighbour; -1 if the
 * communicator is not one that the program was given. */
long value_size(intptr_t comm);
long value_peers(intptr_t comm);
long value_indegree(intptr_t comm);
long value_outdegree(intptr_t comm);
long value_dimensions(intptr_t comm);
long value_sum(const int *numbers, long count);
bool value_at_root(intptr_t comm, int root);

#define ENTER(direction, array, role, name, argument, length)                          \
    VALUE_SHOW(value_enter, direction, array, FORM_##role, HOW_##role, name, argument, \
               VALUE_LENGTH_##direction(length))
#define LEAVE(direction, array, role, name, argument, length)                          \
    VALUE_SHOW(value_leave, direction, array, FORM_##role, HOW_##role, name, argument, \
               (length) == MPI_UNDEFINED ? 0 : (length))
/* A Fortran argument: a pointer to an INTEGER or to an address, or a procedure. */
#define FORTRAN(function, way, role, label, argument)              \
    function(&line, &(struct value){.name = (label),               \
                                    .value = (intptr_t)(argument), \
                                    .how = HOW_##role,             \
                                    .direction = VALUE_##way,      \
                                    .size = FORTRAN_SIZE(argument)})
#define FORTRAN_SIZE(argument) \
    _Generic((argument), MPI_Fint *: sizeof(MPI_Fint), MPI_Aint *: sizeof(MPI_Aint), default: 0)

/* The length of an output may depend on other outputs, so it is not used before the call. */
#define VALUE_LENGTH_in(length)    (length)
#define VALUE_LENGTH_inout(length) (length)
#define VALUE_LENGTH_out(length)   0

#define VALUE_SHOW(function, direction, array, form, how, name, argument, length) \
    VALUE_SHOW_(function, direction, array, form, how, name, argument, length)
#define VALUE_SHOW_(function, direction, array, form, how, name, argument, length)            \
    function(&line,                                                                           \
             &(struct value){name, (intptr_t)(argument), how, FORM_##form, VALUE_##direction, \
                             array, VALUE_SIZE_##form(direction, array, argument), length})

#define VALUE_SIZE_PLAIN(direction, array, argument)   VALUE_SIZE_##direction##_##array(argument)
#define VALUE_SIZE_RANGE(direction, array, argument)   0
#define VALUE_SIZE_ADDRESS(direction, array, argument) 0
#define VALUE_SIZE_STRING(direction, array, argument)  0
#define VALUE_SIZE_STATUS(direction, array, argument)  0
#define VALUE_SIZE_PLACE(direction, array, argument)   0
#define VALUE_SIZE_HIDDEN(direction, array, argument)  0
#define VALUE_SIZE_in_0(argument)                      0
#define VALUE_SIZE_in_1(argument)                      (sizeof *(argument))
#define VALUE_SIZE_out_0(argument)                     (sizeof *(argument))
#define VALUE_SIZE_out_1(argument)                     (sizeof *(argument))
#define VALUE_SIZE_inout_0(argument)                   (sizeof *(argument))
#define VALUE_SIZE_inout_1(argument)                   (sizeof *(argument))

#include "runtime/trace/roles.h"

#endif
