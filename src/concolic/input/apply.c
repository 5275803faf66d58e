/* apply.c: writes the values that the solver found to the places that the program reads them from.
 */
#include "base/text.h"
#include "concolic/input/input.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below this directory, in that of the test, are the copies of files with an absolute path. */
#define ROOT ".tutti-root"

struct change {
    uint32_t offset, length, order;
    const char *text;
    size_t text_length;
};

/* All changes in one source. */
struct changes {
    struct arena arena;
    struct change *list;
    size_t count;
};

static unsigned apply_bits_of(unsigned type)
{
    switch (type) {
    case SYMBOLIC_I1:
        return 1;
    case SYMBOLIC_I8:
        return 8;
    case SYMBOLIC_I16:
        return 16;
    case SYMBOLIC_I32:
    case SYMBOLIC_FLOAT:
        return 32;
    default:
        return 64;
    }
}

static int64_t signed_value(uint64_t value, unsigned bits)
{
    return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* Writes the shortest text that still means exactly this number. */
static char *float_text(struct arena *arena, unsigned type, uint64_t value)
{
    double number;
    if (type == SYMBOLIC_FLOAT) {
        float single;
        uint32_t low = (uint32_t)value;
        memcpy(&single, &low, sizeof single);
        number = (double)single;
    } else {
        memcpy(&number, &value, sizeof number);
    }
    char text[64] = "";
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        double again = strtod(text, NULL);
        bool same = type == SYMBOLIC_FLOAT ? (float)again == (float)number : again == number;
        if (same || isnan(number))
            break;
    }
    return arena_copy(arena, text);
}

/* Keeps blanks, a plus sign, the prefix of the base, and the case of digits. */
char *input_number_text(struct arena *arena, const struct symbolic_variable *variable,
                        uint64_t value, const char *old, size_t length)
{
    size_t blanks = 0, at;
    while (blanks < length && isspace((unsigned char)old[blanks]))
        blanks++;
    at = blanks;
    bool plus = at < length && old[at] == '+';
    if (at < length && (old[at] == '+' || old[at] == '-'))
        at++;
    int kept = (int)blanks;
    if (variable->type == SYMBOLIC_FLOAT || variable->type == SYMBOLIC_DOUBLE)
        return arena_printf(arena, "%.*s%s", kept, old, float_text(arena, variable->type, value));
    unsigned bits = apply_bits_of(variable->type);
    bool is_signed = variable->lower < 0;
    int64_t number = signed_value(value, bits);
    uint64_t size = bits >= 64 ? value : value & ((1ULL << bits) - 1);
    const char *sign = is_signed && number < 0 ? "-" : plus ? "+" : "";
    if (is_signed && number < 0)
        size = 0 - (uint64_t)number;
    if (variable->base == 16) {
        bool prefix = at + 1 < length && old[at] == '0' && (old[at + 1] | 32) == 'x';
        bool upper = false;
        for (size_t i = at; i < length; i++)
            upper = upper || (old[i] >= 'A' && old[i] <= 'F');
        return arena_printf(arena, upper ? "%.*s%s%.*s%" PRIX64 : "%.*s%s%.*s%" PRIx64, kept, old,
                            sign, prefix ? 2 : 0, prefix ? old + at : "", size);
    }
    if (variable->base == 8) {
        bool prefix = at + 1 < length && old[at] == '0' && size > 0;
        return arena_printf(arena, "%.*s%s%s%" PRIo64, kept, old, sign, prefix ? "0" : "", size);
    }
    return arena_printf(arena, "%.*s%s%" PRIu64, kept, old, sign, size);
}

/* Converts the path that the program opened to the path of a file in the input. */
static const char *original_path(const char *path, const struct input_originals *originals)
{
    size_t length = strlen(originals->laid_out), root = strlen(ROOT);
    if (strncmp(path, originals->laid_out, length) == 0 && path[length] == '/')
        path += length + 1;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    return strncmp(path, ROOT "/", root + 1) == 0 ? path + root : path;
}

/* Returns the name of a source in the input; NULL: an argument. */
static const char *apply_name_of(const struct symbolic_source *source,
                                 const struct input_originals *originals, struct arena *arena)
{
    switch ((enum symbolic_source_kind)source->kind) {
    case SYMBOLIC_ARGUMENT:
        return NULL;
    case SYMBOLIC_INPUT:
        return "-";
    case SYMBOLIC_ENVIRONMENT:
        return arena_printf(arena, "$%s", source->path);
    case SYMBOLIC_FILE:
        break;
    }
    return original_path(source->path, originals);
}

/* Reads the content of the source in the test of the trace. */
static int apply_read_source(const struct input *of, const struct symbolic_source *source,
                             const struct input_originals *originals, struct arena *arena,
                             struct input_file *file, struct error *error)
{
    *file = (struct input_file){.path = apply_name_of(source, originals, arena)};
    if (!file->path) {
        if (source->index >= of->argument_count)
            return error_set(error, ERROR_FAILED, "a test has no argument %u", source->index);
        file->bytes = of->arguments[source->index];
        file->length = strlen(file->bytes);
        return 0;
    }
    if (input_leads_up(file->path)) /* the guest leaves such files alone */
        return error_set(error, ERROR_FAILED, "a test has no file %s", file->path);
    const struct input_file *changed = input_find(of, file->path);
    if (changed) {
        *file = *changed;
        return 0;
    }
    const char *path = file->path;
    if (*path == '$') {
        file->bytes = getenv(path + 1);
        file->length = file->bytes ? strlen(file->bytes) : 0;
        return 0;
    }
    char *bytes = input_read_original(originals, path, &file->length, error);
    if (!bytes)
        return -1;
    file->bytes = arena_copy_bytes(arena, bytes, file->length);
    free(bytes);
    return 0;
}

const char *input_word(const struct input *of, const struct trace *trace,
                       const struct symbolic_variable *variable,
                       const struct input_originals *originals, struct arena *arena)
{
    struct input_file file;
    struct error ignored;
    if (variable->source >= trace->source_count ||
        apply_read_source(of, &trace->sources[variable->source], originals, arena, &file,
                          &ignored) != 0 ||
        variable->offset > file.length || variable->length > file.length - variable->offset)
        return NULL;
    return arena_copy_bytes(arena, file.bytes + variable->offset, variable->length);
}

/* Orders changes from the back, so that offsets stay right. Of two overlapping changes, the one
 * read last comes first. */
static int compare_changes(const void *one, const void *other)
{
    const struct change *first = one, *second = other;
    if (first->offset != second->offset)
        return first->offset > second->offset ? -1 : 1;
    return first->order > second->order ? -1 : first->order < second->order;
}

static void apply_collect(struct changes *changes, const struct trace *trace,
                          const struct solver_model *model, uint32_t source,
                          const struct input_file *file)
{
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        const struct symbolic_variable *variable = &trace->variables[i];
        bool text = variable->kind == SYMBOLIC_NUMBER || variable->kind == SYMBOLIC_WORD ||
                    variable->kind == SYMBOLIC_BYTE;
        if (!text || variable->source != source || !model->changed[i] ||
            variable->offset > file->length)
            continue;
        struct change change = {.offset = variable->offset, .length = variable->length, .order = i};
        if (variable->kind == SYMBOLIC_BYTE)
            change.length = 1;
        if (change.length > file->length - change.offset)
            change.length = (uint32_t)(file->length - change.offset);
        if (variable->kind == SYMBOLIC_NUMBER) {
            change.text = input_number_text(&changes->arena, variable, model->values[i],
                                            file->bytes + change.offset, change.length);
            change.text_length = strlen(change.text);
        } else if (variable->kind == SYMBOLIC_BYTE) {
            char byte = (char)model->values[i];
            change.text = arena_copy_bytes(&changes->arena, &byte, 1);
            change.text_length = 1;
        } else if (model->texts && model->texts[i]) {
            change.text = model->texts[i];
            change.text_length = strlen(change.text);
        } else {
            continue;
        }
        *arena_push(&changes->arena, changes->list, changes->count) = change;
    }
    if (changes->count > 1)
        qsort(changes->list, changes->count, sizeof *changes->list, compare_changes);
}

static void apply_splice(struct input_file *file, const struct changes *changes,
                         struct arena *arena)
{
    struct text parts;
    size_t end = file->length; /* end of the part not yet copied */
    size_t length = file->length;
    for (size_t i = 0; i < changes->count; i++)
        length += changes->list[i].text_length;
    text_init(&parts, length + 1);
    /* Overlaps are found from last to first; text is put together from first to last. */
    const struct change **used = arena_alloc(arena, (changes->count + 1) * sizeof(struct change *));
    size_t count = 0;
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        if ((size_t)change->offset + change->length > end)
            continue;
        used[count++] = change;
        end = change->offset;
    }
    size_t at = 0;
    while (count > 0) {
        const struct change *change = used[--count];
        text_add_bytes(&parts, file->bytes + at, change->offset - at);
        text_add_bytes(&parts, change->text, change->text_length);
        at = change->offset + change->length;
    }
    text_add_bytes(&parts, file->bytes + at, file->length - at);
    file->length = parts.length;
    file->bytes = arena_copy_bytes(arena, parts.data, parts.length);
    text_free(&parts);
}

static void apply_put_file(struct input *result, const struct input_file *file)
{
    for (size_t i = 0; i < result->file_count; i++)
        if (strcmp(result->files[i].path, file->path) == 0) {
            result->files[i].bytes = file->bytes;
            result->files[i].length = file->length;
            return;
        }
    *arena_push(&result->arena, result->files, result->file_count) =
        (struct input_file){.path = arena_copy(&result->arena, file->path),
                            .bytes = file->bytes,
                            .length = file->length};
}

static int apply_source(const struct input *of, const struct trace *trace,
                        const struct solver_model *model, uint32_t number,
                        const struct input_originals *originals, struct input *result,
                        struct error *error)
{
    struct changes changes = {.count = 0};
    struct input_file file;
    const struct symbolic_source *source = &trace->sources[number];
    bool any = false;
    for (uint32_t i = 0; i < trace->variable_count; i++)
        any = any || (model->changed[i] && trace->variables[i].source == number &&
                      trace->variables[i].kind <= SYMBOLIC_BYTE);
    if (!any)
        return 0;
    if (apply_read_source(of, source, originals, &result->arena, &file, error) != 0)
        return -1;
    apply_collect(&changes, trace, model, number, &file);
    if (changes.count > 0) {
        apply_splice(&file, &changes, &result->arena);
        if (file.path)
            apply_put_file(result, &file);
        else /* a zero byte ends the word */
            result->arguments[source->index] = file.bytes;
    }
    arena_free(&changes.arena);
    return 0;
}

static void put_mark(struct input *result, const struct symbolic_variable *variable, uint64_t value)
{
    for (size_t i = 0; i < result->mark_count; i++)
        if (strcmp(result->marks[i].name, variable->name) == 0) {
            result->marks[i].value = value;
            return;
        }
    if (result->mark_count >= SYMBOLIC_MARKS)
        return;
    struct symbolic_mark *mark = arena_push(&result->arena, result->marks, result->mark_count);
    snprintf(mark->name, sizeof mark->name, "%s", variable->name);
    mark->value = value;
    mark->type = variable->type;
}

/* Makes a new file. It contains a number. */
static void make_file(struct input *result, const char *path)
{
    static const char line[] = "1\n";
    if (!path || input_leads_up(path)) /* the program can overwrite the segment */
        return;
    apply_put_file(result, &(struct input_file){.path = path,
                                                .bytes = arena_copy(&result->arena, line),
                                                .length = sizeof line - 1});
}

/* Changes the number of arguments. A new word is a number, which is as good as any other text where
 * no number is expected: the next test learns what the program compares it with. */
static void resize_arguments(struct input *result, uint64_t count)
{
    if (count < 1 || count > result->argument_count + INPUT_WORDS_MORE)
        return;
    const char **words = arena_alloc(&result->arena, (count + 1) * sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = i < result->argument_count ? result->arguments[i] : "1";
    result->arguments = words;
    result->argument_count = count;
}

/* Chooses focus and number of ranks. A changed local rank counts more than the rank in
 * MPI_COMM_WORLD, which may only have moved to stay below the number of ranks. The map of local
 * ranks is that of the execution. */
static void choose_focus(const struct trace *trace, const struct solver_model *model,
                         struct input *result)
{
    int world = -1, local = -1;
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        const struct symbolic_variable *variable = &trace->variables[i];
        if (!model->changed[i])
            continue;
        int value = (int)(uint32_t)model->values[i];
        if (variable->kind == SYMBOLIC_SIZE && value > 0)
            result->ranks = value;
        else if (variable->kind == SYMBOLIC_RANK)
            world = value;
        else if (variable->kind == SYMBOLIC_LOCAL_RANK) {
            const struct symbolic_communicator *of = &trace->communicators[variable->source];
            if (value >= 0 && (uint32_t)value < of->size)
                local = trace->members[of->first + (uint32_t)value];
        }
    }
    if (world >= 0)
        result->focus = world;
    if (world >= result->ranks) /* the program never asks for their number */
        result->ranks = world + 1;
    if (local >= 0)
        result->focus = local;
    if (result->focus >= result->ranks)
        result->focus = result->ranks - 1;
}

static void apply_copy(const struct input *of, struct input *result)
{
    *result = (struct input){.ranks = of->ranks, .focus = of->focus};
    struct arena *arena = &result->arena;
    result->argument_count = of->argument_count;
    result->arguments = arena_alloc(arena, (of->argument_count + 1) * sizeof *result->arguments);
    for (size_t i = 0; i < of->argument_count; i++)
        result->arguments[i] = arena_copy(arena, of->arguments[i]);
    for (size_t i = 0; i < of->file_count; i++)
        *arena_push(arena, result->files, result->file_count) = (struct input_file){
            .path = arena_copy(arena, of->files[i].path),
            .bytes = arena_copy_bytes(arena, of->files[i].bytes, of->files[i].length),
            .length = of->files[i].length};
    for (size_t i = 0; i < of->mark_count; i++)
        *arena_push(arena, result->marks, result->mark_count) = of->marks[i];
    /* The steps of ranks before a choice may differ now. */
    result->loose = of->choice_count > 0;
    for (size_t i = 0; i < of->choice_count; i++) {
        struct choice *choice = arena_push(arena, result->choices, result->choice_count);
        *choice = of->choices[i];
        choice->check = 0;
    }
}

int input_apply(const struct input *of, const struct trace *trace, const struct solver_model *model,
                const struct input_originals *originals, struct input *result, struct error *error)
{
    apply_copy(of, result);
    for (uint32_t i = 0; i < trace->source_count; i++)
        if (apply_source(of, trace, model, i, originals, result, error) != 0) {
            input_free(result);
            return -1;
        }
    for (uint32_t i = 0; i < trace->variable_count; i++) {
        if (model->changed[i] && trace->variables[i].kind == SYMBOLIC_MARKED)
            put_mark(result, &trace->variables[i], model->values[i]);
        if (model->changed[i] && trace->variables[i].kind == SYMBOLIC_COUNT)
            resize_arguments(result, model->values[i]);
        if (model->changed[i] && trace->variables[i].kind == SYMBOLIC_EXISTS)
            make_file(result, apply_name_of(&trace->sources[trace->variables[i].source], originals,
                                            &result->arena));
    }
    choose_focus(trace, model, result);
    return 0;
}
