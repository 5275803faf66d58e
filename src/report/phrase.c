#include "report/phrase.h"

#include "base/utf8.h"

#include <string.h>

void phrase_add(struct text *out, const char *string, size_t most)
{
    const char *end = string;
    for (; *end && most > 0; most--) {
        uint32_t code;
        size_t length = utf8_decode(end, &code);
        end += length ? length : 1;
    }
    text_add_visible(out, string, (size_t)(end - string));
    if (*end)
        text_add(out, "...");
}

const char *phrase_argument_name(const struct argument *argument)
{
    /* The only name that is shortened, since it is in almost every line. */
    return strcmp(argument->name, "source") == 0 ? "src" : argument->name;
}

const char *phrase_mpi_name(const char *family)
{
    static const char *const names[][2] = {
        {"mpich", "MPICH"}, {"openmpi", "Open MPI"}, {"abi", "MPI ABI"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], family) == 0)
            return names[i][1];
    return family;
}

void phrase_add_call(struct text *out, const struct location *location)
{
    if (!location->call)
        return;
    phrase_add(out, location->call, PHRASE_ARGUMENT_MAX);
    if (strncmp(location->call, "a ", 2) == 0) /* a load or a store, no function */
        return;
    text_add_char(out, '(');
    for (size_t i = 0; i < location->argument_count; i++) {
        const struct argument *argument = &location->arguments[i];
        text_add(out, i ? ", " : "");
        phrase_add(out, phrase_argument_name(argument), PHRASE_ARGUMENT_MAX);
        text_add_char(out, '=');
        phrase_add(out, argument->text ? argument->text : "", PHRASE_ARGUMENT_MAX);
    }
    text_add_char(out, ')');
}

void phrase_add_place(struct text *out, const char *file, int line)
{
    if (!file)
        return;
    phrase_add(out, file, PHRASE_STRING_MAX);
    if (line > 0)
        text_addf(out, ":%d", line);
}

void phrase_add_stacks(struct text *out, const struct finding *finding, int indent)
{
    enum { LIST_MAX = 100, DEPTH_MAX = 64 };
    for (size_t i = 0; i < finding->stack_count; i++) {
        const struct stack_branch *branch = &finding->stacks[i];
        int depth = branch->depth < DEPTH_MAX ? branch->depth : DEPTH_MAX;
        text_addf(out, "%*s", 2 * (indent + depth), "");
        text_add(out, strpbrk(branch->ranks, ",-") ? "ranks " : "rank ");
        phrase_add(out, branch->ranks, LIST_MAX);
        text_add(out, "  ");
        phrase_add(out, *branch->where ? branch->where : "(no stack)", PHRASE_STRING_MAX);
        text_add_char(out, '\n');
    }
}

void phrase_add_ranks(struct text *out, const int *ranks, size_t count)
{
    struct arena arena = {0};
    const char *list = finding_rank_text(&arena, ranks, count);
    text_addf(out, "rank%s %s", strpbrk(list + 1, ",-") ? "s" : "", list);
    arena_free(&arena);
}
