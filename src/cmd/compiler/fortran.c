/* fortran.c: makes objects from Fortran. flang cannot put bitcode into the object that it makes. So
 * it runs twice at the same time, once for the object with the user's options and once for the
 * bitcode, which is then put into the object. */
#include "cmd/cc.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "compile/jobs.h"
#include "compile/messages.h"
#include "compile/object.h"
#include "compile/scratch.h"
#include "instrument/instrument.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { SOURCE_CAP = 64 * 1024 * 1024 };

/* Returns whether a line of Fortran is `use mpi` or `use mpi_f08`. */
static bool uses_mpi(const char *line)
{
    line += strspn(line, " \t");
    if (strncasecmp(line, "use", 3) != 0)
        return false;
    line += 3;
    const char *colons = strstr(line, "::"), *end = strpbrk(line, "\r\n!");
    if (colons && (!end || colons < end))
        line = colons + 2;
    else if (*line != ' ' && *line != '\t')
        return false;
    line += strspn(line, " \t");
    size_t length = 0;
    while (isalnum((unsigned char)line[length]) || line[length] == '_')
        length++;
    return (length == 3 && strncasecmp(line, "mpi", 3) == 0) ||
           (length == 7 && strncasecmp(line, "mpi_f08", 7) == 0);
}

/* Explains that the module files of an MPI work only with the compiler that it was built with. */
static void explain_module(const struct cc *cc, const char *path)
{
    struct error ignored;
    char *bytes;
    if (file_read(path, SOURCE_CAP, &bytes, NULL, &ignored) != 0)
        return;
    bool found = false;
    for (const char *line = bytes; line && !found; line = strchr(line, '\n')) {
        line += *line == '\n';
        found = uses_mpi(line);
    }
    free(bytes);
    if (found)
        cc_note(cc,
                "`use mpi` in %s needs a module file made by flang, and this MPI has one made "
                "by gfortran: write `include 'mpif.h'` instead, or compile this file with "
                "mpif90",
                path);
}

/* Writes the command that compiled the object, in the form that instrument/command.h needs. */
static int write_command(const char *path, char *const *words, struct error *error)
{
    struct text text;
    text_init(&text, SOURCE_CAP);
    char here[PATH_MAX];
    const char *const start[] = {"-cc1", INSTRUMENT_FLANG, getcwd(here, sizeof here) ? here : "."};
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        text_add_bytes(&text, start[i], strlen(start[i]) + 1);
    for (size_t i = 0; words[i]; i++)
        text_add_bytes(&text, words[i], strlen(words[i]) + 1);
    int failed = file_write(path, text.data, text.length, error);
    text_free(&text);
    return failed;
}

/* Puts the bitcode, and the command, into sections of the object that are never loaded into
 * memory. */
static int fortran_join(const char *object, const char *bitcode, char *const *command,
                        int *interrupt, struct error *error)
{
    char *file = memory_printf("%s.command", bitcode);
    char *section = memory_printf(OBJECT_SECTION "=%s", bitcode);
    char *commands = memory_printf(".llvmcmd=%s", file);
    char *const words[] = {
        (char *)"objcopy", (char *)"--add-section", section, (char *)"--add-section",
        commands,          (char *)object,          NULL};
    struct job job = {.words = words};
    struct jobs_result result = {0};
    int failed =
        write_command(file, command, error) != 0 || jobs_run(&job, 1, 1, 0, &result, error) != 0;
    *interrupt = result.interrupt;
    free(commands);
    free(section);
    free(file);
    if (!failed && job.exit_code != 0)
        failed = error_set(error, ERROR_FAILED, "objcopy cannot write into %s", object);
    return failed ? -1 : 0;
}

int cc_fortran_object(struct cc *cc, size_t word, const char *object, const char *directory,
                      int *interrupt, struct error *error)
{
    const char *bitcode = arena_printf(&cc->builder.arena, "%s/%zu.bc", directory, word);
    const char *quiet = arena_printf(&cc->builder.arena, "%s/%zu.out", directory, word);
    const char *said = arena_printf(&cc->builder.arena, "%s/%zu.said", directory, word);
    const char *modules = arena_printf(&cc->builder.arena, "%s/modules", directory);
    struct job jobs[2] = {
        {.words = command_object(&cc->builder, word, object), .output = said},
        {.words = command_bitcode(&cc->builder, word, bitcode, modules), .output = quiet}};
    bool both = cc->builder.embed && !cc->line.lto && file_make_directory(modules, error) == 0;
    struct jobs_result result;
    if (jobs_run(jobs, both ? 2 : 1, 2, 0, &result, error) != 0)
        return -1;
    messages_print(said, stderr);
    *interrupt = result.interrupt;
    if (*interrupt)
        return 0;
    if (jobs[0].exit_code != 0)
        explain_module(cc, cc->line.words[word].text);
    if (jobs[0].exit_code != 0 || !both)
        return jobs[0].exit_code;
    if (jobs[1].exit_code != 0)
        cc_note(cc, "%s is left out of the analysis: flang makes no bitcode of it",
                cc->line.words[word].text);
    else if (fortran_join(object, bitcode, jobs[0].words, interrupt, error) != 0)
        cc_note(cc, "%s is left out of the analysis: %s", cc->line.words[word].text, error->text);
    return 0;
}

static int make_objects(struct cc *cc, const char *directory, int *interrupt, struct error *error)
{
    for (size_t i = 0; i < cc->line.word_count; i++) {
        const struct line_word *word = &cc->line.words[i];
        if (word->kind != WORD_INPUT || !language_is_source(word->language))
            continue;
        const char *object = cc_object_name(cc, word);
        int code;
        if (command_is_fortran(&cc->builder, word)) {
            code = cc_fortran_object(cc, i, object, directory, interrupt, error);
        } else {
            struct job job = {.words = command_object(&cc->builder, i, object)};
            struct jobs_result result = {0};
            code = jobs_run(&job, 1, 1, 0, &result, error) == 0 ? job.exit_code : -1;
            *interrupt = result.interrupt;
            object_rename_section(object);
        }
        if (code != 0 || *interrupt)
            return code;
    }
    return 0;
}

int cc_fortran_objects(struct cc *cc)
{
    struct error error;
    char *directory = NULL;
    int interrupt = 0;
    int code = scratch_make(&directory, &error) == 0
                   ? make_objects(cc, directory, &interrupt, &error)
                   : -1;
    cc_print_notes(cc);
    if (code < 0)
        code = cc_fail(cc, &error);
    scratch_remove(directory);
    if (interrupt)
        jobs_end_by(interrupt);
    return code;
}
