/* files.c: models functions that read bytes from files and standard input. */
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/sources.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#undef getc
#undef getchar
#undef getc_unlocked
#undef getchar_unlocked

MODEL_OF(fopen);
MODEL_OF(fopen64);
MODEL_OF(freopen);
MODEL_OF(freopen64);
MODEL_OF(fclose);
MODEL_OF(open);
MODEL_OF(open64);
MODEL_OF(close);
MODEL_OF(dup);
MODEL_OF(dup2);
MODEL_OF(read);
MODEL_OF(pread);
MODEL_OF(pread64);
MODEL_OF(fgets);
MODEL_OF(fgets_unlocked);
MODEL_OF(fread);
MODEL_OF(fread_unlocked);
MODEL_OF(fgetc);
MODEL_OF(getc);
MODEL_OF(getchar);
MODEL_OF(getc_unlocked);
MODEL_OF(getchar_unlocked);
MODEL_OF(getdelim);
MODEL_OF(getline);
/* Variants that check the size of memory; <stdio.h> declares them only on request. */
extern char *__fgets_chk(char *, size_t, int, FILE *);             /* NOLINT */
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *); /* NOLINT */
extern ssize_t __read_chk(int, void *, size_t, size_t);            /* NOLINT */
extern ssize_t __getdelim(char **, size_t *, int, FILE *);         /* NOLINT */
MODEL_OF(__fgets_chk);
MODEL_OF(__fread_chk);
MODEL_OF(__read_chk);
MODEL_OF(__getdelim);

static FILE *file_opened_as_stream(FILE *stream, const char *path)
{
    if (stream && path)
        file_opened(fileno(stream), path);
    tutti_symbolic_result = 0;
    return stream;
}

static FILE *opened_to_read(FILE *stream, const char *path, const char *mode)
{
    if (mode[0] == 'r')
        file_wanted(path, stream != NULL);
    return file_opened_as_stream(stream, path);
}

FILE *tutti_model_fopen(const char *restrict path, const char *restrict mode)
{
    return opened_to_read(fopen(path, mode), path, mode);
}

FILE *tutti_model_fopen64(const char *restrict path, const char *restrict mode)
{
    return opened_to_read(fopen64(path, mode), path, mode);
}

FILE *tutti_model_freopen(const char *restrict path, const char *restrict mode,
                          FILE *restrict stream)
{
    file_closed(fileno(stream));
    return file_opened_as_stream(freopen(path, mode, stream), path);
}

FILE *tutti_model_freopen64(const char *restrict path, const char *restrict mode,
                            FILE *restrict stream)
{
    file_closed(fileno(stream));
    return file_opened_as_stream(freopen64(path, mode, stream), path);
}

int tutti_model_fclose(FILE *stream)
{
    int descriptor = fileno(stream), result = fclose(stream);
    file_closed(descriptor);
    tutti_symbolic_result = 0;
    return result;
}

/* Returns the third argument; it exists only with O_CREAT and the like, and is not used
 * otherwise. */
static mode_t mode_of(va_list arguments, int flags)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

int tutti_model_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int descriptor = open(path, flags, mode_of(arguments, flags));
    va_end(arguments);
    if (!(flags & O_CREAT))
        file_wanted(path, descriptor >= 0);
    file_opened(descriptor, path);
    tutti_symbolic_result = 0;
    return descriptor;
}

int tutti_model_open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int descriptor = open64(path, flags, mode_of(arguments, flags));
    va_end(arguments);
    if (!(flags & O_CREAT))
        file_wanted(path, descriptor >= 0);
    file_opened(descriptor, path);
    tutti_symbolic_result = 0;
    return descriptor;
}

int tutti_model_close(int descriptor)
{
    int result = close(descriptor);
    file_closed(descriptor);
    tutti_symbolic_result = 0;
    return result;
}

int tutti_model_dup(int descriptor)
{
    int result = dup(descriptor);
    file_duplicated(result, descriptor);
    tutti_symbolic_result = 0;
    return result;
}

int tutti_model_dup2(int descriptor, int wanted)
{
    int result = dup2(descriptor, wanted);
    file_duplicated(result, descriptor);
    tutti_symbolic_result = 0;
    return result;
}

ssize_t tutti_model_read(int descriptor, void *to, size_t length)
{
    struct symbolic_file_place place;
    model_size(2, length);
    bool known = file_place(descriptor, &place);
    ssize_t count = read(descriptor, to, length);
    if (count > 0)
        file_bytes(known ? &place : NULL, to, (size_t)count);
    tutti_symbolic_result = 0;
    return count;
}

ssize_t tutti_model___read_chk(int descriptor, void *to, size_t length, size_t room)
{
    if (length > room)
        return __read_chk(descriptor, to, length, room);
    return tutti_model_read(descriptor, to, length);
}

ssize_t tutti_model_pread(int descriptor, void *to, size_t length, off_t offset)
{
    struct symbolic_file_place place;
    model_size(2, length);
    model_size(3, (uint64_t)offset);
    bool known = file_place(descriptor, &place);
    ssize_t count = pread(descriptor, to, length, offset);
    place.offset = (uint64_t)offset;
    if (count > 0)
        file_bytes(known ? &place : NULL, to, (size_t)count);
    tutti_symbolic_result = 0;
    return count;
}

ssize_t tutti_model_pread64(int descriptor, void *to, size_t length, off_t offset)
{
    return tutti_model_pread(descriptor, to, length, offset);
}

/* Returns how many bytes a stream has read since it was at `before`. */
static uint64_t count_since(FILE *stream, const struct symbolic_file_place *before)
{
    struct symbolic_file_place now;
    if (!file_place_of(stream, &now) || now.offset < before->offset)
        return 0;
    return now.offset - before->offset;
}

static char *took_line(char *line, int size, FILE *stream, const struct symbolic_file_place *before)
{
    uint64_t count = line && before ? count_since(stream, before) : 0;
    if (line && before && count < (uint64_t)size) {
        file_bytes(before, line, count);
        file_bytes(NULL, line + count, 1);
    } else if (line) {
        file_bytes(NULL, line, strlen(line) + 1);
    }
    tutti_symbolic_result = 0;
    return line;
}

char *tutti_model_fgets(char *restrict to, int size, FILE *restrict stream)
{
    struct symbolic_file_place before;
    model_size(1, (uint32_t)size);
    bool known = file_place_of(stream, &before);
    return took_line(fgets(to, size, stream), size, stream, known ? &before : NULL);
}

char *tutti_model_fgets_unlocked(char *restrict to, int size, FILE *restrict stream)
{
    struct symbolic_file_place before;
    model_size(1, (uint32_t)size);
    bool known = file_place_of(stream, &before);
    return took_line(fgets_unlocked(to, size, stream), size, stream, known ? &before : NULL);
}

char *tutti_model___fgets_chk(char *to, size_t room, int size, FILE *stream)
{
    struct symbolic_file_place before;
    model_size(2, (uint32_t)size);
    bool known = file_place_of(stream, &before);
    return took_line(__fgets_chk(to, room, size, stream), size, stream, known ? &before : NULL);
}

static size_t took_items(void *to, size_t bytes, size_t items, FILE *stream,
                         const struct symbolic_file_place *before)
{
    /* The last item may be incomplete. */
    uint64_t count = before ? count_since(stream, before) : 0;
    if (before)
        file_bytes(before, to, count < bytes ? count : bytes);
    else
        file_bytes(NULL, to, bytes);
    tutti_symbolic_result = 0;
    return items;
}

size_t tutti_model_fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    struct symbolic_file_place before;
    model_size(1, size);
    model_size(2, count);
    bool known = file_place_of(stream, &before);
    size_t items = fread(to, size, count, stream);
    return took_items(to, size * count, items, stream, known ? &before : NULL);
}

size_t tutti_model_fread_unlocked(void *restrict to, size_t size, size_t count,
                                  FILE *restrict stream)
{
    return tutti_model_fread(to, size, count, stream);
}

size_t tutti_model___fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream)
{
    struct symbolic_file_place before;
    model_size(2, size);
    model_size(3, count);
    bool known = file_place_of(stream, &before);
    size_t items = __fread_chk(to, room, size, count, stream);
    return took_items(to, size * count, items, stream, known ? &before : NULL);
}

/* Returns the byte that was read last, and sets its expression as an int. */
static int took_byte(int byte, FILE *stream)
{
    struct symbolic_file_place place;
    uint32_t expression = 0;
    unsigned char here = (unsigned char)byte;
    if (byte != EOF && file_place_of(stream, &place) && place.offset > 0 && state_enter()) {
        source_mark(place.source, place.offset - 1, &here, 1);
        expression = shadow_load(&here, SYMBOLIC_I8, here);
        expression = node_unary(SYMBOLIC_EXTEND_ZERO, SYMBOLIC_I32, expression, here);
        shadow_forget(&here, 1);
        state_leave();
    }
    tutti_symbolic_result = expression;
    return byte;
}

int tutti_model_fgetc(FILE *stream)
{
    return took_byte(fgetc(stream), stream);
}

int tutti_model_getc(FILE *stream)
{
    return took_byte(getc(stream), stream);
}

int tutti_model_getchar(void)
{
    return took_byte(getchar(), stdin);
}

int tutti_model_getc_unlocked(FILE *stream)
{
    return took_byte(getc_unlocked(stream), stream);
}

int tutti_model_getchar_unlocked(void)
{
    return took_byte(getchar_unlocked(), stdin);
}

ssize_t tutti_model_getdelim(char **restrict line, size_t *restrict room, int end,
                             FILE *restrict stream)
{
    struct symbolic_file_place before;
    bool known = file_place_of(stream, &before);
    ssize_t count = getdelim(line, room, end, stream);
    if (count >= 0) {
        file_bytes(known ? &before : NULL, *line, (size_t)count);
        file_bytes(NULL, *line + count, 1);
    }
    file_bytes(NULL, line, sizeof *line);
    file_bytes(NULL, room, sizeof *room);
    tutti_symbolic_result = 0;
    return count;
}

ssize_t tutti_model___getdelim(char **line, size_t *room, int end, FILE *stream)
{
    return tutti_model_getdelim(line, room, end, stream);
}

ssize_t tutti_model_getline(char **restrict line, size_t *restrict room, FILE *restrict stream)
{
    return tutti_model_getdelim(line, room, '\n', stream);
}
