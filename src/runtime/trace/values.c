#include "runtime/trace/values.h"

#include "runtime/next.h"

#include <string.h>

static void write_named(struct line *line, int how, intptr_t value)
{
    const char *name = name_of_constant((enum name_kind)how, value);
    if (name) {
        line_text(line, name);
        return;
    }
    if (how > NAME_LAST_HANDLE) {
        if (how == NAME_address || how == NAME_status)
            line_hex(line, (uint64_t)value);
        else
            line_number(line, value);
        return;
    }
    uint32_t number = name_number((enum name_kind)how, value);
    if (!number) {
        line_hex(line, (uint64_t)value);
        return;
    }
    line_text(line, name_of_kind((enum name_kind)how));
    line_text(line, "#");
    line_number(line, number);
}

static void write_flags(struct line *line, enum name_kind kind, intptr_t value)
{
    const char *separator = "";
    if (value == 0)
        line_number(line, 0);
    for (const char *name; (name = name_of_flag(kind, &value)); separator = "|") {
        line_text(line, separator);
        line_text(line, name);
    }
    if (value != 0) {
        line_text(line, separator);
        line_hex(line, (uint64_t)value);
    }
}

static void write_plain(struct line *line, int how, intptr_t value)
{
    if (how == HOW_NUMBER)
        line_number(line, value);
    else if (how == HOW_ADDRESS)
        line_hex(line, (uint64_t)value);
    else if (how >= HOW_FLAGS)
        write_flags(line, (enum name_kind)(how - HOW_FLAGS), value);
    else
        write_named(line, how, value);
}

/* Returns an element of an array, or the value that a pointer points to. All of MPI's types for
 * these are signed integers or pointers. */
static intptr_t values_element(const struct value *value, long index)
{
    const char *at = (const char *)value->value + (size_t)index * value->size;
    if (value->size == sizeof(int64_t)) {
        int64_t wide;
        memcpy(&wide, at, sizeof wide);
        return (intptr_t)wide;
    }
    int32_t narrow;
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

/* Ends a list of which only the first elements are shown. */
static void close_list(struct line *line, long length)
{
    if (length > LINE_LIST_MAX) {
        line_next(line);
        line_text(line, "...");
    }
    line_close(line, ']');
}

static void write_elements(struct line *line, const struct value *value)
{
    line_open(line, '[');
    for (long i = 0; i < value->length && i < LINE_LIST_MAX; i++) {
        line_next(line);
        write_plain(line, value->how, values_element(value, i));
    }
    close_list(line, value->length);
}

static void write_status(struct line *line, const MPI_Status *status)
{
    line_text(line, "{source=");
    write_named(line, NAME_rank, status->MPI_SOURCE);
    line_text(line, ",tag=");
    write_named(line, NAME_tag, status->MPI_TAG);
    line_text(line, "}");
}

static void write_statuses(struct line *line, const struct value *value)
{
    const MPI_Status *statuses = (const MPI_Status *)value->value;
    if (name_of_constant(NAME_status, value->value) || !statuses) {
        write_named(line, NAME_status, value->value);
    } else if (!value->array) {
        write_status(line, statuses);
    } else {
        line_open(line, '[');
        for (long i = 0; i < value->length && i < LINE_LIST_MAX; i++) {
            line_next(line);
            write_status(line, &statuses[i]);
        }
        close_list(line, value->length);
    }
}

static void write_string(struct line *line, const struct value *value)
{
    const char *string = (const char *)value->value;
    if (!string) {
        line_hex(line, 0);
        return;
    }
    bool bounded = value->array && value->length >= 0;
    line_string(line, string, bounded ? strnlen(string, (size_t)value->length) : strlen(string));
}

static void write_ranges(struct line *line, const struct value *value)
{
    const int *numbers = (const int *)value->value;
    line_open(line, '[');
    for (long i = 0; i < value->length && i < LINE_LIST_MAX; i++) {
        line_next(line);
        line_open(line, '[');
        for (int j = 0; j < 3; j++) {
            line_next(line);
            line_number(line, numbers[3 * i + j]);
        }
        line_close(line, ']');
    }
    close_list(line, value->length);
}

/* Writes what the argument points to. An array of unknown length, a constant such as MPI_UNWEIGHTED
 * in place of an array, and a null pointer are shown as they are. */
static void write_pointed(struct line *line, const struct value *value)
{
    if (value->how == NAME_weights && name_of_constant(NAME_weights, value->value))
        write_named(line, NAME_weights, value->value);
    else if (!value->value || (value->array && value->length < 0))
        line_hex(line, (uint64_t)value->value);
    else if (value->array)
        write_elements(line, value);
    else
        write_plain(line, value->how, values_element(value, 0));
}

static void write_value(struct line *line, const struct value *value)
{
    line_name(line, value->name);
    switch ((enum value_form)value->form) {
    case FORM_PLAIN:
        if (value->size > 0)
            write_pointed(line, value);
        else
            write_plain(line, value->how, value->value);
        break;
    case FORM_ADDRESS:
        write_plain(line, value->how, value->value);
        break;
    case FORM_STRING:
        write_string(line, value);
        break;
    case FORM_STATUS:
        write_statuses(line, value);
        break;
    case FORM_PLACE:
        write_plain(line, value->how, value->value ? *(const intptr_t *)value->value : 0);
        break;
    case FORM_RANGE:
        write_ranges(line, value);
        break;
    case FORM_HIDDEN:
        break;
    }
}

void value_enter(struct line *line, const struct value *value)
{
    bool input = value->direction != VALUE_out && value->form != FORM_PLACE;
    if ((input || value->form == FORM_ADDRESS) && value->form != FORM_HIDDEN)
        write_value(line, value);
}

static bool is_handle(const struct value *value)
{
    return value->form == FORM_PLAIN && value->how >= 0 && value->how <= NAME_LAST_HANDLE;
}

void value_leave(struct line *line, const struct value *value)
{
    if (value->form == FORM_ADDRESS || value->form == FORM_HIDDEN)
        return;
    if (value->direction == VALUE_out && is_handle(value) && value->value) {
        long count = value->array ? value->length : 1;
        for (long i = 0; i < count; i++)
            if (!name_of_constant((enum name_kind)value->how, values_element(value, i)))
                name_assign((enum name_kind)value->how, values_element(value, i));
    }
    write_value(line, value);
}

/* Writes the result of a call. An error code that is not a constant is one of the library's own,
 * and its class is shown instead. */
void value_result(struct line *line, int how, intptr_t result)
{
    int class;
    if (how == NAME_error && !name_of_constant(NAME_error, result) &&
        NEXT(PMPI_Error_class)((int)result, &class) == MPI_SUCCESS)
        result = class;
    write_plain(line, how, result);
}

/* Returns a handle in the form that C has. MPICH's Fortran handles are its C handles, and older
 * libraries of MPICH have no functions to convert them. */
static intptr_t handle_from_fortran(int how, MPI_Fint handle)
{
#ifdef TUTTI_FAMILY_MPICH
    (void)how;
    return (intptr_t)handle;
#else
    switch (how) {
    case NAME_comm:
        return (intptr_t)NEXT(PMPI_Comm_f2c)(handle);
    case NAME_datatype:
        return (intptr_t)NEXT(PMPI_Type_f2c)(handle);
    case NAME_win:
        return (intptr_t)NEXT(PMPI_Win_f2c)(handle);
    case NAME_errhandler:
        return (intptr_t)NEXT(PMPI_Errhandler_f2c)(handle);
    default:
        return (intptr_t)handle;
    }
#endif
}

/* Returns the value itself in place of a pointer to it. */
static struct value fortran_value(const struct value *value)
{
    struct value plain = *value;
    plain.form = FORM_PLAIN;
    plain.size = 0;
    if (value->size > 0 && value->value)
        plain.value = values_element(value, 0);
    if (value->size > 0 && value->how >= 0 && value->how <= NAME_LAST_HANDLE)
        plain.value = handle_from_fortran(value->how, (MPI_Fint)plain.value);
    return plain;
}

void value_fortran_enter(struct line *line, const struct value *value)
{
    struct value plain = fortran_value(value);
    write_value(line, &plain);
}

void value_fortran_leave(struct line *line, const struct value *value)
{
    struct value plain = fortran_value(value);
    if (is_handle(&plain) && !name_of_constant((enum name_kind)plain.how, plain.value))
        name_assign((enum name_kind)plain.how, plain.value);
    write_value(line, &plain);
}

static bool values_is_known(intptr_t comm)
{
    const char *name = name_of_constant(NAME_comm, comm);
    return name ? comm != (intptr_t)MPI_COMM_NULL : name_number(NAME_comm, comm) != 0;
}

/* The MPI library is asked only about communicators that it gave to the program. */
#define ASK(function, ...) NEXT(function)((MPI_Comm)comm, __VA_ARGS__)

long value_size(intptr_t comm)
{
    int size;
    return values_is_known(comm) && ASK(PMPI_Comm_size, &size) == MPI_SUCCESS ? size : -1;
}

long value_peers(intptr_t comm)
{
    int inter, size;
    if (!values_is_known(comm) || ASK(PMPI_Comm_test_inter, &inter) != MPI_SUCCESS)
        return -1;
    if (!inter)
        return value_size(comm);
    return ASK(PMPI_Comm_remote_size, &size) == MPI_SUCCESS ? size : -1;
}

long value_dimensions(intptr_t comm)
{
    int kind, count;
    if (!values_is_known(comm) || ASK(PMPI_Topo_test, &kind) != MPI_SUCCESS || kind != MPI_CART)
        return -1;
    return ASK(PMPI_Cartdim_get, &count) == MPI_SUCCESS ? count : -1;
}

static long value_degree(intptr_t comm, bool in)
{
    int kind, rank, count, indegree, outdegree, weighted;
    if (!values_is_known(comm) || ASK(PMPI_Topo_test, &kind) != MPI_SUCCESS)
        return -1;
    if (kind == MPI_CART)
        return 2 * value_dimensions(comm);
    if (kind == MPI_GRAPH && ASK(PMPI_Comm_rank, &rank) == MPI_SUCCESS &&
        ASK(PMPI_Graph_neighbors_count, rank, &count) == MPI_SUCCESS)
        return count;
    if (kind == MPI_DIST_GRAPH &&
        ASK(PMPI_Dist_graph_neighbors_count, &indegree, &outdegree, &weighted) == MPI_SUCCESS)
        return in ? indegree : outdegree;
    return -1;
}

long value_indegree(intptr_t comm)
{
    return value_degree(comm, true);
}

long value_outdegree(intptr_t comm)
{
    return value_degree(comm, false);
}

long value_sum(const int *numbers, long count)
{
    long sum = 0;
    for (long i = 0; numbers && i < count; i++)
        sum += numbers[i];
    return sum;
}

bool value_at_root(intptr_t comm, int root)
{
    int rank;
    return root == MPI_ROOT ||
           (values_is_known(comm) && ASK(PMPI_Comm_rank, &rank) == MPI_SUCCESS && rank == root);
}
