#include "runtime/check/call.h"

#include "runtime/hash.h"
#include "runtime/next.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

_Thread_local const struct check_site *tutti_check_site;

const struct check_site *call_site(void)
{
    const struct check_site *site = tutti_check_site;
    tutti_check_site = NULL;
    return site;
}

static bool ends_with(const char *name, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size && strncmp(name + length - size, end, size) == 0;
}

/* Writes "bcast" for MPI_Bcast, MPI_Ibcast, MPI_Bcast_init and their large-count twins. */
static size_t call_base_name(const char *name, char *base, size_t space)
{
    const char *word = strchr(name, '_') + 1;
    size_t length = strlen(word);
    if (ends_with(word, length, "_c"))
        length -= 2;
    if (ends_with(word, length, "_init"))
        length -= 5;
    if (word[0] == 'I' && islower((unsigned char)word[1])) {
        word++;
        length--;
    }
    if (length >= space)
        length = space - 1;
    for (size_t i = 0; i < length; i++)
        base[i] = (char)tolower((unsigned char)word[i]);
    base[length] = '\0';
    return length;
}

static enum call_equal equal_of(const char *name)
{
    static const struct {
        const char *base;
        enum call_equal equal;
    } table[] = {
        {"bcast", EQUAL_FIRST},           {"gather", EQUAL_SECOND_AT_ROOT},
        {"scatter", EQUAL_FIRST_AT_ROOT}, {"allgather", EQUAL_SECOND},
        {"alltoall", EQUAL_SECOND},       {"reduce", EQUAL_FIRST},
        {"allreduce", EQUAL_FIRST},       {"scan", EQUAL_FIRST},
        {"exscan", EQUAL_FIRST},          {"reduce_scatter_block", EQUAL_FIRST_IN_GROUP},
    };
    char base[64];
    call_base_name(name, base, sizeof base);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(base, table[i].base) == 0)
            return table[i].equal;
    return EQUAL_NOTHING;
}

/* Returns the hash of a name: MPI_Bcast_c is MPI_Bcast for more data, MPIX_Bcast_init an older name
 * of MPI_Bcast_init. */
static uint64_t call_name_hash(const char *name)
{
    const char *word = strchr(name, '_') + 1;
    size_t length = strlen(word);
    if (ends_with(word, length, "_c"))
        length -= 2;
    return hash_bytes(HASH_START, word, length) | 1;
}

const char *call_op_name(MPI_Op op)
{
    if (op == MPI_OP_NULL)
        return NULL;
#define OP(name)      \
    if (op == (name)) \
        return #name;
    OP(MPI_SUM)
    OP(MPI_MAX)
    OP(MPI_MIN)
    OP(MPI_PROD)
    OP(MPI_LAND)
    OP(MPI_BAND)
    OP(MPI_LOR)
    OP(MPI_BOR)
    OP(MPI_LXOR)
    OP(MPI_BXOR)
    OP(MPI_MAXLOC)
    OP(MPI_MINLOC)
    OP(MPI_REPLACE)
    OP(MPI_NO_OP)
#undef OP
    return "a user's operation";
}

uint64_t call_hash(struct call *call, bool inter)
{
    struct call_function *function = call->function;
    if (!function->hash)
        function->hash = call_name_hash(function->name);
    uint64_t hash = function->hash;
    const char *op = call_op_name(call->op);
    if (op)
        hash = hash_number(hash, call_name_hash(op[0] == 'M' ? op : "a_user"));
    if (call->root != CALL_NO_ROOT && !inter)
        hash = hash_number(hash, (uint64_t)(uint32_t)call->root + 2);
    return hash;
}

static int64_t call_bytes_of(const struct call *call, int which)
{
    if (which >= call->counts || which >= call->datatypes || call->count[which] == CALL_ARRAY ||
        call->datatype[which] == MPI_DATATYPE_NULL)
        return -1;
    MPI_Count size;
    if (NEXT(PMPI_Type_size_x)(call->datatype[which], &size) != MPI_SUCCESS || size < 0)
        return -1;
    return call->count[which] * size;
}

int64_t call_bytes(struct call *call, bool inter, int me)
{
    struct call_function *function = call->function;
    if (function->equal == EQUAL_UNKNOWN)
        function->equal = equal_of(function->name);
    if (inter && call->root == MPI_PROC_NULL)
        return -1; /* this process does not take part */
    const bool root_here = inter ? call->root == MPI_ROOT : call->root == me;
    switch (function->equal) {
    case EQUAL_FIRST:
        return call_bytes_of(call, 0);
    case EQUAL_FIRST_IN_GROUP:
        return inter ? -1 : call_bytes_of(call, 0);
    case EQUAL_SECOND:
        return inter ? -1 : call_bytes_of(call, 1);
    case EQUAL_FIRST_AT_ROOT:
        return call_bytes_of(call, root_here ? 0 : 1);
    case EQUAL_SECOND_AT_ROOT:
        return call_bytes_of(call, root_here ? 1 : 0);
    default:
        return -1;
    }
}
