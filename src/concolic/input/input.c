#include "concolic/input/input.h"

#include "base/env.h"
#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void input_add_text(struct bytes *bytes, const char *text)
{
    bytes_add_string(bytes, text, strlen(text) + 1);
}

/* Long parts that change least come first: consecutive inputs then begin alike. */
void input_write(const struct input *input, struct bytes *bytes)
{
    bytes_add_number(bytes, input->file_count);
    for (size_t i = 0; i < input->file_count; i++) {
        input_add_text(bytes, input->files[i].path);
        bytes_add_string(bytes, input->files[i].bytes, input->files[i].length);
    }
    bytes_add_number(bytes, input->argument_count);
    for (size_t i = 0; i < input->argument_count; i++)
        input_add_text(bytes, input->arguments[i]);
    bytes_add_number(bytes, input->mark_count);
    for (size_t i = 0; i < input->mark_count; i++) {
        input_add_text(bytes, input->marks[i].name);
        bytes_add_id(bytes, input->marks[i].value);
        bytes_add_number(bytes, input->marks[i].type);
    }
    bytes_add_number(bytes, (uint64_t)input->ranks);
    bytes_add_number(bytes, (uint64_t)input->focus);
    bytes_add_number(bytes, input->loose);
    bytes_add_string(bytes, input->choices, input->choice_count * sizeof *input->choices);
}

/* Reads and copies a string with its final zero; NULL: no final zero, or one inside. */
static const char *read_text(struct reader *reader, struct arena *arena)
{
    size_t length;
    const char *text = reader_string(reader, &length);
    if (!text || length == 0 || strnlen(text, length) != length - 1)
        return NULL;
    return arena_copy(arena, text);
}

static bool read_files(struct reader *reader, struct input *input)
{
    for (uint64_t count = reader_number(reader); count > 0; count--) {
        struct input_file file = {.path = read_text(reader, &input->arena)};
        const char *bytes = reader_string(reader, &file.length);
        if (!file.path || !bytes || reader->bad || input_leads_up(file.path))
            return false;
        file.bytes = arena_copy_bytes(&input->arena, bytes, file.length);
        *arena_push(&input->arena, input->files, input->file_count) = file;
    }
    return !reader->bad;
}

static bool input_read_arguments(struct reader *reader, struct input *input)
{
    uint64_t count = reader_number(reader);
    if (reader->bad || count > reader->left)
        return false;
    input->arguments = arena_alloc(&input->arena, (count + 1) * sizeof *input->arguments);
    for (; input->argument_count < count; input->argument_count++) {
        const char *word = read_text(reader, &input->arena);
        if (!word)
            return false;
        input->arguments[input->argument_count] = word;
    }
    return count > 0;
}

static bool read_marks(struct reader *reader, struct input *input)
{
    for (uint64_t count = reader_number(reader); count > 0; count--) {
        const char *name = read_text(reader, &input->arena);
        uint64_t value = reader_id(reader), type = reader_number(reader);
        if (!name || strlen(name) >= SYMBOLIC_NAME || reader->bad || type > SYMBOLIC_DOUBLE ||
            input->mark_count >= SYMBOLIC_MARKS)
            return false;
        struct symbolic_mark *mark = arena_push(&input->arena, input->marks, input->mark_count);
        strncpy(mark->name, name, sizeof mark->name - 1);
        mark->value = value;
        mark->type = (uint32_t)type;
    }
    return !reader->bad;
}

static bool input_read_choices(struct reader *reader, struct input *input)
{
    size_t length;
    input->loose = reader_number(reader) != 0;
    const char *bytes = reader_string(reader, &length);
    if (!bytes || length % sizeof *input->choices != 0)
        return false;
    input->choice_count = length / sizeof *input->choices;
    input->choices = arena_alloc(&input->arena, length + 1);
    memcpy(input->choices, bytes, length);
    return !reader->bad;
}

int input_read(struct reader *reader, struct input *input, struct error *error)
{
    *input = (struct input){0};
    bool right = read_files(reader, input) && input_read_arguments(reader, input) &&
                 read_marks(reader, input);
    uint64_t ranks = reader_number(reader), focus = reader_number(reader);
    right = right && input_read_choices(reader, input);
    input->ranks = (int)ranks;
    input->focus = (int)focus;
    if (right && !reader->bad && ranks > 0 && ranks <= INT_MAX && focus < ranks)
        return 0;
    input_free(input);
    return error_set(error, ERROR_FAILED, "the journal of the search is damaged");
}

void input_free(struct input *input)
{
    arena_free(&input->arena);
    *input = (struct input){0};
}

bool input_leads_up(const char *path)
{
    for (const char *at = strstr(path, ".."); at; at = strstr(at + 1, ".."))
        if ((at == path || at[-1] == '/') && (at[2] == '\0' || at[2] == '/'))
            return true;
    return false;
}

const struct input_file *input_find(const struct input *input, const char *path)
{
    for (size_t i = 0; i < input->file_count; i++)
        if (strcmp(input->files[i].path, path) == 0)
            return &input->files[i];
    return NULL;
}

static size_t files_that_differ(const struct input *one, const struct input *other)
{
    size_t count = 0;
    for (size_t i = 0; i < one->file_count; i++) {
        const struct input_file *file = &one->files[i], *same = input_find(other, file->path);
        count += !same || same->length != file->length ||
                 memcmp(same->bytes, file->bytes, file->length) != 0;
    }
    return count;
}

static size_t marks_that_differ(const struct input *one, const struct input *other)
{
    size_t count = 0;
    for (size_t i = 0; i < one->mark_count; i++) {
        bool same = false;
        for (size_t j = 0; j < other->mark_count && !same; j++)
            same = strcmp(one->marks[i].name, other->marks[j].name) == 0 &&
                   one->marks[i].value == other->marks[j].value;
        count += !same;
    }
    return count;
}

size_t input_distance(const struct input *one, const struct input *other)
{
    size_t count = files_that_differ(one, other) + marks_that_differ(one, other);
    size_t most =
        one->argument_count > other->argument_count ? one->argument_count : other->argument_count;
    for (size_t i = 0; i < most; i++)
        count += i >= one->argument_count || i >= other->argument_count ||
                 strcmp(one->arguments[i], other->arguments[i]) != 0;
    size_t length = one->choice_count * sizeof *one->choices;
    bool scheduled = one->choice_count != other->choice_count ||
                     (length > 0 && memcmp(one->choices, other->choices, length) != 0);
    return count + (one->ranks != other->ranks) + scheduled;
}

void input_describe(const struct input *input, struct text *out)
{
    bool variables = false;
    for (size_t i = 0; i < input->file_count; i++) {
        const struct input_file *file = &input->files[i];
        if (file->path[0] != '$')
            continue;
        variables = true;
        text_add_quoted(out, file->path + 1, strlen(file->path + 1));
        text_add_char(out, '=');
        text_add_quoted(out, file->bytes, file->length);
        text_add_char(out, ' ');
    }
    if (variables && input->argument_count > 0)
        for (const char *const *word = env_before_program(*input->arguments); *word; word++)
            text_addf(out, "%s ", *word);
    for (size_t i = 0; i < input->argument_count; i++) {
        if (i > 0)
            text_add_char(out, ' ');
        text_add_quoted(out, input->arguments[i], strlen(input->arguments[i]));
    }
}

char *input_read_original(const struct input_originals *originals, const char *path, size_t *length,
                          struct error *error)
{
    char *bytes = NULL;
    char *whole = strcmp(path, "-") == 0
                      ? memory_copy(originals->input ? originals->input : "/dev/null")
                  : *path == '/' ? memory_copy(path)
                                 : memory_printf("%s/%s", originals->directory, path);
    if (file_read(whole, INPUT_FILE_MAX, &bytes, length, error) != 0)
        bytes = NULL;
    free(whole);
    return bytes;
}
