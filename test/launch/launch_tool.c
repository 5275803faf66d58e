/* launch_tool: the launch layer at the command line, for the tests of this folder.
 *
 *   launch_tool flavour PROGRAM
 *   launch_tool words [VAR=VALUE...] [--mpi=FLAVOUR] -- LINE...    words to run, one a line
 *   launch_tool build FLAVOUR RANKS [VAR=VALUE...] -- PROGRAM...   the same for a new line
 *   launch_tool run [--seconds=S] [--grace=S] [--bytes=B] -- LINE...
 *
 * `run` prints the result on stderr as "launch_tool: exit=0 signal=0 ...". Errors end with the code
 * of their kind.
 */
#include "launch/flavour.h"
#include "launch/launcher.h"
#include "launch/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
    struct process_limits limits;
    enum mpi_flavour flavour;
    const char *variables[64];
    size_t variable_count;
    char **line;
};

static int usage(void)
{
    fprintf(stderr, "usage: launch_tool flavour|words|build|run ... (see its source)\n");
    return ERROR_USAGE;
}

static int fail(const struct error *error)
{
    fprintf(stderr, "launch_tool: %s\n", error->text);
    return (int)error->kind;
}

static bool read_request(char **words, struct request *request)
{
    *request = (struct request){0};
    for (; *words && strcmp(*words, "--") != 0; words++) {
        const char *value = strchr(*words, '=');
        if (!value)
            return false;
        value++;
        if (strncmp(*words, "--seconds=", 10) == 0)
            request->limits.seconds = strtod(value, NULL);
        else if (strncmp(*words, "--grace=", 8) == 0)
            request->limits.grace = strtod(value, NULL);
        else if (strncmp(*words, "--bytes=", 8) == 0)
            request->limits.bytes = strtoull(value, NULL, 10);
        else if (strncmp(*words, "--mpi=", 6) == 0)
            request->flavour = mpi_flavour_from_name(value);
        else if (request->variable_count < 63)
            request->variables[request->variable_count++] = *words;
    }
    request->line = words + 1;
    return *words;
}

static int print_words(char *const *line, const struct request *request, struct arena *arena)
{
    struct launcher_line understood;
    struct error error;
    if (launcher_parse_as(line, request->flavour, arena, &understood, &error) != 0)
        return fail(&error);
    for (char **word = launcher_words(&understood, request->variables, arena); *word; word++)
        puts(*word);
    return 0;
}

static int command_build(const char *flavour, const char *ranks, const struct request *request,
                         struct arena *arena)
{
    char **line;
    struct error error;
    if (launcher_build(mpi_flavour_from_name(flavour), (int)strtol(ranks, NULL, 10), request->line,
                       arena, &line, &error) != 0)
        return fail(&error);
    return print_words(line, request, arena);
}

static int command_run(const struct request *request)
{
    struct process *process;
    struct process_result result;
    struct error error;
    if (process_start(request->line, NULL, &request->limits, &process, &error) != 0)
        return fail(&error);
    process_wait(process, -1);
    process_finish(process, &result);
    fprintf(stderr,
            "launch_tool: exit=%d signal=%d timed_out=%d interrupted=%d interrupt=%d "
            "survivors=%d seconds=%.2f\n",
            result.exit_code, result.signal, result.timed_out, result.interrupted, result.interrupt,
            result.survivors, result.seconds);
    return 0;
}

int main(int argc, char **argv)
{
    struct request request;
    struct arena arena = {0};
    struct error error;
    int code = ERROR_USAGE;
    if (argc < 3)
        return usage();
    if (strcmp(argv[1], "flavour") == 0) {
        enum mpi_flavour flavour;
        if (mpi_flavour_of_program(argv[2], &flavour, &error) != 0)
            return fail(&error);
        puts(mpi_flavour_name(flavour));
        return 0;
    }
    bool build = strcmp(argv[1], "build") == 0 && argc > 4;
    if (!read_request(argv + (build ? 4 : 2), &request))
        return usage();
    if (build)
        code = command_build(argv[2], argv[3], &request, &arena);
    else if (strcmp(argv[1], "words") == 0)
        code = print_words(request.line, &request, &arena);
    else if (strcmp(argv[1], "run") == 0)
        code = command_run(&request);
    else
        code = usage();
    arena_free(&arena);
    return code;
}
