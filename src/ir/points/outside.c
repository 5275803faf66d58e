/* outside.c: the effect of functions outside the program on pointers.
 *
 * A function outside keeps all that it gets, unless more is known of it: of the functions of C that
 * programs call most, of MPI (a buffer holds data, no pointers; a handle is outside), of the OpenMP
 * and Fortran runtime libraries, and of LLVM's intrinsics.
 */
#include "ir/calls.h"
#include "ir/points/private.h"

#include <limits.h>
#include <string.h>

enum effect {
    EFFECT_KEEPS,      /* all operands escape, and the result is outside */
    EFFECT_KEEPS_SOME, /* operands in the mask escape; something from outside is stored at others */
    EFFECT_NOTHING,    /* its result, if it is a pointer, is outside */
    EFFECT_RETURNS,    /* returns operand n */
    EFFECT_COPIES,     /* copies memory at operand 1 to operand 0; returns operand 0 */
    EFFECT_ALLOCATES,  /* returns memory */
    EFFECT_REALLOCATES, /* returns memory with the content of operand 0 */
    EFFECT_PUTS_MEMORY, /* stores the address of memory at operand n */
    EFFECT_ENDS,        /* stores operand 0 at operand 1, as strtol does */
    EFFECT_WRITES,      /* stores something from outside at each operand */
    EFFECT_FILLS,       /* fills what operand 0 points to with pointers from outside */
};

/* The effect of the function with a name, or of all whose names begin with it. The first row that
 * fits counts. */
struct outside_row {
    const char *name;
    enum effect effect;
    bool prefix;
    uint8_t operand; /* EFFECT_KEEPS_SOME: bits, the lowest for operand 0 */
};

static const struct outside_row rows[] = {
    {"malloc", EFFECT_ALLOCATES, false, 0},
    {"calloc", EFFECT_ALLOCATES, false, 0},
    {"aligned_alloc", EFFECT_ALLOCATES, false, 0},
    {"memalign", EFFECT_ALLOCATES, false, 0},
    {"valloc", EFFECT_ALLOCATES, false, 0},
    {"strdup", EFFECT_ALLOCATES, false, 0},
    {"strndup", EFFECT_ALLOCATES, false, 0},
    {"_Zn", EFFECT_ALLOCATES, true, 0}, /* operator new, new[] */
    {"__kmpc_alloc", EFFECT_ALLOCATES, false, 0},
    {"__kmpc_omp_task_alloc", EFFECT_ALLOCATES, false, 0},
    {"__kmpc_omp_target_task_alloc", EFFECT_ALLOCATES, false, 0},
    {"__cxa_allocate_exception", EFFECT_ALLOCATES, false, 0},
    {"realloc", EFFECT_REALLOCATES, false, 0},
    {"reallocarray", EFFECT_REALLOCATES, false, 0},
    {"posix_memalign", EFFECT_PUTS_MEMORY, false, 0},
    {"asprintf", EFFECT_PUTS_MEMORY, false, 0},
    {"vasprintf", EFFECT_PUTS_MEMORY, false, 0},
    {"getline", EFFECT_PUTS_MEMORY, false, 0},
    {"MPI_Alloc_mem", EFFECT_PUTS_MEMORY, false, 2},
    {"PMPI_Alloc_mem", EFFECT_PUTS_MEMORY, false, 2},
    {"mpi_alloc_mem_", EFFECT_PUTS_MEMORY, false, 2},
    {"MPI_Win_allocate", EFFECT_PUTS_MEMORY, true, 4}, /* and MPI_Win_allocate_shared */
    {"PMPI_Win_allocate", EFFECT_PUTS_MEMORY, true, 4},
    {"_FortranAAllocatableAllocate", EFFECT_PUTS_MEMORY, true, 0},
    {"_FortranAPointerAllocate", EFFECT_PUTS_MEMORY, true, 0},
    {"llvm.memcpy", EFFECT_COPIES, true, 0},
    {"llvm.memmove", EFFECT_COPIES, true, 0},
    {"memcpy", EFFECT_COPIES, false, 0},
    {"memmove", EFFECT_COPIES, false, 0},
    {"__memcpy_chk", EFFECT_COPIES, false, 0},
    {"__memmove_chk", EFFECT_COPIES, false, 0},
    {"strtol", EFFECT_ENDS, true, 0},
    {"strtoul", EFFECT_ENDS, true, 0},
    {"strtod", EFFECT_ENDS, false, 0},
    {"strtof", EFFECT_ENDS, false, 0},
    {"__isoc23_strto", EFFECT_ENDS, true, 0},
    {"__kmpc_threadprivate_cached", EFFECT_RETURNS, false, 2},
    {"llvm.threadlocal.address", EFFECT_RETURNS, true, 0},
    {"llvm.launder", EFFECT_RETURNS, true, 0},
    {"llvm.strip", EFFECT_RETURNS, true, 0},
    {"llvm.ptrmask", EFFECT_RETURNS, true, 0},
    {"llvm.ptr.annotation", EFFECT_RETURNS, true, 0},
    {"llvm.expect", EFFECT_RETURNS, true, 0},
    {"memset", EFFECT_RETURNS, false, 0},
    {"memchr", EFFECT_RETURNS, false, 0},
    {"strcpy", EFFECT_RETURNS, false, 0},
    {"strncpy", EFFECT_RETURNS, false, 0},
    {"strcat", EFFECT_RETURNS, false, 0},
    {"strncat", EFFECT_RETURNS, false, 0},
    {"strchr", EFFECT_RETURNS, false, 0},
    {"strrchr", EFFECT_RETURNS, false, 0},
    {"strstr", EFFECT_RETURNS, false, 0},
    {"strpbrk", EFFECT_RETURNS, false, 0},
    {"strtok_r", EFFECT_ENDS, false, 0},
    {"fgets", EFFECT_RETURNS, false, 0},
    {"getcwd", EFFECT_RETURNS, false, 0},
    {"basename", EFFECT_RETURNS, false, 0},
    {"llvm.va_start", EFFECT_FILLS, true, 0},
    {"llvm.va_copy", EFFECT_FILLS, true, 0},
    {"llvm.", EFFECT_NOTHING, true, 0},
    /* MPI keeps these arguments, and returns or calls them later. */
    {"MPI_Attr_put", EFFECT_KEEPS_SOME, false, 4},
    {"MPI_Comm_set_attr", EFFECT_KEEPS_SOME, false, 4},
    {"MPI_Type_set_attr", EFFECT_KEEPS_SOME, false, 4},
    {"MPI_Win_set_attr", EFFECT_KEEPS_SOME, false, 4},
    {"MPI_Comm_create_keyval", EFFECT_KEEPS_SOME, false, 1 | 2 | 8},
    {"MPI_Type_create_keyval", EFFECT_KEEPS_SOME, false, 1 | 2 | 8},
    {"MPI_Win_create_keyval", EFFECT_KEEPS_SOME, false, 1 | 2 | 8},
    {"MPI_Keyval_create", EFFECT_KEEPS_SOME, false, 1 | 2 | 8},
    {"MPI_Comm_create_errhandler", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_File_create_errhandler", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Win_create_errhandler", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Errhandler_create", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Win_create", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Win_attach", EFFECT_KEEPS_SOME, false, 2},
    {"MPI_Buffer_attach", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Op_create", EFFECT_KEEPS_SOME, false, 1},
    {"MPI_Grequest_start", EFFECT_KEEPS_SOME, false, 1 | 2 | 4 | 8},
    {"MPI_Register_datarep", EFFECT_KEEPS, false, 0},
    {"MPI_", EFFECT_WRITES, true, 0},
    {"PMPI_", EFFECT_WRITES, true, 0},
    {"mpi_op_create_", EFFECT_KEEPS_SOME, false, 1},
    {"mpi_win_create_", EFFECT_KEEPS_SOME, false, 1},
    {"mpi_buffer_attach_", EFFECT_KEEPS_SOME, false, 1},
    {"mpi_", EFFECT_NOTHING, true, 0},
    {"pmpi_", EFFECT_NOTHING, true, 0},
    {"__kmpc_", EFFECT_NOTHING, true, 0},
    {"omp_", EFFECT_NOTHING, true, 0},
    {"GOMP_", EFFECT_NOTHING, true, 0},
    {"_FortranAio", EFFECT_NOTHING, true, 0},
    {"_FortranAProgram", EFFECT_NOTHING, true, 0},
    {"_FortranAStop", EFFECT_NOTHING, true, 0},
    {"_FortranA", EFFECT_WRITES, true, 0},
    {"pthread_join", EFFECT_WRITES, false, 0},
    {"pthread_setspecific", EFFECT_KEEPS, false, 0},
    {"pthread_", EFFECT_NOTHING, true, 0},
    {"sem_", EFFECT_NOTHING, true, 0},
    {"_Zd", EFFECT_NOTHING, true, 0}, /* operator delete, delete[] */
    {"__cxa_guard", EFFECT_NOTHING, true, 0},
    {"__cxa_pure_virtual", EFFECT_NOTHING, false, 0}, /* ends the program */
    {"__assert", EFFECT_NOTHING, true, 0},
    {"__isoc99_", EFFECT_NOTHING, true, 0},
    {"__isoc23_", EFFECT_NOTHING, true, 0},
};

/* Functions that neither keep what they get nor return a pointer into it. */
static const char *const harmless[] = {
    "abort",
    "abs",
    "access",
    "acos",
    "asctime",
    "asin",
    "atan",
    "atan2",
    "atexit",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bsearch",
    "ceil",
    "chdir",
    "clock",
    "clock_gettime",
    "close",
    "cos",
    "cosh",
    "ctime",
    "difftime",
    "exit",
    "_exit",
    "exp",
    "fabs",
    "fclose",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fileno",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "free",
    "freopen",
    "fscanf",
    "fseek",
    "ftell",
    "fwrite",
    "getc",
    "getchar",
    "getenv",
    "gethostname",
    "getopt",
    "getpid",
    "getppid",
    "getrusage",
    "gettimeofday",
    "gmtime",
    "isatty",
    "kill",
    "labs",
    "localtime",
    "log",
    "log10",
    "lseek",
    "mkdir",
    "mktime",
    "nanosleep",
    "open",
    "perror",
    "popen",
    "pow",
    "printf",
    "putc",
    "putchar",
    "puts",
    "qsort",
    "raise",
    "rand",
    "rand_r",
    "random",
    "read",
    "remove",
    "rename",
    "rewind",
    "rint",
    "round",
    "scanf",
    "setbuf",
    "setenv",
    "setlocale",
    "sin",
    "sinh",
    "sleep",
    "snprintf",
    "sprintf",
    "sqrt",
    "srand",
    "srand48",
    "srandom",
    "drand48",
    "sscanf",
    "stat",
    "fstat",
    "sysconf",
    "system",
    "tan",
    "tanh",
    "time",
    "times",
    "tolower",
    "toupper",
    "uname",
    "ungetc",
    "unlink",
    "usleep",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "write",
    "clearerr",
    "setvbuf",
    "longjmp",
    "siglongjmp",
    "_setjmp",
    "setjmp",
    "__sigsetjmp",
    "pclose",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strspn",
    "strcspn",
    "strerror",
    "strsignal",
    "strftime",
    "memcmp",
    "bcmp",
    "bzero",
    "pthread_create",
    "thrd_create",
    "__errno_location",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "thrd_join",
};

static const struct outside_row keeps = {"", EFFECT_KEEPS, false, 0};
static const struct outside_row nothing = {"", EFFECT_NOTHING, false, 0};

static const struct outside_row *find_row(const char *symbol)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(harmless[i], symbol) == 0)
            return &nothing;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct outside_row *row = &rows[i];
        if (row->prefix ? strncmp(symbol, row->name, strlen(row->name)) == 0
                        : strcmp(symbol, row->name) == 0)
            return row;
    }
    return &keeps;
}

static const struct outside_row *outside_row_of(struct points *points,
                                                const struct ir_function *function)
{
    const struct outside_row **row = &points->outside[function->number];
    if (!*row)
        *row = find_row(function->symbol);
    return *row;
}

/* Returns the cell of the memory that this call allocates. */
static uint32_t outside_memory_of(struct points *points, const struct ir_value *call)
{
    return points_cell(points, points_object(points, call), 0);
}

/* Returns a node that holds the cell, for constraints that store it. */
static uint32_t node_holding(struct points *points, uint32_t cell)
{
    uint32_t node = points_new_node(points);
    points_add(points, node, cell);
    return node;
}

static void store_at(struct points *points, const struct ir_value *address, uint32_t from)
{
    points_constrain(points, points_node(points, address),
                     (struct constraint){CONSTRAIN_STORE, from, 0, NULL, 0, NULL});
}

static void copy_between(struct points *points, uint32_t from, uint32_t to,
                         const struct ir_value *size)
{
    int64_t bytes = size && size->kind == IR_INTEGER ? size->integer : -1;
    points_constrain(points, from,
                     (struct constraint){CONSTRAIN_COPY, to, bytes, NULL, false, NULL});
    points_constrain(points, to,
                     (struct constraint){CONSTRAIN_COPY, from, bytes, NULL, true, NULL});
}

static void keep_operands(struct points *points, const struct ir_value *call)
{
    for (uint32_t i = 0; i < call->operand_count; i++)
        points_edge(points, points_node(points, call->operands[i]), NODE_ESCAPE);
}

/* Stores the address of the shared variables, behind the task, in the first word of the task, as
 * the runtime does. */
static void link_task(struct points *points, const struct ir_value *call)
{
    enum { TASK_SIZE = 3 };
    const struct ir_value *size = call->operands[TASK_SIZE];
    if (size->kind != IR_INTEGER)
        return;
    uint32_t object = points_object(points, call);
    uint32_t shared = points_cell(points, object, size->integer);
    points_add(points, points_held(points, object, 0), shared);
}

static bool has_operands(const struct outside_row *row, const struct ir_value *call)
{
    uint32_t needed = 0;
    if (row->effect == EFFECT_COPIES || row->effect == EFFECT_ENDS)
        needed = 2;
    else if (row->effect == EFFECT_RETURNS || row->effect == EFFECT_PUTS_MEMORY)
        needed = row->operand + 1U;
    else if (row->effect == EFFECT_REALLOCATES || row->effect == EFFECT_FILLS)
        needed = 1;
    return call->operand_count >= needed;
}

enum allocates points_allocates_outside(struct points *points, const struct ir_function *function,
                                        uint32_t *resized)
{
    enum effect effect = outside_row_of(points, function)->effect;
    *resized = 0;
    if (effect == EFFECT_REALLOCATES)
        return ALLOCATES_AGAIN;
    return effect == EFFECT_ALLOCATES ? ALLOCATES : ALLOCATES_NOT;
}

bool points_only_looks(struct points *points, const struct ir_value *call)
{
    if (call->opcode != IR_CALL || call->callee->kind != IR_FUNCTION ||
        call->callee->as_function->defined)
        return false;
    enum effect effect = outside_row_of(points, call->callee->as_function)->effect;
    return effect == EFFECT_NOTHING || (effect == EFFECT_RETURNS && !call->user_count);
}

void points_allocate(struct points *points, const struct ir_value *call, struct allocator allocator)
{
    uint32_t result = points_node(points, call);
    points_add(points, result, outside_memory_of(points, call));
    if (allocator.kind == ALLOCATES_AGAIN && allocator.resized < call->operand_count)
        copy_between(points, points_node(points, call->operands[allocator.resized]), result, NULL);
}

void points_outside(struct points *points, const struct ir_value *call,
                    const struct ir_function *function)
{
    const struct outside_row *row = function ? outside_row_of(points, function) : &keeps;
    if (!has_operands(row, call))
        row = &keeps;
    uint32_t result = points_node(points, call);
    switch (row->effect) {
    case EFFECT_NOTHING:
        points_add(points, result, CELL_OUTSIDE);
        break;
    case EFFECT_RETURNS:
        points_edge(points, points_node(points, call->operands[row->operand]), result);
        break;
    case EFFECT_COPIES: {
        uint32_t to = points_node(points, call->operands[0]);
        copy_between(points, points_node(points, call->operands[1]), to,
                     call->operand_count > 2 ? call->operands[2] : NULL);
        points_edge(points, to, result);
        break;
    }
    case EFFECT_ALLOCATES:
        points_allocate(points, call, (struct allocator){ALLOCATES, 0});
        if (strstr(function->symbol, "task_alloc") && call->operand_count > 3)
            link_task(points, call);
        break;
    case EFFECT_REALLOCATES:
        points_allocate(points, call, (struct allocator){ALLOCATES_AGAIN, 0});
        break;
    case EFFECT_PUTS_MEMORY:
        store_at(points, call->operands[row->operand],
                 node_holding(points, outside_memory_of(points, call)));
        for (uint32_t i = row->operand + 1U; i < call->operand_count; i++)
            store_at(points, call->operands[i], NODE_OUTSIDE);
        break;
    case EFFECT_ENDS:
        store_at(points, call->operands[1], points_node(points, call->operands[0]));
        points_edge(points, points_node(points, call->operands[0]), result);
        break;
    case EFFECT_KEEPS_SOME:
    case EFFECT_WRITES:
        for (uint32_t i = 0; i < call->operand_count; i++)
            if (row->effect == EFFECT_KEEPS_SOME && i < CHAR_BIT && row->operand >> i & 1)
                points_edge(points, points_node(points, call->operands[i]), NODE_ESCAPE);
            else
                store_at(points, call->operands[i], NODE_OUTSIDE);
        points_add(points, result, CELL_OUTSIDE);
        break;
    case EFFECT_FILLS:
        points_constrain(points, points_node(points, call->operands[0]),
                         (struct constraint){CONSTRAIN_COPY, NODE_OUTSIDE, -1, NULL, true, NULL});
        break;
    case EFFECT_KEEPS:
        keep_operands(points, call);
        points_add(points, result, CELL_OUTSIDE);
        break;
    }
}
