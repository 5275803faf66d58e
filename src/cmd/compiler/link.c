/* link.c: compiles the remaining sources, starts the analysis of the program, and links. */
#include "cmd/cc.h"
#include "cmd/compiler/plan.h"
#include "cmd/shared/output.h"

#include "base/file.h"
#include "base/memory.h"
#include "compile/gather.h"
#include "compile/jobs.h"
#include "compile/linked.h"
#include "compile/object.h"
#include "compile/scratch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANALYSIS_SECONDS = 600 };

struct link {
    struct cc *cc;
    char *directory;
    struct command_input *inputs; /* in the order of the words */
    struct cc_plan plan;
    const char *note; /* the object that records how the program was linked; NULL: none */
    int interrupt;
};

static int run_one(struct link *link, char **words, double seconds, struct job *job,
                   struct error *error)
{
    struct jobs_result result;
    *job = (struct job){.words = words};
    int failed = jobs_run(job, 1, 1, seconds, &result, error);
    link->interrupt = result.interrupt;
    return failed;
}

/* Compiles the sources of the line into temporary objects. Returns the exit code of the first
 * compiler that fails, or 0. */
static int compile_sources(struct link *link, struct error *error)
{
    struct cc *cc = link->cc;
    const char **objects = NULL;
    size_t object_count = 0;
    for (size_t i = 0; i < cc->line.word_count; i++) {
        const struct line_word *word = &cc->line.words[i];
        struct job job;
        if (word->kind != WORD_INPUT || !language_is_source(word->language))
            continue;
        const char *base = strrchr(word->text, '/');
        const char *object = arena_printf(&cc->builder.arena, "%s/%zu-%s.o", link->directory, i,
                                          base ? base + 1 : word->text);
        int code;
        if (command_is_fortran(&cc->builder, word)) {
            code = cc_fortran_object(cc, i, object, link->directory, &link->interrupt, error);
        } else {
            char **words = command_object(&cc->builder, i, object);
            code = run_one(link, words, 0, &job, error) == 0 ? job.exit_code : -1;
        }
        if (code != 0 || link->interrupt)
            return code;
        object_rename_section(object);
        const char **paths = arena_alloc(&cc->builder.arena, sizeof *paths);
        paths[0] = object;
        link->inputs[i] = (struct command_input){.paths = paths, .path_count = 1};
        *arena_push(&cc->builder.arena, objects, object_count) = object;
    }
    return cc->line.own.memory
               ? cc_see_memory(cc, objects, object_count, link->directory, &link->interrupt, error)
               : 0;
}

/* Returns the line with objects in place of sources, as the analysis reads it. */
static struct line compiled_line(const struct link *link)
{
    struct line line = link->cc->line;
    struct line_word *words =
        arena_alloc(&link->cc->builder.arena, line.word_count * sizeof *words);
    memcpy(words, line.words, line.word_count * sizeof *words);
    for (size_t i = 0; i < line.word_count; i++)
        if (link->inputs[i].path_count > 0) {
            words[i].text = link->inputs[i].paths[0];
            words[i].language = LANGUAGE_NONE;
        }
    line.words = words;
    return line;
}

/* Lets another process analyse the program. Returns the exit code to end with, or 0: continue and
 * link. */
static int link_analyse(struct link *link, const struct line *line, struct error *error)
{
    struct cc *cc = link->cc;
    char self[] = "/proc/self/exe", word[] = CC_ANALYSE_WORD;
    char *verb = (char *)options_command(cc->options)->name;
    char *words[] = {self, verb, word, link->directory, NULL};
    struct job job;
    double limit = options_seconds(cc->options, "time-limit");
    if (cc_plan_ask(link->directory, cc, line, error) != 0 ||
        run_one(link, words, limit > 0 ? limit : ANALYSIS_SECONDS, &job, error) != 0)
        return -1;
    if (link->interrupt)
        return 0;
    if (job.timed_out)
        return error_set(error, ERROR_FAILED, "it took longer than %g s",
                         limit > 0 ? limit : (double)ANALYSIS_SECONDS);
    if (job.exit_code > 128)
        return error_set(error, ERROR_FAILED, "it ended by signal %d", job.exit_code - 128);
    if (job.exit_code == CC_PLAN_FATAL)
        return CC_PLAN_FATAL;
    return cc_plan_read(link->directory, &link->plan, error);
}

/* Replaces objects by the ones that were made anew. */
static void apply_plan(struct link *link)
{
    struct arena *arena = &link->cc->builder.arena;
    for (size_t i = 0; i < link->plan.object_count; i++) {
        const struct cc_plan_object *object = &link->plan.objects[i];
        if (object->word >= link->cc->line.word_count)
            continue;
        struct command_input *input = &link->inputs[object->word];
        if (!object->archive)
            input->path_count = 0;
        size_t count = input->path_count;
        const char **paths = arena_alloc(arena, (count + 1) * sizeof *paths);
        if (count > 0)
            memcpy(paths, input->paths, count * sizeof *paths);
        paths[count] = object->path;
        *input = (struct command_input){
            .paths = paths, .path_count = count + 1, .keep = object->archive};
    }
}

/* Returns whether the record of the link may omit an input, because the program contains everything
 * about it. */
static bool link_is_left_out(const struct gathered *gathered, size_t word)
{
    for (size_t i = 0; i < gathered->input_count; i++) {
        const struct object *object = &gathered->inputs[i].object;
        if (gathered->inputs[i].word == word && object->kind == OBJECT_RELOCATABLE &&
            object->members[0].piece_count > 0)
            return true;
    }
    return false;
}

/* Describes the link: its words, without the output and the objects whose bitcode goes into the
 * program. Sources without bitcode (assembler) replace their temporary objects. */
static void describe_link(struct link *link, const struct gathered *gathered, struct linked *linked)
{
    struct command_builder *builder = &link->cc->builder;
    struct arena *arena = &linked->arena;
    const struct line *all = builder->line;
    struct line line = *all;
    struct command_input *inputs = arena_alloc(arena, (all->word_count + 1) * sizeof *inputs);
    line.words = arena_alloc(arena, (all->word_count + 1) * sizeof *line.words);
    line.word_count = 0;
    for (size_t i = 0; i < all->word_count; i++) {
        inputs[line.word_count].left_out = link_is_left_out(gathered, i);
        if (all->words[i].kind != WORD_OUTPUT)
            line.words[line.word_count++] = all->words[i];
    }
    builder->line = &line;
    linked->words = command_link(builder, inputs, NULL, 0);
    builder->line = all;
    while (linked->words[linked->word_count])
        linked->word_count++;
    for (size_t i = 0; i < gathered->input_count; i++) {
        const struct object *object = &gathered->inputs[i].object;
        if (object->kind == OBJECT_SHARED && object->members[0].piece_count > 0)
            *arena_push(arena, linked->libraries, linked->library_count) = object->path;
    }
}

/* Returns any object of the link, as a model for a new one for the same machine. */
static const struct object_member *any_object(const struct gathered *gathered)
{
    for (size_t i = 0; i < gathered->input_count; i++) {
        const struct object *object = &gathered->inputs[i].object;
        if (object->member_count > 0 &&
            (object->kind == OBJECT_RELOCATABLE || object->kind == OBJECT_ARCHIVE))
            return &object->members[0];
    }
    return NULL;
}

/* Records in the program how it was linked: see compile/linked.h. If that fails, only `tutti test`
 * misses the record, and says so. */
static void note_link(struct link *link, const struct gathered *gathered)
{
    struct cc *cc = link->cc;
    char here[PATH_MAX];
    struct error error;
    bool collected = false;
    const struct object_member *like = any_object(gathered);
    if (cc->line.shared || !like || !getcwd(here, sizeof here))
        return;
    for (size_t i = 0; i < cc->line.word_count; i++)
        collected |= strstr(cc->line.words[i].text, "--gc-sections") != NULL;
    struct linked linked = {
        .directory = here,
        .front = options_command(cc->options)->name,
        .flavour = cc->builder.mpi.flavour == MPI_FLAVOUR_NONE
                       ? NULL
                       : mpi_flavour_name(cc->builder.mpi.flavour),
    };
    describe_link(link, gathered, &linked);
    const char *path = arena_printf(&cc->builder.arena, "%s/link.o", link->directory);
    if (linked_write(&linked, like, collected, path, &error) == 0)
        link->note = path;
    linked_free(&linked);
}

/* Reads the inputs of the link, and starts the analysis if it is wanted and useful. Returns the
 * same as link_analyse(). */
static int link_look_at_program(struct link *link, struct error *error)
{
    const struct line_own *own = &link->cc->line.own;
    struct line line = compiled_line(link);
    struct gathered gathered;
    if (own->no_analysis)
        return 0;
    gather(&line, &gathered);
    bool parallel = gathered.parallel;
    note_link(link, &gathered);
    gather_free(&gathered);
    bool wanted = !own->no_warnings || output_views_wanted(link->cc->options);
    return parallel && (wanted || !own->no_checks) ? link_analyse(link, &line, error) : 0;
}

/* Returns the link command; the object with the record of the link follows the arguments of the
 * analysis. */
static char **link_command(struct link *link)
{
    struct arena *arena = &link->cc->builder.arena;
    size_t count = link->plan.argument_count;
    const char **extra = arena_alloc(arena, (count + 1) * sizeof *extra);
    if (count > 0)
        memcpy(extra, link->plan.arguments, count * sizeof *extra);
    if (link->note)
        extra[count++] = link->note;
    return command_link(&link->cc->builder, link->inputs, extra, count);
}

static int link_program(struct link *link, struct error *error)
{
    struct cc *cc = link->cc;
    struct job job;
    link->inputs =
        arena_alloc(&cc->builder.arena, (cc->line.word_count + 1) * sizeof *link->inputs);
    int code = compile_sources(link, error);
    if (code != 0 || link->interrupt)
        return code;
    code = link_look_at_program(link, error);
    if (code > 0 || link->interrupt)
        return code;
    if (code < 0)
        cc_note(cc, "the program is linked without analysis: %s", error->text);
    apply_plan(link);
    char **words = link_command(link);
    cc_print_notes(cc);
    return run_one(link, words, 0, &job, error) == 0 ? job.exit_code : -1;
}

int cc_link(struct cc *cc)
{
    struct error error;
    struct link link = {.cc = cc};
    int code = scratch_make(&link.directory, &error) == 0 ? link_program(&link, &error) : -1;
    if (code < 0)
        code = cc_fail(cc, &error);
    cc_plan_free(&link.plan);
    scratch_remove(link.directory);
    if (link.interrupt)
        jobs_end_by(link.interrupt);
    return code;
}
