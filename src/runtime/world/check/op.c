/* op.c: which datatypes the predefined reductions work on (MPI 4.0, section 6.9.2). */
#include "runtime/world/check/check.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/problem.h"

#include <string.h>

struct op_word {
    const char *text;
    enum check_category category;
};

/* Returns the category of a datatype with this name in MPI. */
static enum check_category category_of_name(const char *name)
{
    static const struct op_word whole[] = {
        {"MPI_INT", CHECK_INTEGER},
        {"MPI_LONG", CHECK_INTEGER},
        {"MPI_SHORT", CHECK_INTEGER},
        {"MPI_LONG_LONG", CHECK_INTEGER},
        {"MPI_LONG_LONG_INT", CHECK_INTEGER},
        {"MPI_SIGNED_CHAR", CHECK_INTEGER},
        {"MPI_UNSIGNED", CHECK_INTEGER},
        {"MPI_AINT", CHECK_FORTRAN_INTEGER},
        {"MPI_OFFSET", CHECK_FORTRAN_INTEGER},
        {"MPI_COUNT", CHECK_FORTRAN_INTEGER},
        {"MPI_FLOAT", CHECK_FLOATING},
        {"MPI_DOUBLE", CHECK_FLOATING},
        {"MPI_LONG_DOUBLE", CHECK_FLOATING},
        {"MPI_DOUBLE_PRECISION", CHECK_FLOATING},
        {"MPI_C_BOOL", CHECK_LOGICAL},
        {"MPI_CXX_BOOL", CHECK_LOGICAL},
        {"MPI_DOUBLE_COMPLEX", CHECK_COMPLEX},
        {"MPI_BYTE", CHECK_BYTE},
        {"MPI_FLOAT_INT", CHECK_PAIR},
        {"MPI_DOUBLE_INT", CHECK_PAIR},
        {"MPI_LONG_INT", CHECK_PAIR},
        {"MPI_2INT", CHECK_PAIR},
        {"MPI_SHORT_INT", CHECK_PAIR},
        {"MPI_LONG_DOUBLE_INT", CHECK_PAIR},
        {"MPI_2REAL", CHECK_PAIR},
        {"MPI_2DOUBLE_PRECISION", CHECK_PAIR},
        {"MPI_2INTEGER", CHECK_PAIR},
    };
    /* Beginnings of names: MPI_INTEGER and MPI_INTEGER8, MPI_UNSIGNED_LONG, MPI_UINT8_T ... */
    static const struct op_word start[] = {
        {"MPI_UNSIGNED_", CHECK_INTEGER},
        {"MPI_INT8_T", CHECK_INTEGER},
        {"MPI_INT16_T", CHECK_INTEGER},
        {"MPI_INT32_T", CHECK_INTEGER},
        {"MPI_INT64_T", CHECK_INTEGER},
        {"MPI_UINT", CHECK_INTEGER},
        {"MPI_INTEGER", CHECK_FORTRAN_INTEGER},
        {"MPI_REAL", CHECK_FLOATING},
        {"MPI_LOGICAL", CHECK_LOGICAL},
        {"MPI_COMPLEX", CHECK_COMPLEX},
        {"MPI_C_", CHECK_COMPLEX},
        {"MPI_CXX_", CHECK_COMPLEX},
        {"MPI_Type_create_f90_real", CHECK_FLOATING},
        {"MPI_Type_create_f90_complex", CHECK_COMPLEX},
        {"MPI_Type_create_f90_integer", CHECK_FORTRAN_INTEGER},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(name, whole[i].text) == 0)
            return whole[i].category;
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        if (strncmp(name, start[i].text, strlen(start[i].text)) == 0)
            return start[i].category;
    return CHECK_OTHER;
}

enum check_category check_category(signature_code code)
{
    enum { KNOWN = 256 };
    static unsigned char cache[KNOWN]; /* category + 1 */
    char name[64];
    if (code < KNOWN && cache[code])
        return cache[code] - 1;
    enum check_category category = category_of_name(signature_code_name(code, name, sizeof name));
    if (code < KNOWN)
        cache[code] = (unsigned char)(category + 1);
    return category;
}

struct predefined {
    const char *name;
    int categories;
};

static bool op_describe(MPI_Op op, struct predefined *found)
{
    const struct {
        MPI_Op op;
        struct predefined predefined;
    } known[] = {
        {MPI_MAX, {"MPI_MAX", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_FLOATING}},
        {MPI_MIN, {"MPI_MIN", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_FLOATING}},
        {MPI_SUM,
         {"MPI_SUM", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_FLOATING | CHECK_COMPLEX}},
        {MPI_PROD,
         {"MPI_PROD", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_FLOATING | CHECK_COMPLEX}},
        {MPI_LAND, {"MPI_LAND", CHECK_INTEGER | CHECK_LOGICAL}},
        {MPI_LOR, {"MPI_LOR", CHECK_INTEGER | CHECK_LOGICAL}},
        {MPI_LXOR, {"MPI_LXOR", CHECK_INTEGER | CHECK_LOGICAL}},
        {MPI_BAND, {"MPI_BAND", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_BYTE}},
        {MPI_BOR, {"MPI_BOR", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_BYTE}},
        {MPI_BXOR, {"MPI_BXOR", CHECK_INTEGER | CHECK_FORTRAN_INTEGER | CHECK_BYTE}},
        {MPI_MAXLOC, {"MPI_MAXLOC", CHECK_PAIR}},
        {MPI_MINLOC, {"MPI_MINLOC", CHECK_PAIR}},
        {MPI_REPLACE, {"MPI_REPLACE", 0}}, /* for one-sided communication only */
        {MPI_NO_OP, {"MPI_NO_OP", 0}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].op == op) {
            *found = known[i].predefined;
            return true;
        }
    return false;
}

const char *check_op_name(MPI_Op op)
{
    struct predefined predefined;
    return op_describe(op, &predefined) ? predefined.name : NULL;
}

int check_op(const struct check *check, const char *name, MPI_Op op, MPI_Datatype datatype)
{
    struct predefined predefined;
    int wrong = check_object(check, name, OBJECT_OP, (intptr_t)op, (intptr_t)MPI_OP_NULL);
    if (wrong || check->idle || datatype == MPI_DATATYPE_NULL || !op_describe(op, &predefined))
        return wrong;
    struct problem problem = {.at = check->at, .rule = "arg.op"};
    if (predefined.categories == 0)
        return problem_raise(&problem, check->comm, MPI_ERR_OP,
                             "%s: %s is for one-sided communication only", check->at->name,
                             predefined.name);
    const struct datatype_info *info = datatype_info(datatype);
    char text[64] = "a derived datatype";
    if (!info || (info->code != SIGNATURE_NO_CODE &&
                  (check_category(info->code) & predefined.categories) != 0))
        return MPI_SUCCESS;
    if (info->code != SIGNATURE_NO_CODE)
        signature_code_name(info->code, text, sizeof text);
    return problem_raise(&problem, check->comm, MPI_ERR_OP, "%s: %s does not work on %s",
                         check->at->name, predefined.name, text);
}
