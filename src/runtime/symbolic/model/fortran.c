/* fortran.c: models how Fortran programs read numbers, in the calls that flang makes of READ.
 *
 * flang's library reads files in its own way, which is not visible. So the model repeats what a
 * list-directed READ does: each item is the next word of the file. If the program got another
 * number than that word, something unknown was read, and the unit is not followed any more. Text in
 * memory, such as that of GET_COMMAND_ARGUMENT, is treated in the same way. Formatted and
 * unformatted READ, and whole arrays, are not followed.
 *
 * Only Fortran programs have these functions: the weak references stay open in others. */
#include "runtime/symbolic/files.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/model/numbers.h"
#include "runtime/symbolic/sources.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void *statement_handle;

/* The beginning of a descriptor of flang (<ISO_Fortran_binding.h>). */
struct descriptor {
    void *base;
    size_t length; /* of an element, in bytes */
};

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): flang's names */
#define FLANG(result, name, ...)                           \
    extern __attribute__((weak)) result name(__VA_ARGS__); \
    MODEL_OF(name)

FLANG(statement_handle, _FortranAioBeginExternalListInput, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginInternalListInput, const char *text, size_t length,
      void **scratch, size_t scratch_length, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginExternalFormattedInput, const char *format, size_t length,
      const void *descriptor, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginUnformattedInput, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginOpenUnit, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginOpenNewUnit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginClose, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginRewind, int unit, const char *file, int line);
FLANG(statement_handle, _FortranAioBeginBackspace, int unit, const char *file, int line);
FLANG(bool, _FortranAioSetFile, statement_handle statement, const char *path, size_t length);
FLANG(bool, _FortranAioGetNewUnit, statement_handle statement, int *unit, int kind);
FLANG(bool, _FortranAioInputInteger, statement_handle statement, void *at, int kind);
FLANG(bool, _FortranAioInputReal32, statement_handle statement, float *at);
FLANG(bool, _FortranAioInputReal64, statement_handle statement, double *at);
FLANG(bool, _FortranAioInputAscii, statement_handle statement, char *at, size_t length);
FLANG(bool, _FortranAioInputLogical, statement_handle statement, bool *at);
FLANG(bool, _FortranAioInputDescriptor, statement_handle statement, const void *descriptor);
FLANG(int, _FortranAioEndIoStatement, statement_handle statement);
FLANG(int, _FortranAGetCommandArgument, int number, const struct descriptor *value,
      const struct descriptor *length, const struct descriptor *message, const char *file,
      int line);

enum { UNITS = 32, STATEMENTS = 4, WINDOW = 512, STANDARD_INPUT = 5 };

/* A file that is read by words. */
struct fortran_unit {
    int number;
    bool known; /* the entry is in use */
    uint32_t source;
    uint64_t at; /* offset where the next READ begins */
    char path[SYMBOLIC_PATH];
};

static struct fortran_unit units[UNITS];

/* A statement that is being executed. There are only few at a time (one in each thread). */
struct statement {
    statement_handle handle; /* NULL: none */
    enum { READS_UNIT, READS_TEXT, OPENS } does;
    struct fortran_unit *unit;
    const char *text; /* READS_TEXT */
    size_t length;
    uint64_t at;
    bool behind_item;         /* a comma here is a separator */
    int number;               /* OPENS: number of the unit */
    char path[SYMBOLIC_PATH]; /* OPENS */
};

static struct statement statements[STATEMENTS];

static struct statement *statement_of(statement_handle handle)
{
    for (size_t i = 0; i < STATEMENTS; i++)
        if (statements[i].handle == handle)
            return &statements[i];
    return NULL;
}

/* Returns NULL if there are too many. */
static struct statement *fortran_begin(statement_handle handle, int does)
{
    struct statement *statement = handle ? statement_of(handle) : NULL;
    if (handle && !statement)
        statement = statement_of(NULL);
    if (statement)
        *statement =
            (struct statement){.handle = handle, .does = (__typeof__(statement->does))does};
    return statement;
}

static struct fortran_unit *fortran_unit_of(int number)
{
    for (size_t i = 0; i < UNITS; i++)
        if (units[i].known && units[i].number == number)
            return &units[i];
    return NULL;
}

static struct fortran_unit *fortran_add_unit(int number, uint32_t source, const char *path)
{
    for (size_t i = 0; source != SOURCE_NONE && i < UNITS; i++)
        if (!units[i].known) {
            units[i] = (struct fortran_unit){.number = number, .known = true, .source = source};
            strcpy(units[i].path, path);
            return &units[i];
        }
    return NULL;
}

static void fortran_lose(int number)
{
    struct fortran_unit *unit = fortran_unit_of(number);
    if (unit)
        unit->known = false;
}

static void lose_unit_of(struct statement *statement)
{
    if (statement->does == READS_UNIT)
        statement->unit->known = false;
    statement->handle = NULL;
}

/* A part of the file or text, from the position of the statement. Inside state_enter(). */
struct window {
    int descriptor;
    char *read; /* to be given back by the caller */
    const char *text;
    size_t length;
};

static bool window_open(const struct statement *statement, struct window *window)
{
    struct stat status;
    *window = (struct window){.descriptor = -1};
    if (statement->does == READS_TEXT) {
        window->text = statement->text + statement->at;
        window->length = statement->length - statement->at;
        return true;
    }
    const struct fortran_unit *unit = statement->unit;
    window->descriptor = *unit->path ? open(unit->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (window->descriptor < 0 || fstat(window->descriptor, &status) != 0 ||
        (uint64_t)status.st_size < statement->at)
        return false;
    uint64_t rest = (uint64_t)status.st_size - statement->at;
    struct symbolic_file_place place = {.source = unit->source, .offset = statement->at};
    window->length = rest < WINDOW ? rest : WINDOW;
    window->text = window->read = file_again(window->descriptor, &place, window->length);
    return window->read != NULL;
}

static void window_close(struct window *window)
{
    if (window->read)
        file_again_done(window->read, window->length);
    if (window->descriptor > STDIN_FILENO)
        close(window->descriptor);
}

static bool fortran_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Finds the next word of list-directed input (Fortran 2018, 13.10.3). Returns false if there is
 * none, or one that stands for several items or for none. */
static bool fortran_next_word(const struct statement *statement, const struct window *window,
                              size_t *first, size_t *end)
{
    size_t at = 0;
    while (at < window->length && fortran_is_blank(window->text[at]))
        at++;
    if (statement->behind_item && at < window->length && window->text[at] == ',')
        at++;
    while (at < window->length && fortran_is_blank(window->text[at]))
        at++;
    *first = at;
    while (at < window->length && !fortran_is_blank(window->text[at]) &&
           !strchr(",/;*'\"", window->text[at]))
        at++;
    *end = at;
    bool whole = at < window->length ? !strchr("*'\"", window->text[at]) : window->length < WINDOW;
    return *end > *first && whole;
}

/* Returns whether the word is the number that the program got. */
static bool is_value(const char *word, size_t length, const void *at, enum symbolic_type type)
{
    char text[64];
    if (length >= sizeof text)
        return false;
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(word[i] == 'd' || word[i] == 'D' ? 'e' : word[i]);
    text[length] = '\0';
    char *end;
    if (!type_is_float(type)) {
        long long wanted = strtoll(text, &end, 10);
        return !*end && memcmp(&wanted, at, type_bytes(type)) == 0;
    }
    double wide = strtod(text, &end);
    float narrow = strtof(text, &end);
    uint64_t wanted = 0;
    memcpy(&wanted, type == SYMBOLIC_FLOAT ? (void *)&narrow : (void *)&wide, type_bytes(type));
    return !*end && memcmp(&wanted, at, type_bytes(type)) == 0;
}

/* Records that an item was read; `at` is NULL if it cannot be followed. */
static void take_item(statement_handle handle, void *at, enum symbolic_type type)
{
    struct conversion conversion = {
        .type = type, .is_signed = true, .base = type_is_float(type) ? -1 : 10};
    struct window window = {.descriptor = -1};
    size_t first, end;
    tutti_symbolic_result = 0;
    if (!state_enter())
        return;
    struct statement *statement = handle ? statement_of(handle) : NULL;
    bool right = false;
    if (statement && window_open(statement, &window) &&
        fortran_next_word(statement, &window, &first, &end))
        right = !at || is_value(window.text + first, end - first, at, type);
    if (at)
        shadow_forget(at, type_bytes(type));
    if (right && at)
        number_stored(at, window.text + first, window.text + end, &conversion);
    if (right) {
        statement->at += end;
        statement->behind_item = true;
    } else if (statement) {
        lose_unit_of(statement);
    }
    window_close(&window);
    state_leave();
}

/* Moves on to the next line. */
static void end_read(struct statement *statement)
{
    struct window window;
    const char *line = NULL;
    bool more = true;
    while (more && !line) {
        more = window_open(statement, &window) && window.length > 0;
        line = more ? memchr(window.text, '\n', window.length) : NULL;
        statement->at += line ? (size_t)(line - window.text) + 1 : more ? window.length : 0;
        window_close(&window);
    }
    statement->unit->at = statement->at;
}

statement_handle tutti_model__FortranAioBeginExternalListInput(int number, const char *file,
                                                               int line)
{
    statement_handle handle = _FortranAioBeginExternalListInput(number, file, line);
    struct symbolic_file_place place;
    tutti_symbolic_result = 0;
    bool is_input = number == STANDARD_INPUT && file_place(STDIN_FILENO, &place);
    if (!state_enter())
        return handle;
    struct fortran_unit *unit = fortran_unit_of(number);
    static bool input_began; /* once lost, it is not followed again */
    if (!unit && is_input && !input_began)
        unit = fortran_add_unit(number, place.source, "");
    input_began |= number == STANDARD_INPUT;
    struct statement *statement = unit ? fortran_begin(handle, READS_UNIT) : NULL;
    if (statement) {
        statement->unit = unit;
        statement->at = unit->at;
    }
    state_leave();
    return handle;
}

statement_handle tutti_model__FortranAioBeginInternalListInput(const char *text, size_t length,
                                                               void **scratch,
                                                               size_t scratch_length,
                                                               const char *file, int line)
{
    statement_handle handle =
        _FortranAioBeginInternalListInput(text, length, scratch, scratch_length, file, line);
    tutti_symbolic_result = 0;
    if (!state_enter())
        return handle;
    struct statement *statement = fortran_begin(handle, READS_TEXT);
    if (statement) {
        statement->text = text;
        statement->length = length;
    }
    state_leave();
    return handle;
}

/* Records another operation on a unit. */
static void note_unit(int number, bool rewound)
{
    tutti_symbolic_result = 0;
    if (!state_enter())
        return;
    struct fortran_unit *unit = fortran_unit_of(number);
    if (unit && rewound)
        unit->at = 0;
    else
        fortran_lose(number);
    state_leave();
}

statement_handle tutti_model__FortranAioBeginExternalFormattedInput(
    const char *format, size_t length, const void *descriptor, int unit, const char *file, int line)
{
    note_unit(unit, false);
    return _FortranAioBeginExternalFormattedInput(format, length, descriptor, unit, file, line);
}

statement_handle tutti_model__FortranAioBeginUnformattedInput(int unit, const char *file, int line)
{
    note_unit(unit, false);
    return _FortranAioBeginUnformattedInput(unit, file, line);
}

statement_handle tutti_model__FortranAioBeginClose(int unit, const char *file, int line)
{
    note_unit(unit, false);
    return _FortranAioBeginClose(unit, file, line);
}

statement_handle tutti_model__FortranAioBeginBackspace(int unit, const char *file, int line)
{
    note_unit(unit, false);
    return _FortranAioBeginBackspace(unit, file, line);
}

statement_handle tutti_model__FortranAioBeginRewind(int unit, const char *file, int line)
{
    note_unit(unit, true);
    return _FortranAioBeginRewind(unit, file, line);
}

static void begin_open(statement_handle handle, int number)
{
    tutti_symbolic_result = 0;
    if (!state_enter())
        return;
    struct statement *statement = fortran_begin(handle, OPENS);
    if (statement)
        statement->number = number;
    fortran_lose(number);
    state_leave();
}

statement_handle tutti_model__FortranAioBeginOpenUnit(int unit, const char *file, int line)
{
    statement_handle handle = _FortranAioBeginOpenUnit(unit, file, line);
    begin_open(handle, unit);
    return handle;
}

statement_handle tutti_model__FortranAioBeginOpenNewUnit(const char *file, int line)
{
    statement_handle handle = _FortranAioBeginOpenNewUnit(file, line);
    begin_open(handle, -1);
    return handle;
}

bool tutti_model__FortranAioSetFile(statement_handle handle, const char *path, size_t length)
{
    bool result = _FortranAioSetFile(handle, path, length);
    tutti_symbolic_result = 0;
    while (length > 0 && path[length - 1] == ' ')
        length--;
    if (!state_enter())
        return result;
    struct statement *statement = handle ? statement_of(handle) : NULL;
    if (statement && length < sizeof statement->path)
        memcpy(statement->path, path, length);
    state_leave();
    return result;
}

bool tutti_model__FortranAioGetNewUnit(statement_handle handle, int *unit, int kind)
{
    bool result = _FortranAioGetNewUnit(handle, unit, kind);
    tutti_symbolic_result = 0;
    if (!state_enter())
        return result;
    struct statement *statement = handle ? statement_of(handle) : NULL;
    if (statement && kind == sizeof *unit)
        statement->number = *unit;
    state_leave();
    return result;
}

bool tutti_model__FortranAioInputInteger(statement_handle handle, void *at, int kind)
{
    bool result = _FortranAioInputInteger(handle, at, kind);
    bool known = kind == 1 || kind == 2 || kind == 4 || kind == 8;
    take_item(handle, known ? at : NULL, type_of_bytes(known ? (unsigned)kind : 1));
    return result;
}

bool tutti_model__FortranAioInputReal32(statement_handle handle, float *at)
{
    bool result = _FortranAioInputReal32(handle, at);
    take_item(handle, at, SYMBOLIC_FLOAT);
    return result;
}

bool tutti_model__FortranAioInputReal64(statement_handle handle, double *at)
{
    bool result = _FortranAioInputReal64(handle, at);
    take_item(handle, at, SYMBOLIC_DOUBLE);
    return result;
}

bool tutti_model__FortranAioInputAscii(statement_handle handle, char *at, size_t length)
{
    bool result = _FortranAioInputAscii(handle, at, length);
    take_item(handle, NULL, SYMBOLIC_I8);
    return result;
}

bool tutti_model__FortranAioInputLogical(statement_handle handle, bool *at)
{
    bool result = _FortranAioInputLogical(handle, at);
    take_item(handle, NULL, SYMBOLIC_I8);
    return result;
}

/* Reads any number of items. */
bool tutti_model__FortranAioInputDescriptor(statement_handle handle, const void *descriptor)
{
    bool result = _FortranAioInputDescriptor(handle, descriptor);
    tutti_symbolic_result = 0;
    if (!state_enter())
        return result;
    struct statement *statement = handle ? statement_of(handle) : NULL;
    if (statement)
        lose_unit_of(statement);
    state_leave();
    return result;
}

int tutti_model__FortranAioEndIoStatement(statement_handle handle)
{
    char path[SYMBOLIC_PATH] = "";
    int result = _FortranAioEndIoStatement(handle), number = 0;
    tutti_symbolic_result = 0;
    if (!state_enter())
        return result;
    struct statement *statement = handle ? statement_of(handle) : NULL;
    if (statement && statement->does == READS_UNIT) {
        end_read(statement);
    } else if (statement && statement->does == OPENS) {
        memcpy(path, statement->path, sizeof path);
        number = statement->number;
    }
    if (statement)
        statement->handle = NULL;
    state_leave();
    uint32_t source = *path ? file_source(path) : SOURCE_NONE;
    if (source != SOURCE_NONE && state_enter()) {
        fortran_add_unit(number, source, path);
        state_leave();
    }
    return result;
}

/* Models the text of the argument, followed by blanks. */
int tutti_model__FortranAGetCommandArgument(int number, const struct descriptor *value,
                                            const struct descriptor *length,
                                            const struct descriptor *message, const char *file,
                                            int line)
{
    model_size(0, (uint32_t)number);
    int result = _FortranAGetCommandArgument(number, value, length, message, file, line);
    tutti_symbolic_result = 0;
    if (!value || !value->base || number < 1 || !state_enter())
        return result;
    const char *text = value->base;
    size_t count = value->length;
    while (count > 0 && text[count - 1] == ' ')
        count--;
    shadow_forget(text, value->length);
    uint32_t source = source_find(SYMBOLIC_ARGUMENT, (uint32_t)number, NULL);
    if (source != SOURCE_NONE)
        source_mark(source, 0, text, count);
    state_leave();
    return result;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
