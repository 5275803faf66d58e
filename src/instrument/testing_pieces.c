/* testing_pieces.c: makes instrumented objects from bitcode.
 *
 * LLVM may end the process at bitcode that it rejects, so a child instruments. The files that it
 * leaves show how far it got, and another child continues after the file that ended it. Numbers of
 * edges run through the whole program, so there is one child at a time. It works on the next chunk
 * of files while compilers work on the one before.
 */
#include "base/file.h"
#include "compile/jobs.h"
#include "instrument/command.h"
#include "instrument/sites.h"
#include "instrument/testing.h"
#include "ir/symbolic/symbolic.h"
#include "runtime/symbolic/abi.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK_PER_CORE = 8, PIECE_SECONDS = 600, REASON_CAP = 4096 };

enum kind { LIGHT, HEAVY, PLAIN, KIND_COUNT };

static const char *const kind_names[KIND_COUNT] = {"light", "heavy", "plain"};

/* A chunk that a child works on. */
struct chunk {
    size_t first, end;
    pid_t child;
};

static const char *path_of(const struct testing *testing, size_t piece, const char *name)
{
    return arena_printf(&testing->result->arena, "%s/%zu.%s", testing->directory, piece, name);
}

static const char *bitcode_path(const struct testing *testing, size_t piece, enum kind kind)
{
    return arena_printf(&testing->result->arena, "%s/%zu-%s.bc", testing->directory, piece,
                        kind_names[kind]);
}

static bool is_modelled(const char *symbol)
{
#define MODEL(name) #name,
    static const char *const names[] = {
#include "runtime/symbolic/model/models.def"
    };
#undef MODEL
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(symbol, names[i]) == 0)
            return true;
    return false;
}

/* Says whether the code has no source lines. Bitcode of Fortran always has debug information
 * (cmd/compiler/fortran.c); without a command it is not known. */
static bool lacks_lines(const struct instrument_input *input)
{
    return input->command && !command_of_fortran(input) && !command_debugs(input);
}

/* Instruments a piece. The file of sites is written last: if it exists, all files are complete. */
static int piece_instrument(const struct testing *testing, size_t number, uint32_t *site,
                            uint32_t *edge, struct error *error)
{
    const struct testing_piece *piece = &testing->pieces[number];
    char unique[32];
    const struct ir_bitcode bitcode = {piece->name, piece->input.bitcode,
                                       piece->input.bitcode_size};
    const struct ir_symbolic_options options = {.first_site = *site,
                                                .first_edge = *edge,
                                                .unique = unique,
                                                .modelled = is_modelled,
                                                .lines = lacks_lines(&piece->input)};
    struct ir_symbolic result;
    snprintf(unique, sizeof unique, "%zu", number);
    if (ir_symbolic(&bitcode, &options, &result, error) != 0)
        return -1;
    int failed = file_write(bitcode_path(testing, number, LIGHT), result.light, result.light_size,
                            error) != 0 ||
                 file_write(bitcode_path(testing, number, HEAVY), result.heavy, result.heavy_size,
                            error) != 0 ||
                 sites_write_some(path_of(testing, number, "sites"), result.sites,
                                  result.site_count, error) != 0;
    *site += (uint32_t)result.site_count;
    *edge += result.edge_count;
    ir_symbolic_free(&result);
    return failed ? -1 : 0;
}

_Noreturn static void be_child(const struct testing *testing, const struct chunk *chunk,
                               pid_t parent)
{
    uint32_t site = testing->site_count, edge = testing->edge_count;
    struct error error;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = chunk->first; i < chunk->end && getppid() == parent; i++) {
        alarm(PIECE_SECONDS);
        if (piece_instrument(testing, i, &site, &edge, &error) != 0 &&
            file_write(path_of(testing, i, "error"), error.text, strlen(error.text), &error) != 0)
            _exit(1);
    }
    _exit(0);
}

static int testing_pieces_start(struct testing *testing, struct chunk *chunk, struct error *error)
{
    pid_t parent = getpid();
    if (chunk->first >= chunk->end)
        return 0;
    chunk->child = fork();
    if (chunk->child < 0) {
        chunk->child = 0;
        return error_errno(error, "cannot start a process");
    }
    if (chunk->child == 0)
        be_child(testing, chunk, parent);
    return 0;
}

static void testing_pieces_stop(struct chunk *chunk)
{
    if (chunk->child > 0) {
        kill(chunk->child, SIGKILL);
        waitpid(chunk->child, NULL, 0);
        chunk->child = 0;
    }
}

static void testing_pieces_leave_out(struct testing *testing, size_t number, const char *reason)
{
    struct testing_piece *piece = &testing->pieces[number];
    piece->sites = NULL;
    testing_note(testing, "%s is not instrumented: %s", piece->name, reason);
}

/* Reads the child's results for a piece. Returns false if the child did not finish it. */
static bool testing_pieces_take(struct testing *testing, size_t number)
{
    struct error ignored;
    const char *path = path_of(testing, number, "sites");
    size_t sites;
    uint32_t edges;
    char *reason;
    if (sites_count(path, &sites, &edges, &ignored) == 0) {
        testing->pieces[number].sites = path;
        testing->site_count += (uint32_t)sites;
        testing->edge_count += edges;
        return true;
    }
    if (file_read(path_of(testing, number, "error"), REASON_CAP, &reason, NULL, &ignored) != 0)
        return false;
    testing_pieces_leave_out(testing, number, reason);
    free(reason);
    return true;
}

/* Waits for the child, and for further ones that continue after a piece that ended it. */
static int testing_pieces_finish(struct testing *testing, struct chunk *chunk, struct error *error)
{
    while (chunk->child > 0) {
        int status = 0;
        waitpid(chunk->child, &status, 0);
        chunk->child = 0;
        while (chunk->first < chunk->end && testing_pieces_take(testing, chunk->first))
            chunk->first++;
        if (chunk->first == chunk->end)
            break;
        if (!WIFSIGNALED(status))
            return error_set(error, ERROR_FAILED, "cannot write into %s", testing->directory);
        const char *reason =
            arena_printf(&testing->result->arena,
                         WTERMSIG(status) == SIGALRM ? "LLVM does not finish with it"
                                                     : "LLVM crashes on it (%s)",
                         strsignal(WTERMSIG(status)));
        testing_pieces_leave_out(testing, chunk->first++, reason);
        if (testing_pieces_start(testing, chunk, error) != 0)
            return -1;
    }
    return 0;
}

/* Compilers of one chunk. */
struct compiling {
    struct testing *testing;
    struct job *jobs;
    struct compiled {
        size_t piece;
        enum kind kind;
    } *compiled; /* by job */
    size_t count;
};

static void add_job(struct compiling *compiling, size_t number, enum kind kind)
{
    struct testing *testing = compiling->testing;
    struct arena *arena = &testing->result->arena;
    struct testing_piece *piece = &testing->pieces[number];
    const char *object =
        arena_printf(arena, "%s/%zu-%s.o", testing->directory, number, kind_names[kind]);
    piece->objects[piece->object_count++] = object;
    compiling->compiled[compiling->count] = (struct compiled){number, kind};
    compiling->jobs[compiling->count++] = (struct job){
        .words = command_test(arena, testing->request->clang, &piece->input,
                              bitcode_path(testing, number, kind), object),
        .output = path_of(testing, number, kind == HEAVY ? "heavy.out" : "out"),
    };
}

static int add_plain_job(struct compiling *compiling, size_t number, struct error *error)
{
    struct testing *testing = compiling->testing;
    const struct instrument_input *input = &testing->pieces[number].input;
    testing->pieces[number].object_count = 0;
    add_job(compiling, number, PLAIN);
    return file_write(bitcode_path(testing, number, PLAIN), input->bitcode, input->bitcode_size,
                      error);
}

static int testing_pieces_run(struct compiling *compiling, struct error *error)
{
    struct testing *testing = compiling->testing;
    struct jobs_result result = {0};
    if (compiling->count == 0)
        return 0;
    if (jobs_run(compiling->jobs, compiling->count, (size_t)testing->request->jobs, 0, &result,
                 error) != 0)
        return -1;
    testing->result->interrupt = result.interrupt;
    return result.interrupt
               ? error_set(error, ERROR_FAILED, "ended by %s", strsignal(result.interrupt))
               : 0;
}

/* Replaces files whose instrumented code does not compile by plain ones. Their sites stay, since
 * the numbers of others follow theirs; they belong to functions that are never entered. */
static int compile_again(struct compiling *compiling, size_t count, struct error *error)
{
    struct testing *testing = compiling->testing;
    for (size_t i = 0; i < count; i++) {
        const struct job *job = &compiling->jobs[i];
        const struct compiled *compiled = &compiling->compiled[i];
        const struct testing_piece *piece = &testing->pieces[compiled->piece];
        if (job->exit_code == 0)
            continue;
        const char *reason = testing_keep_messages(testing, piece->name, job->output);
        if (compiled->kind == PLAIN)
            return error_set(error, ERROR_FAILED, "%s cannot be compiled again: %s", piece->name,
                             reason);
        if (piece->object_count == 1) /* both fail */
            continue;
        testing_note(testing, "%s is not instrumented: %s", piece->name, reason);
        if (add_plain_job(compiling, compiled->piece, error) != 0)
            return -1;
    }
    compiling->jobs += count;
    compiling->compiled += count;
    compiling->count -= count;
    return 0;
}

static int testing_pieces_compile(struct testing *testing, size_t first, size_t end,
                                  struct error *error)
{
    struct arena *arena = &testing->result->arena;
    size_t most = (end - first + 1) * (KIND_COUNT + 1);
    struct compiling compiling = {testing, arena_alloc(arena, most * sizeof *compiling.jobs),
                                  arena_alloc(arena, most * sizeof *compiling.compiled), 0};
    for (size_t i = first; i < end; i++) {
        if (testing->pieces[i].sites) {
            add_job(&compiling, i, LIGHT);
            add_job(&compiling, i, HEAVY);
        } else if (add_plain_job(&compiling, i, error) != 0) {
            return -1;
        }
    }
    while (compiling.count > 0)
        if (testing_pieces_run(&compiling, error) != 0 ||
            compile_again(&compiling, compiling.count, error) != 0)
            return -1;
    return 0;
}

/* Returns the next chunk. It is large enough that few cores wait for its last compiler. */
static struct chunk chunk_from(const struct testing *testing, size_t first)
{
    long cores =
        testing->request->jobs > 0 ? testing->request->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    size_t left = testing->piece_count - first;
    size_t most = CHUNK_PER_CORE * (size_t)(cores > 0 ? cores : 1);
    return (struct chunk){.first = first, .end = first + (left < most ? left : most)};
}

int testing_make_pieces(struct testing *testing, struct error *error)
{
    const struct testable_request *request = testing->request;
    struct chunk chunk = chunk_from(testing, 0);
    size_t first = 0;
    int failed = testing_pieces_start(testing, &chunk, error);
    while (!failed && first < testing->piece_count) {
        size_t end = chunk.end;
        if (testing_pieces_finish(testing, &chunk, error) != 0)
            return -1;
        chunk = chunk_from(testing, end);
        if (request->progress)
            request->progress(request->context, first, testing->piece_count);
        failed = testing_pieces_start(testing, &chunk, error) != 0 ||
                 testing_pieces_compile(testing, first, end, error) != 0;
        first = end;
    }
    testing_pieces_stop(&chunk);
    if (!failed && request->progress)
        request->progress(request->context, testing->piece_count, testing->piece_count);
    return failed ? -1 : 0;
}
