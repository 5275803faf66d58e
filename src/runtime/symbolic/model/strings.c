/* strings.c: models functions that copy texts. Functions that only search return a pointer into the
 * text, and need no model. */
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/sources.h"

#include <stdlib.h>
#include <string.h>

MODEL_OF(strcpy);
MODEL_OF(stpcpy);
MODEL_OF(strncpy);
MODEL_OF(stpncpy);
MODEL_OF(strcat);
MODEL_OF(strncat);
MODEL_OF(strdup);
MODEL_OF(strndup);
MODEL_OF(getenv);
MODEL_OF(secure_getenv);
/* Names of the variants that check the size of memory. */
extern char *__strdup(const char *);                              /* NOLINT */
extern char *__strndup(const char *, size_t);                     /* NOLINT */
extern char *__strcpy_chk(char *, const char *, size_t);          /* NOLINT */
extern char *__stpcpy_chk(char *, const char *, size_t);          /* NOLINT */
extern char *__strncpy_chk(char *, const char *, size_t, size_t); /* NOLINT */
extern char *__strcat_chk(char *, const char *, size_t);          /* NOLINT */
extern char *__strncat_chk(char *, const char *, size_t, size_t); /* NOLINT */
MODEL_OF(__strdup);
MODEL_OF(__strndup);
MODEL_OF(__strcpy_chk);
MODEL_OF(__stpcpy_chk);
MODEL_OF(__strncpy_chk);
MODEL_OF(__strcat_chk);
MODEL_OF(__strncat_chk);

/* Records a copy of `length` bytes and the zero after them. */
static void strings_copied(char *to, const char *from, size_t length)
{
    if (!state_enter())
        return;
    shadow_copy(to, from, length);
    shadow_forget(to + length, 1);
    state_leave();
}

char *tutti_model_strcpy(char *restrict to, const char *restrict from)
{
    uint32_t result = tutti_symbolic_arguments[0];
    strcpy(to, from);
    strings_copied(to, from, strlen(from));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model___strcpy_chk(char *to, const char *from, size_t room)
{
    uint32_t result = tutti_symbolic_arguments[0];
    __strcpy_chk(to, from, room);
    strings_copied(to, from, strlen(from));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model_stpcpy(char *restrict to, const char *restrict from)
{
    char *end = stpcpy(to, from);
    strings_copied(to, from, (size_t)(end - to));
    tutti_symbolic_result = 0;
    return end;
}

char *tutti_model___stpcpy_chk(char *to, const char *from, size_t room)
{
    char *end = __stpcpy_chk(to, from, room);
    strings_copied(to, from, (size_t)(end - to));
    tutti_symbolic_result = 0;
    return end;
}

/* Records a copy that writes all `length` bytes, with zeros after the text. */
static void copied_filled(char *to, const char *from, size_t length)
{
    size_t text = strnlen(from, length);
    if (!state_enter())
        return;
    shadow_copy(to, from, text);
    shadow_forget(to + text, length - text);
    state_leave();
}

char *tutti_model_strncpy(char *restrict to, const char *restrict from, size_t length)
{
    uint32_t result = tutti_symbolic_arguments[0];
    model_size(2, length);
    strncpy(to, from, length); /* NOLINT: the program's choice */
    copied_filled(to, from, length);
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model___strncpy_chk(char *to, const char *from, size_t length, size_t room)
{
    uint32_t result = tutti_symbolic_arguments[0];
    model_size(2, length);
    __strncpy_chk(to, from, length, room);
    copied_filled(to, from, length);
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model_stpncpy(char *restrict to, const char *restrict from, size_t length)
{
    model_size(2, length);
    char *end = stpncpy(to, from, length);
    copied_filled(to, from, length);
    tutti_symbolic_result = 0;
    return end;
}

char *tutti_model_strcat(char *restrict to, const char *restrict from)
{
    uint32_t result = tutti_symbolic_arguments[0];
    size_t before = strlen(to);
    strcat(to, from);
    strings_copied(to + before, from, strlen(from));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model___strcat_chk(char *to, const char *from, size_t room)
{
    uint32_t result = tutti_symbolic_arguments[0];
    size_t before = strnlen(to, room);
    __strcat_chk(to, from, room);
    strings_copied(to + before, from, strlen(from));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model_strncat(char *restrict to, const char *restrict from, size_t most)
{
    uint32_t result = tutti_symbolic_arguments[0];
    size_t before = strlen(to);
    model_size(2, most);
    strncat(to, from, most); /* NOLINT */
    strings_copied(to + before, from, strnlen(from, most));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model___strncat_chk(char *to, const char *from, size_t most, size_t room)
{
    uint32_t result = tutti_symbolic_arguments[0];
    size_t before = strnlen(to, room);
    model_size(2, most);
    __strncat_chk(to, from, most, room);
    strings_copied(to + before, from, strnlen(from, most));
    tutti_symbolic_result = result;
    return to;
}

char *tutti_model_strdup(const char *from)
{
    char *copy = strdup(from);
    if (copy)
        strings_copied(copy, from, strlen(copy));
    tutti_symbolic_result = 0;
    return copy;
}

char *tutti_model___strdup(const char *from)
{
    return tutti_model_strdup(from);
}

char *tutti_model_strndup(const char *from, size_t most)
{
    model_size(1, most);
    char *copy = strndup(from, most);
    if (copy)
        strings_copied(copy, from, strlen(copy));
    tutti_symbolic_result = 0;
    return copy;
}

char *tutti_model___strndup(const char *from, size_t most)
{
    return tutti_model_strndup(from, most);
}

/* Only variables that the user names are inputs: most of the environment describes the machine. */
static char *got_variable(const char *name, char *value)
{
    if (value && state_enter()) {
        if (source_has_pattern("env:", name)) {
            uint32_t source = source_find(SYMBOLIC_ENVIRONMENT, 0, name);
            if (source != SOURCE_NONE)
                source_mark(source, 0, value, strlen(value));
        }
        state_leave();
    }
    tutti_symbolic_result = 0;
    return value;
}

char *tutti_model_getenv(const char *name)
{
    return got_variable(name, getenv(name));
}

char *tutti_model_secure_getenv(const char *name)
{
    return got_variable(name, secure_getenv(name));
}
