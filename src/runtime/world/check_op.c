/* check_op.c: which datatypes the predefined reductions work on (MPI 4.0, section 6.9.2). */
#include "runtime/world/check.h"
#include "runtime/world/datatype.h"
#include "runtime/world/problem.h"

#include <string.h>

enum category {
    OTHER = 0,   /* no predefined operation works on it */
    INTEGER = 1, /* of C, Fortran, or of several languages (MPI_AINT) */
    FLOATING = 2,
    LOGICAL = 4,
    COMPLEX = 8,
    BYTE = 16,
    PAIR = 32,
    FORTRAN_INTEGER = 64, /* not for logical operations */
};

struct word {
    const char *text;
    enum category category;
};

/* By the name that MPI gives the datatype. */
static enum category category_of_name(const char *name)
{
    static const struct word whole[] = {
        {"MPI_INT", INTEGER},
        {"MPI_LONG", INTEGER},
        {"MPI_SHORT", INTEGER},
        {"MPI_LONG_LONG", INTEGER},
        {"MPI_LONG_LONG_INT", INTEGER},
        {"MPI_SIGNED_CHAR", INTEGER},
        {"MPI_UNSIGNED", INTEGER},
        {"MPI_AINT", FORTRAN_INTEGER},
        {"MPI_OFFSET", FORTRAN_INTEGER},
        {"MPI_COUNT", FORTRAN_INTEGER},
        {"MPI_FLOAT", FLOATING},
        {"MPI_DOUBLE", FLOATING},
        {"MPI_LONG_DOUBLE", FLOATING},
        {"MPI_DOUBLE_PRECISION", FLOATING},
        {"MPI_C_BOOL", LOGICAL},
        {"MPI_CXX_BOOL", LOGICAL},
        {"MPI_DOUBLE_COMPLEX", COMPLEX},
        {"MPI_BYTE", BYTE},
        {"MPI_FLOAT_INT", PAIR},
        {"MPI_DOUBLE_INT", PAIR},
        {"MPI_LONG_INT", PAIR},
        {"MPI_2INT", PAIR},
        {"MPI_SHORT_INT", PAIR},
        {"MPI_LONG_DOUBLE_INT", PAIR},
        {"MPI_2REAL", PAIR},
        {"MPI_2DOUBLE_PRECISION", PAIR},
        {"MPI_2INTEGER", PAIR},
    };
    /* MPI_INTEGER and MPI_INTEGER8, MPI_UNSIGNED_LONG, MPI_UINT8_T ... */
    static const struct word start[] = {
        {"MPI_UNSIGNED_", INTEGER},
        {"MPI_INT8_T", INTEGER},
        {"MPI_INT16_T", INTEGER},
        {"MPI_INT32_T", INTEGER},
        {"MPI_INT64_T", INTEGER},
        {"MPI_UINT", INTEGER},
        {"MPI_INTEGER", FORTRAN_INTEGER},
        {"MPI_REAL", FLOATING},
        {"MPI_LOGICAL", LOGICAL},
        {"MPI_COMPLEX", COMPLEX},
        {"MPI_C_", COMPLEX},
        {"MPI_CXX_", COMPLEX},
        {"MPI_Type_create_f90_real", FLOATING},
        {"MPI_Type_create_f90_complex", COMPLEX},
        {"MPI_Type_create_f90_integer", FORTRAN_INTEGER},
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(name, whole[i].text) == 0)
            return whole[i].category;
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        if (strncmp(name, start[i].text, strlen(start[i].text)) == 0)
            return start[i].category;
    return OTHER;
}

static enum category category_of(signature_code code)
{
    enum { KNOWN = 256 };
    static unsigned char cache[KNOWN]; /* category + 1 */
    char name[64];
    if (code < KNOWN && cache[code])
        return cache[code] - 1;
    enum category category = category_of_name(signature_code_name(code, name, sizeof name));
    if (code < KNOWN)
        cache[code] = (unsigned char)(category + 1);
    return category;
}

struct predefined {
    const char *name;
    int categories;
};

static bool describe(MPI_Op op, struct predefined *found)
{
    const struct {
        MPI_Op op;
        struct predefined predefined;
    } known[] = {
        {MPI_MAX, {"MPI_MAX", INTEGER | FORTRAN_INTEGER | FLOATING}},
        {MPI_MIN, {"MPI_MIN", INTEGER | FORTRAN_INTEGER | FLOATING}},
        {MPI_SUM, {"MPI_SUM", INTEGER | FORTRAN_INTEGER | FLOATING | COMPLEX}},
        {MPI_PROD, {"MPI_PROD", INTEGER | FORTRAN_INTEGER | FLOATING | COMPLEX}},
        {MPI_LAND, {"MPI_LAND", INTEGER | LOGICAL}},
        {MPI_LOR, {"MPI_LOR", INTEGER | LOGICAL}},
        {MPI_LXOR, {"MPI_LXOR", INTEGER | LOGICAL}},
        {MPI_BAND, {"MPI_BAND", INTEGER | FORTRAN_INTEGER | BYTE}},
        {MPI_BOR, {"MPI_BOR", INTEGER | FORTRAN_INTEGER | BYTE}},
        {MPI_BXOR, {"MPI_BXOR", INTEGER | FORTRAN_INTEGER | BYTE}},
        {MPI_MAXLOC, {"MPI_MAXLOC", PAIR}},
        {MPI_MINLOC, {"MPI_MINLOC", PAIR}},
        {MPI_REPLACE, {"MPI_REPLACE", 0}}, /* of one-sided communication only */
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
    return describe(op, &predefined) ? predefined.name : NULL;
}

int check_op(const struct check *check, const char *name, MPI_Op op, MPI_Datatype datatype)
{
    struct predefined predefined;
    int wrong = check_object(check, name, OBJECT_OP, (intptr_t)op, (intptr_t)MPI_OP_NULL);
    if (wrong || check->idle || datatype == MPI_DATATYPE_NULL || !describe(op, &predefined))
        return wrong;
    struct problem problem = {.at = check->at, .rule = "arg.op"};
    if (predefined.categories == 0)
        return problem_raise(&problem, check->comm, MPI_ERR_OP,
                             "%s: %s is for one-sided communication only", check->at->name,
                             predefined.name);
    const struct datatype_info *info = datatype_info(datatype);
    char text[64] = "a derived datatype";
    if (!info ||
        (info->code != SIGNATURE_NO_CODE && (category_of(info->code) & predefined.categories) != 0))
        return MPI_SUCCESS;
    if (info->code != SIGNATURE_NO_CODE)
        signature_code_name(info->code, text, sizeof text);
    return problem_raise(&problem, check->comm, MPI_ERR_OP, "%s: %s does not work on %s",
                         check->at->name, predefined.name, text);
}
