#include "cmd/compiler/plan.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_CAP = 64 * 1024 * 1024 };

static void plan_add(struct text *text, const char *word)
{
    text_add_bytes(text, word ? word : "", strlen(word ? word : "") + 1);
}

static int plan_save(const char *directory, const char *name, const struct text *text,
                     struct error *error)
{
    char *path = memory_printf("%s/%s", directory, name);
    int failed = file_write(path, text->data, text->length, error);
    free(path);
    return failed;
}

/* Reads the words of a file; a zero ends each. */
static int plan_load(const char *directory, const char *name, struct arena *arena, char ***words,
                     size_t *count, struct error *error)
{
    char *path = memory_printf("%s/%s", directory, name), *bytes;
    size_t length;
    int failed = file_read(path, PLAN_CAP, &bytes, &length, error);
    free(path);
    if (failed)
        return -1;
    *words = NULL, *count = 0;
    for (const char *at = bytes; at < bytes + length; at += strlen(at) + 1)
        *arena_push(arena, *words, *count) = arena_copy(arena, at);
    free(bytes);
    return 0;
}

/* Tutti's own options were removed from the line; this adds those that matter again. */
int cc_plan_ask(const char *directory, const struct cc *cc, const struct line *line,
                struct error *error)
{
    struct text text;
    text_init(&text, PLAN_CAP);
    plan_add(&text, mpi_flavour_name(cc->builder.mpi.flavour));
    plan_add(&text, cc->builder.compilers.cc);
    plan_add(&text, cc->builder.compilers.fc);
    if (line->own.no_checks)
        plan_add(&text, "-fno-tutti-checks");
    if (line->own.all_checks)
        plan_add(&text, "-ftutti-checks=all");
    if (line->own.no_warnings)
        plan_add(&text, "-Wno-tutti");
    if (line->own.warnings_fatal)
        plan_add(&text, "-Werror=tutti");
    for (size_t i = 0; i < line->word_count; i++)
        plan_add(&text, line->words[i].text);
    int failed = plan_save(directory, "question", &text, error);
    text_free(&text);
    return failed;
}

int cc_plan_read_question(const char *directory, struct cc_question *question, struct error *error)
{
    char **words;
    size_t count;
    *question = (struct cc_question){0};
    if (plan_load(directory, "question", &question->arena, &words, &count, error) != 0)
        return -1;
    if (count < 3)
        return error_set(error, ERROR_FAILED, "the request to the analysis in %s is incomplete",
                         directory);
    question->flavour = strcmp(words[0], "none") == 0 ? NULL : words[0];
    question->clang = words[1];
    *arena_push(&question->arena, words, count) = NULL;
    question->flang = words[2];
    question->words = words + 3;
    question->word_count = count - 4;
    return 0;
}

int cc_plan_write(const char *directory, const struct cc_plan *plan, struct error *error)
{
    struct text text;
    text_init(&text, PLAN_CAP);
    for (size_t i = 0; i < plan->argument_count; i++) {
        plan_add(&text, "argument");
        plan_add(&text, plan->arguments[i]);
    }
    for (size_t i = 0; i < plan->object_count; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", plan->objects[i].word);
        plan_add(&text, plan->objects[i].archive ? "member" : "object");
        plan_add(&text, number);
        plan_add(&text, plan->objects[i].path);
    }
    int failed = plan_save(directory, "plan", &text, error);
    text_free(&text);
    return failed;
}

int cc_plan_read(const char *directory, struct cc_plan *plan, struct error *error)
{
    char **words;
    size_t count;
    *plan = (struct cc_plan){0};
    if (plan_load(directory, "plan", &plan->arena, &words, &count, error) != 0)
        return -1;
    for (size_t i = 0; i + 1 < count;) {
        if (strcmp(words[i], "argument") == 0) {
            *arena_push(&plan->arena, plan->arguments, plan->argument_count) = words[i + 1];
            i += 2;
        } else if (i + 2 < count) {
            *arena_push(&plan->arena, plan->objects, plan->object_count) = (struct cc_plan_object){
                strtoul(words[i + 1], NULL, 10), strcmp(words[i], "member") == 0, words[i + 2]};
            i += 3;
        } else {
            break;
        }
    }
    return 0;
}

void cc_plan_free(struct cc_plan *plan)
{
    arena_free(&plan->arena);
    *plan = (struct cc_plan){0};
}
