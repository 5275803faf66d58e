#include "compile/gather.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>

struct symbol {
    const char *name;
    bool wanted, defined;
    UT_hash_handle hh;
};

/* The state of a linker that takes members. */
struct linking {
    struct gathered *gathered;
    struct arena arena;
    struct symbol *symbols;
    bool unknown; /* a member's symbols are not known: it may need any other member */
    bool **taken; /* by input and member */
};

static struct symbol *gather_symbol_of(struct linking *linking, const char *name)
{
    struct symbol *symbol;
    HASH_FIND_STR(linking->symbols, name, symbol);
    if (!symbol) {
        symbol = arena_alloc(&linking->arena, sizeof *symbol);
        symbol->name = name;
        HASH_ADD_KEYPTR(hh, linking->symbols, symbol->name, strlen(symbol->name), symbol);
    }
    return symbol;
}

static void linking_begin(struct linking *linking, struct gathered *gathered)
{
    *linking = (struct linking){.gathered = gathered};
    linking->taken = memory_zero(gathered->input_count + 1, sizeof *linking->taken);
    for (size_t i = 0; i < gathered->input_count; i++)
        linking->taken[i] = memory_zero(gathered->inputs[i].object.member_count + 1, sizeof(bool));
}

static void linking_end(struct linking *linking)
{
    HASH_CLEAR(hh, linking->symbols);
    arena_free(&linking->arena);
    for (size_t i = 0; i < linking->gathered->input_count; i++)
        free(linking->taken[i]);
    free(linking->taken);
}

static void gather_read_symbols(struct gathered *gathered)
{
    for (size_t i = 0; i < gathered->input_count; i++) {
        struct object *object = &gathered->inputs[i].object;
        for (size_t j = 0; j < object->member_count; j++)
            object_read_symbols(object, &object->members[j]);
    }
}

static void gather_take(struct linking *linking, size_t input, size_t number)
{
    struct object_member *member = &linking->gathered->inputs[input].object.members[number];
    linking->taken[input][number] = true;
    linking->unknown |= !member->known;
    for (size_t i = 0; i < member->defined_count; i++)
        gather_symbol_of(linking, member->defined[i])->defined = true;
    for (size_t i = 0; i < member->wanted_count; i++)
        gather_symbol_of(linking, member->wanted[i])->wanted = true;
}

static bool gather_defines(const struct object_member *member, const char *name)
{
    for (size_t i = 0; i < member->defined_count; i++)
        if (strcmp(member->defined[i], name) == 0)
            return true;
    return false;
}

static bool gather_is_wanted(struct linking *linking, const struct object_member *member)
{
    if (linking->unknown || !member->known)
        return true;
    for (size_t i = 0; i < member->defined_count; i++) {
        struct symbol *symbol;
        HASH_FIND_STR(linking->symbols, member->defined[i], symbol);
        if (symbol && symbol->wanted && !symbol->defined)
            return true;
    }
    return false;
}

/* Takes members as long as they define wanted symbols, as the linker does. Only the order of
 * archives is ignored: it matters only to links that fail. */
static void take_wanted(struct linking *linking, bool only_archives)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < linking->gathered->input_count; i++) {
            const struct object *object = &linking->gathered->inputs[i].object;
            if (only_archives && object->kind != OBJECT_ARCHIVE)
                continue;
            for (size_t j = 0; j < object->member_count; j++)
                if (!linking->taken[i][j] && gather_is_wanted(linking, &object->members[j])) {
                    gather_take(linking, i, j);
                    again = true;
                }
        }
    }
}

static void gather_add_pieces(struct gathered *gathered, size_t input, size_t number)
{
    const struct object *object = &gathered->inputs[input].object;
    const struct object_member *member = &object->members[number];
    for (size_t i = 0; i < member->piece_count; i++) {
        const char *name = member->piece_count == 1 ? member->name
                                                    : arena_printf(&gathered->arena, "%s, part %zu",
                                                                   member->name, i + 1);
        *arena_push(&gathered->arena, gathered->pieces, gathered->piece_count) =
            (struct gathered_piece){.name = name,
                                    .piece = &member->pieces[i],
                                    .input = input,
                                    .member = number,
                                    .alone =
                                        member->piece_count == 1 && object->kind != OBJECT_SHARED};
        gathered->parallel |= object_calls_parallel(&member->pieces[i]);
    }
}

static void choose_members(const struct line *line, struct gathered *gathered)
{
    struct linking linking;
    bool whole = false;
    linking_begin(&linking, gathered);
    gather_read_symbols(gathered);
    for (size_t i = 0; i < line->word_count; i++) {
        whole |= strstr(line->words[i].text, "--whole-archive") != NULL;
        if (strcmp(line->words[i].text, "-u") == 0 && i + 1 < line->word_count)
            gather_symbol_of(&linking, line->words[i + 1].text)->wanted = true;
    }
    gather_symbol_of(&linking, "main")->wanted = !line->shared;
    for (size_t i = 0; i < gathered->input_count; i++)
        for (size_t j = 0; j < gathered->inputs[i].object.member_count; j++)
            if (gathered->inputs[i].object.kind != OBJECT_ARCHIVE || whole)
                gather_take(&linking, i, j);
    take_wanted(&linking, true);
    for (size_t i = 0; i < gathered->input_count; i++)
        for (size_t j = 0; j < gathered->inputs[i].object.member_count; j++)
            if (linking.taken[i][j])
                gather_add_pieces(gathered, i, j);
    /* Each member of a whole archive is linked, even one that was made again. */
    for (size_t i = 0; i < gathered->piece_count && whole; i++)
        if (gathered->inputs[gathered->pieces[i].input].object.kind == OBJECT_ARCHIVE)
            gathered->pieces[i].alone = false;
    linking_end(&linking);
}

static void gather_add_input(struct gathered *gathered, const char *path, size_t word)
{
    struct error error;
    struct object object;
    if (object_open(path, &object, &error) == 0)
        *arena_push(&gathered->arena, gathered->inputs, gathered->input_count) =
            (struct gathered_input){object, word};
}

/* Returns the value of an option, from the same word or the next. */
static const char *gather_value_of(const struct line *line, size_t word)
{
    const char *text = line->words[word].text;
    return text[2] ? text + 2 : word + 1 < line->word_count ? line->words[word + 1].text : "";
}

/* Finds the file that -lNAME means in a directory of the command line; NULL: it is elsewhere. */
static const char *find_library(const struct line *line, struct arena *arena, const char *name)
{
    bool fixed = name[0] == ':', only_archives = false;
    for (size_t i = 0; i < line->word_count; i++)
        only_archives |= strcmp(line->words[i].text, "-static") == 0;
    for (size_t i = 0; i < line->word_count; i++) {
        if (line->words[i].value || strncmp(line->words[i].text, "-L", 2) != 0)
            continue;
        const char *directory = gather_value_of(line, i);
        for (size_t j = only_archives; j < 2; j++) {
            const char *path = fixed    ? arena_printf(arena, "%s/%s", directory, name + 1)
                               : j == 0 ? arena_printf(arena, "%s/lib%s.so", directory, name)
                                        : arena_printf(arena, "%s/lib%s.a", directory, name);
            if (access(path, R_OK) == 0)
                return path;
        }
    }
    return NULL;
}

void gather(const struct line *line, struct gathered *gathered)
{
    *gathered = (struct gathered){0};
    for (size_t i = 0; i < line->word_count; i++) {
        const struct line_word *word = &line->words[i];
        if (word->kind == WORD_INPUT)
            gather_add_input(gathered, word->text, i);
        if (word->kind != WORD_LIBRARY || word->value)
            continue;
        const char *path = find_library(line, &gathered->arena, gather_value_of(line, i));
        if (path)
            gather_add_input(gathered, path, i);
    }
    choose_members(line, gathered);
}

int gather_file(struct gathered *gathered, const char *path, struct error *error)
{
    struct object object;
    if (object_open(path, &object, error) != 0)
        return -1;
    *arena_push(&gathered->arena, gathered->inputs, gathered->input_count) =
        (struct gathered_input){.object = object};
    for (size_t i = 0; i < object.member_count; i++)
        gather_add_pieces(gathered, gathered->input_count - 1, i);
    return 0;
}

void gather_free(struct gathered *gathered)
{
    for (size_t i = 0; i < gathered->input_count; i++)
        object_close(&gathered->inputs[i].object);
    arena_free(&gathered->arena);
    *gathered = (struct gathered){0};
}

static const struct object_member *member_of(const struct gathered *gathered, size_t piece)
{
    const struct gathered_piece *at = &gathered->pieces[piece];
    return &gathered->inputs[at->input].object.members[at->member];
}

static void add_to_program(struct gathered *gathered, struct gathered_program *program,
                           size_t piece)
{
    *arena_push(&gathered->arena, program->pieces, program->piece_count) = piece;
}

/* Makes the program of one main(): that piece and all that it needs, without other main()s. */
static void gather_link_program(struct gathered *gathered, size_t first, bool *used,
                                struct gathered_program *program)
{
    struct linking linking;
    linking_begin(&linking, gathered);
    gather_take(&linking, gathered->pieces[first].input, gathered->pieces[first].member);
    take_wanted(&linking, false);
    for (size_t i = 0; i < gathered->piece_count; i++) {
        const struct gathered_piece *piece = &gathered->pieces[i];
        bool other = i != first && gather_defines(member_of(gathered, i), "main");
        if (!linking.taken[piece->input][piece->member] || other)
            continue;
        add_to_program(gathered, program, i);
        used[i] = true;
    }
    program->whole = true;
    linking_end(&linking);
}

struct gathered_program *gather_programs(struct gathered *gathered, size_t *count)
{
    struct gathered_program *programs = NULL, rest = {0};
    size_t mains = 0;
    bool *used = memory_zero(gathered->piece_count + 1, sizeof *used);
    *count = 0;
    gather_read_symbols(gathered);
    for (size_t i = 0; i < gathered->piece_count; i++)
        mains += gather_defines(member_of(gathered, i), "main");
    for (size_t i = 0; i < gathered->piece_count && mains > 1; i++)
        if (gather_defines(member_of(gathered, i), "main"))
            gather_link_program(gathered, i, used, arena_push(&gathered->arena, programs, *count));
    for (size_t i = 0; i < gathered->piece_count; i++)
        if (!used[i])
            add_to_program(gathered, &rest, i);
    rest.whole = mains == 1;
    for (size_t i = 0; i < gathered->input_count; i++)
        rest.whole |= gathered->inputs[i].object.program;
    if (rest.piece_count > 0)
        *arena_push(&gathered->arena, programs, *count) = rest;
    free(used);
    return programs;
}
