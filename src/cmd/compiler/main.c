/* main.c: tutti-cc, tutti-c++ and tutti-fc as a small command of their own.
 *
 * A build calls the compiler once for each file, so this command must start quickly: it is static
 * and contains only the code for compiling. For everything else (linking, Fortran, options that it
 * does not know) `tutti cc` replaces it.
 */
#include "base/file.h"
#include "base/memory.h"
#include "cmd/cc.h"
#include "launch/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option no_options[] = {{.name = NULL}};

/* Executes the whole command, with the same words. */
static int main_become_tutti(char *const *words)
{
    char *tutti = file_installed("bin/tutti");
    fflush(NULL);
    execv(tutti, words);
    fprintf(stderr, "tutti cc: error: cannot run %s; install Tutti again\n", tutti);
    free(tutti);
    return ERROR_FAILED;
}

int cc_link(struct cc *cc)
{
    return main_become_tutti(cc->context->words);
}

int cc_fortran_objects(struct cc *cc)
{
    return main_become_tutti(cc->context->words);
}

int cc_analyse(struct cc *cc, const char *directory)
{
    (void)directory;
    return main_become_tutti(cc->context->words);
}

int cc_memory_objects(struct cc *cc)
{
    return main_become_tutti(cc->context->words);
}

int cc_memory(struct cc *cc, char *const *words)
{
    (void)words;
    return main_become_tutti(cc->context->words);
}

int main(int argc, char **argv)
{
    static const struct verb *const verbs[] = {&verb_cc, &verb_cxx, &verb_fc};
    const struct command *const commands[] = {&verb_cc.command, &verb_cxx.command, &verb_fc.command,
                                              NULL};
    const struct grammar grammar = {commands, no_options};
    const char *name = program_base_name(argc > 0 ? argv[0] : "");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        char *const words[] = {argv[0], (char *)verbs[i]->command.name, NULL};
        struct options *options;
        struct error ignored; /* the whole command reports the error, if it finds one, too */
        if (strncmp(name, "tutti-", 6) != 0 || strcmp(name + 6, words[1]) != 0)
            continue;
        char *configuration = options_find_configuration(".");
        int failed = options_parse(&grammar, 2, words, environ, configuration, &options, &ignored);
        free(configuration);
        if (failed)
            break;
        const struct context context = {.log = {.level = LOG_INFO, .descriptor = STDERR_FILENO},
                                        .words = argv};
        if (options_ignored(options))
            log_warning(&context.log, "%s", options_ignored(options));
        int code = verbs[i]->run(&context, options);
        options_free(options);
        return code;
    }
    return main_become_tutti(argv);
}
