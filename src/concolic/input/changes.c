/* changes.c: describes changes in the files of a test line by line. Numbers replace others in
 * place, so the lines of both files correspond. */
#include "concolic/input/input.h"
#include "concolic/path/evaluate.h"
#include "concolic/path/operation.h"

#include <stdlib.h>
#include <string.h>

enum { QUOTED_LINES = 3, QUOTED_BYTES = 60 };

/* A line of a file, without its end; moves on to the next. */
struct line_of {
    const char *at;
    size_t length;
};

static struct line_of changes_next_line(const char **at, const char *end)
{
    struct line_of line = {.at = *at};
    const char *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    line.length = (size_t)((stop ? stop : end) - *at);
    *at = stop ? stop + 1 : end;
    return line;
}

static bool is_printable(struct line_of line)
{
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.at[i] < ' ' && line.at[i] != '\t' && line.at[i] != '\r')
            return false;
    return true;
}

static void changes_add_line(struct text *out, const char *name, size_t number, struct line_of line)
{
    size_t shown = line.length < QUOTED_BYTES ? line.length : QUOTED_BYTES;
    if (is_printable(line))
        text_addf(out, ", `%.*s%s` in line %zu of %s", (int)shown, line.at,
                  shown < line.length ? "..." : "", number, name);
    else
        text_addf(out, ", other bytes in line %zu of %s", number, name);
}

static void changes_compare(const struct input_file *file, const char *old, size_t old_length,
                            const char *name, struct text *out)
{
    const char *at = file->bytes, *end = at + file->length, *before = old;
    size_t changed = 0;
    for (size_t number = 1; at < end; number++) {
        struct line_of new = changes_next_line(&at, end);
        struct line_of was = changes_next_line(&before, old + old_length);
        if (new.length == was.length && memcmp(new.at, was.at, new.length) == 0)
            continue;
        if (changed++ < QUOTED_LINES)
            changes_add_line(out, name, number, new);
    }
    if (changed > QUOTED_LINES)
        text_addf(out, ", %zu more lines of it changed", changed - QUOTED_LINES);
    if (changed == 0)
        text_addf(out, ", with a shorter %s", name);
}

void input_describe_changes(const struct input *input, const struct input_originals *originals,
                            struct text *out)
{
    for (size_t i = 0; i < input->file_count; i++) {
        const struct input_file *file = &input->files[i];
        const char *name = strcmp(file->path, "-") == 0 ? "standard input" : file->path;
        size_t length = 0;
        struct error ignored;
        if (*file->path == '$')
            continue;
        char *old = input_read_original(originals, file->path, &length, &ignored);
        if (old)
            changes_compare(file, old, length, name, out);
        else
            text_addf(out, ", with a changed %s", name);
        free(old);
    }
}

void input_describe_mark(const struct symbolic_mark *mark, struct text *out)
{
    if (operation_is_float(mark->type))
        text_addf(out, "%s = %.17g", mark->name, evaluate_real(mark->type, mark->value));
    else
        text_addf(out, "%s = %lld", mark->name,
                  (long long)operation_signed(mark->type, mark->value));
}
