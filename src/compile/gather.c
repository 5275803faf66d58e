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

struct linking {
    struct gathered *gathered;
    struct symbol *symbols;
    bool unknown; /* a member has no symbol table: any other may be taken for its sake */
    bool **taken; /* by input and member */
};

static struct symbol *symbol_of(struct linking *linking, const char *name)
{
    struct symbol *symbol;
    HASH_FIND_STR(linking->symbols, name, symbol);
    if (!symbol) {
        symbol = arena_alloc(&linking->gathered->arena, sizeof *symbol);
        symbol->name = name;
        HASH_ADD_KEYPTR(hh, linking->symbols, symbol->name, strlen(symbol->name), symbol);
    }
    return symbol;
}

static void take(struct linking *linking, size_t input, size_t number)
{
    struct object_member *member = &linking->gathered->inputs[input].object.members[number];
    linking->taken[input][number] = true;
    linking->unknown |= member->defined_count == 0 && member->piece_count > 0;
    for (size_t i = 0; i < member->defined_count; i++)
        symbol_of(linking, member->defined[i])->defined = true;
    for (size_t i = 0; i < member->wanted_count; i++)
        symbol_of(linking, member->wanted[i])->wanted = true;
}

static bool is_wanted(struct linking *linking, const struct object_member *member)
{
    if (linking->unknown || (member->defined_count == 0 && member->piece_count > 0))
        return true;
    for (size_t i = 0; i < member->defined_count; i++) {
        struct symbol *symbol;
        HASH_FIND_STR(linking->symbols, member->defined[i], symbol);
        if (symbol && symbol->wanted && !symbol->defined)
            return true;
    }
    return false;
}

/* Takes members out of archives as long as they define what is wanted: as the linker does, but for
 * the order of archives, which only matters to links that fail. */
static void take_from_archives(struct linking *linking)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < linking->gathered->input_count; i++) {
            const struct object *object = &linking->gathered->inputs[i].object;
            for (size_t j = 0; object->kind == OBJECT_ARCHIVE && j < object->member_count; j++)
                if (!linking->taken[i][j] && is_wanted(linking, &object->members[j])) {
                    take(linking, i, j);
                    again = true;
                }
        }
    }
}

static void add_pieces(struct gathered *gathered, size_t input, const struct object_member *member)
{
    const struct object *object = &gathered->inputs[input].object;
    if (member->piece_count == 0 && object->kind == OBJECT_RELOCATABLE)
        *arena_push(&gathered->arena, gathered->bare, gathered->bare_count) = member->name;
    for (size_t i = 0; i < member->piece_count; i++) {
        const struct object_piece *piece = &member->pieces[i];
        const char *name = member->piece_count == 1 ? member->name
                                                    : arena_printf(&gathered->arena, "%s, part %zu",
                                                                   member->name, i + 1);
        *arena_push(&gathered->arena, gathered->pieces, gathered->piece_count) =
            (struct gathered_piece){name, piece, input,
                                    member->piece_count == 1 && object->kind != OBJECT_SHARED};
        gathered->parallel |= object_calls_parallel(piece);
    }
}

static void choose_members(const struct line *line, struct gathered *gathered)
{
    struct linking linking = {.gathered = gathered};
    linking.taken = arena_alloc(&gathered->arena, gathered->input_count * sizeof(bool *));
    bool whole = false;
    for (size_t i = 0; i < line->word_count; i++) {
        whole |= strstr(line->words[i].text, "--whole-archive") != NULL;
        if (strcmp(line->words[i].text, "-u") == 0 && i + 1 < line->word_count)
            symbol_of(&linking, line->words[i + 1].text)->wanted = true;
    }
    symbol_of(&linking, "main")->wanted = !line->shared;
    for (size_t i = 0; i < gathered->input_count; i++) {
        struct object *object = &gathered->inputs[i].object;
        linking.taken[i] = arena_alloc(&gathered->arena, object->member_count * sizeof(bool));
        for (size_t j = 0; j < object->member_count; j++) {
            object_read_symbols(object, &object->members[j]);
            if (object->kind != OBJECT_ARCHIVE || whole)
                take(&linking, i, j);
        }
    }
    take_from_archives(&linking);
    for (size_t i = 0; i < gathered->input_count; i++)
        for (size_t j = 0; j < gathered->inputs[i].object.member_count; j++)
            if (linking.taken[i][j])
                add_pieces(gathered, i, &gathered->inputs[i].object.members[j]);
    HASH_CLEAR(hh, linking.symbols);
}

static void add_input(struct gathered *gathered, const char *path, size_t word)
{
    struct error error;
    struct object object;
    if (object_open(path, &object, &error) != 0)
        return;
    *arena_push(&gathered->arena, gathered->inputs, gathered->input_count) =
        (struct gathered_input){object, word, object.kind == OBJECT_ARCHIVE};
}

/* The file that -lNAME means in a directory of the command line; NULL: it is elsewhere. */
static const char *find_library(const struct line *line, struct arena *arena, const char *name)
{
    bool fixed = name[0] == ':', only_archives = false;
    for (size_t i = 0; i < line->word_count; i++)
        only_archives |= strcmp(line->words[i].text, "-static") == 0;
    for (size_t i = 0; i < line->word_count; i++) {
        const struct line_word *word = &line->words[i];
        if (word->value || strncmp(word->text, "-L", 2) != 0)
            continue;
        const char *directory = word->text[2]              ? word->text + 2
                                : i + 1 < line->word_count ? line->words[i + 1].text
                                                           : "";
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
        const char *path = NULL;
        if (word->kind == WORD_INPUT)
            path = word->text;
        else if (word->kind == WORD_LIBRARY && word->text[0] == '-' && !word->value)
            path = find_library(line, &gathered->arena,
                                word->text[2]              ? word->text + 2
                                : i + 1 < line->word_count ? line->words[i + 1].text
                                                           : "");
        if (path)
            add_input(gathered, path, i);
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
        add_pieces(gathered, gathered->input_count - 1, &object.members[i]);
    return 0;
}

void gather_free(struct gathered *gathered)
{
    for (size_t i = 0; i < gathered->input_count; i++)
        object_close(&gathered->inputs[i].object);
    arena_free(&gathered->arena);
    *gathered = (struct gathered){0};
}
