/* external.c: the results and effects of functions in other libraries. */
#include "static/uniformity/external.h"

#include "static/uniformity/access.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

struct known {
    enum external kind;
    const char *names; /* separated, preceded and followed by blanks; "x*" means all names that
                          begin with x */
};

static const struct known libraries[] = {
    {EXTERNAL_QUIET,
     " printf puts putchar putc fputc fputs fprintf vprintf vfprintf fflush fwrite fclose fseek "
     "rewind perror setvbuf setbuf exit abort _exit atexit __assert_fail free malloc calloc "
     "realloc aligned_alloc posix_memalign memalign valloc sleep usleep nanosleep signal raise "
     "srand srandom srand48 setlocale write unlink remove mkdir chdir qsort syslog openlog "
     "omp_set_* omp_get_thread_num omp_in_parallel omp_get_level omp_init_* omp_destroy_* "
     "omp_unset_* omp_test_* __kmpc_* _Zn* _Zd* _ZNSols* _ZStls* _ZSt4endl* _ZNSo* _ZSt5flush* "
     "__cxa_* _ZNSt8ios_base4Init* _ZSt9terminate* __clang_call_terminate _FortranAio* "
     "_FortranAStop* _FortranAProgram* _FortranAAllocatable* _FortranAPointer* _FortranAExit "
     "_FortranAGetCommandArgument _FortranAArgumentCount _FortranAReport* getopt getopt_long "
     "getpagesize sysconf llvm.lifetime* llvm.dbg* llvm.stack* llvm.assume* llvm.prefetch* "
     "llvm.va_* __cyg_profile* mcheck gettext setjmp _setjmp longjmp "},
    {EXTERNAL_PURE,
     " strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strspn strcspn "
     "strpbrk memcmp memchr atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof "
     "strdup strndup strtok strtok_r basename dirname isalpha isdigit isspace isupper islower "
     "isalnum toupper tolower __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc "
     "__isoc23_strtol* "
     "abs labs llabs fabs fabsf fabsl sqrt sqrtf sqrtl cbrt pow powf powl exp expf exp2 expm1 log "
     "logf log2 log10 log1p sin sinf cos cosf tan asin acos atan atan2 sinh cosh tanh floor floorf "
     "ceil ceilf round roundf lround llround trunc rint nearbyint fmod fmodf fmin fmax fminf fmaxf "
     "hypot ldexp frexp modf erf erfc tgamma lgamma copysign div ldiv llvm.* strerror "
     "_FortranAPow* _FortranACharacterCompare* _FortranAModulo* _FortranALen* _FortranAIndex* "
     "_FortranAScan* _FortranAVerify* _FortranACeiling* _FortranAFloor* _FortranANint* "
     "_FortranAAdjust* _FortranATrim* sinf64 "},
    {EXTERNAL_INPUT,
     " scanf fscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf fgets "
     "gets "
     "fread read pread getline getdelim getc fgetc getchar ungetc readline stat fstat lstat "
     "recv recvfrom fgetpos _FortranAioInput* _FortranAGetEnvVariable _FortranARandomNumber "
     "_ZNSirs* _ZStrs* _ZSt7getline* getrlimit getrusage uname rand_r drand48_r "},
    {EXTERNAL_ASKS,
     " fopen fdopen freopen open creat feof ferror ftell lseek access getenv secure_getenv system "
     "popen rand random drand48 lrand48 mrand48 erand48 opendir readdir getcwd dlopen dlsym "
     "omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_get_thread_limit "
     "_FortranAioEnd* _FortranAioBeginExternal*Input* _FortranAioBeginUnformattedInput* "
     "_FortranAioGet* _FortranAioEnable* "},
    {EXTERNAL_TIMING,
     " time clock gettimeofday clock_gettime times omp_get_wtime ftime localtime gmtime rdtsc "
     "_FortranACpuTime _FortranASystemClock* _FortranADateAndTime llvm.readcyclecounter "
     "_ZNSt6chrono* "},
    {EXTERNAL_MACHINE, " getpid getppid gethostname gethostid sched_getcpu pthread_self gettid "},
    {EXTERNAL_COPY,
     " memcpy memmove mempcpy strcpy strncpy stpcpy bcopy_ llvm.memcpy* llvm.memmove* "
     "__memcpy_chk __memmove_chk __strcpy_chk __strncpy_chk _FortranAAssign* "},
    {EXTERNAL_FILL, " memset bzero llvm.memset* __memset_chk "},
    {EXTERNAL_FORMAT,
     " sprintf snprintf vsprintf vsnprintf strcat strncat asprintf __sprintf_chk __snprintf_chk "
     "strftime "},
    {EXTERNAL_SCAN, " sscanf __isoc99_sscanf __isoc23_sscanf vsscanf "},
};

/* Returns how well a list matches the symbol: 2 for its name, 1 for a prefix that ends in "*". */
static size_t external_fit(const char *names, const char *symbol)
{
    size_t best = 0;
    for (const char *at = names; *(at += strspn(at, " "));) {
        size_t length = strcspn(at, " ");
        if (at[length - 1] == '*' && strncmp(at, symbol, length - 1) == 0 && length > best)
            best = length;
        else if (strncmp(at, symbol, length) == 0 && !symbol[length])
            return SIZE_MAX;
        at += length;
    }
    return best;
}

enum external external_of(const char *symbol)
{
    size_t best = 0;
    enum external kind = EXTERNAL_UNKNOWN;
    for (size_t i = 0; symbol && i < sizeof libraries / sizeof *libraries; i++) {
        size_t one = external_fit(libraries[i].names, symbol);
        if (one > best) {
            best = one;
            kind = libraries[i].kind;
        }
    }
    return kind;
}

static bool external_is_pointer(const struct ir_value *value)
{
    return value->type && value->type->kind == IR_TYPE_POINTER;
}

static bool external_is_memory(const struct solver *solver, const struct ir_value *value)
{
    return external_is_pointer(value) &&
           points_to(solver->uniformity->analysis->points, value).count > 0;
}

/* Joins the operands from `first` on, and what they point to. */
static struct taint operands_taint(struct solver *solver, const struct ir_value *call,
                                   uint32_t first)
{
    struct taint taint = {.form = FORM_ANYTHING};
    struct handle none = {.kind = HANDLE_WORLD};
    uint32_t arguments = form_of(solver->uniformity, FORM_ARGUMENTS, none);
    for (uint32_t i = first; i < call->operand_count; i++) {
        const struct ir_value *operand = call->operands[i];
        struct taint one = taint_of(solver, operand);
        bool plain_value = !external_is_pointer(operand) || operand->kind == IR_NULL ||
                           operand->kind == IR_FUNCTION || one.form == arguments;
        if (!plain_value) {
            struct taint content = memory_read(solver, operand, 0);
            one.sources |= content.sources;
            one.parameters |= content.parameters;
            one.definer = one.definer ? one.definer : content.definer;
        }
        taint.sources |= one.sources;
        taint.parameters |= one.parameters;
        taint.definer = taint.definer ? taint.definer : one.definer;
    }
    return taint;
}

static uint64_t constant_size(const struct ir_value *call, uint32_t operand)
{
    const struct ir_value *size = operand < call->operand_count ? call->operands[operand] : NULL;
    return size && size->kind == IR_INTEGER && size->integer > 0 ? (uint64_t)size->integer : 0;
}

/* Writes through every pointer that is passed. */
static void external_write_all(struct solver *solver, const struct ir_value *call, uint32_t first,
                               struct taint taint, bool replace)
{
    taint.definer = call->number + 1;
    for (uint32_t i = first; i < call->operand_count; i++) {
        const struct ir_value *operand = call->operands[i];
        struct points_location ignored;
        if (!external_is_memory(solver, operand))
            continue;
        if (replace && (points_single(solver->uniformity->analysis->points, operand, &ignored) ||
                        address_parameter(operand) >= 0))
            memory_write(solver, operand, 1, taint, call, WRITE_SCALAR);
        else
            memory_add(solver, operand, 0, taint, call);
    }
}

static struct taint plain(struct solver *solver, enum source_kind kind)
{
    return (struct taint){
        .sources = source_plain(solver->uniformity, kind),
        .form = FORM_ANYTHING,
    };
}

struct taint external_call(struct solver *solver, const struct ir_value *call, enum external kind)
{
    struct taint same = {.form = FORM_ANYTHING}, taint;
    switch (kind) {
    case EXTERNAL_QUIET:
        return same;
    case EXTERNAL_PURE: {
        struct handle none = {.kind = HANDLE_WORLD};
        taint = operands_taint(solver, call, 0);
        if (external_is_pointer(call) && call->operand_count > 0 &&
            taint_of(solver, call->operands[0]).form ==
                form_of(solver->uniformity, FORM_ARGUMENTS, none))
            taint.form = taint_of(solver, call->operands[0]).form; /* strchr(argv[1], ':') */
        return taint;
    }
    case EXTERNAL_COPY:
        if (call->operand_count >= 2)
            memory_copy_range(solver, call->operands[0], call->operands[1], constant_size(call, 2),
                              call);
        return same;
    case EXTERNAL_FILL:
        if (call->operand_count >= 2)
            memory_write(solver, call->operands[0], constant_size(call, 2),
                         taint_of(solver, call->operands[1]), call, WRITE_BUFFER);
        return same;
    case EXTERNAL_FORMAT:
        taint = operands_taint(solver, call, 1);
        if (call->operand_count > 0)
            memory_add(solver, call->operands[0], 0, taint, call);
        return taint;
    case EXTERNAL_SCAN:
        taint = operands_taint(solver, call, 0);
        external_write_all(solver, call, 2, taint, true);
        return taint;
    case EXTERNAL_INPUT:
        taint = plain(solver, SOURCE_INPUT);
        external_write_all(solver, call, 0, taint, true);
        return taint;
    case EXTERNAL_ASKS:
        return plain(solver, SOURCE_INPUT);
    case EXTERNAL_TIMING:
    case EXTERNAL_MACHINE:
        taint = plain(solver, kind == EXTERNAL_TIMING ? SOURCE_TIMING : SOURCE_MACHINE);
        external_write_all(solver, call, 0, taint, true);
        taint.definer = call->number + 1;
        return taint;
    default:
        taint = plain(solver, SOURCE_UNKNOWN);
        external_write_all(solver, call, 0, taint, false);
        return taint;
    }
}
