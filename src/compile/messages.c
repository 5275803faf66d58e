#include "compile/messages.h"

#include "base/file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES_CAP = 64 * 1024 * 1024 };

/* Returns the length of `file.f90:3:7: error: ` at the start of a line; 0 if the line begins no
 * error. */
static size_t error_place(const char *line, size_t length)
{
    static const char mark[] = ": error: ";
    const char *found = memmem(line, length, mark, sizeof mark - 1);
    return found ? (size_t)(found - line) + sizeof mark - 1 : 0;
}

void messages_print(const char *path, FILE *out)
{
    struct error ignored;
    char *bytes;
    size_t left;
    if (file_read(path, MESSAGES_CAP, &bytes, &left, &ignored) != 0)
        return;
    const char *last = NULL; /* place of the previous error */
    size_t last_length = 0;
    bool again = false; /* the lines belong to another error at the same place */
    for (const char *line = bytes; left > 0;) {
        const char *end = memchr(line, '\n', left);
        size_t length = end ? (size_t)(end - line) + 1 : left;
        size_t place = error_place(line, length);
        if (place > 0) {
            again = place == last_length && memcmp(line, last, place) == 0;
            last = line;
            last_length = place;
        }
        if (!again)
            fwrite(line, 1, length, out);
        line += length;
        left -= length;
    }
    free(bytes);
}
