/* numbers.c: models conversions of text to numbers, and absolute values. The compiler handles the
 * functions of the mathematical library (ir/symbolic/intrinsics.c). */
#include "runtime/symbolic/model/numbers.h"
#include "runtime/symbolic/model/model.h"
#include "runtime/symbolic/variables.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

MODEL_OF(atoi);
MODEL_OF(atol);
MODEL_OF(atoll);
MODEL_OF(atof);
MODEL_OF(strtol);
MODEL_OF(strtoll);
MODEL_OF(strtoul);
MODEL_OF(strtoull);
MODEL_OF(strtod);
MODEL_OF(strtof);
MODEL_OF(abs);
MODEL_OF(labs);
MODEL_OF(llabs);

/* Returns the base that strtol() uses if it gets 0. */
static unsigned number_base_of(const char *digits, size_t length, int base)
{
    size_t sign = length > 0 && (*digits == '-' || *digits == '+');
    if (base < 0)
        return 0;
    if (base != 0)
        return (unsigned)base;
    if (length < sign + 2 || digits[sign] != '0')
        return 10;
    return digits[sign + 1] == 'x' || digits[sign + 1] == 'X' ? 16 : 8;
}

/* Returns whether the next test's text can be written in this base. */
static bool can_be_written(unsigned base)
{
    return base == 0 || base == 8 || base == 10 || base == 16;
}

uint32_t number_at(const char *text, const char *end, const struct conversion *conversion,
                   uint64_t value)
{
    bool none = end == text;
    while (isspace((unsigned char)*text))
        text++;
    if (none)
        for (end = text; *end && !isspace((unsigned char)*end);)
            end++;
    size_t length = (size_t)(end - text);
    unsigned base =
        none && conversion->base == 0 ? 10 : number_base_of(text, length, conversion->base);
    if (!can_be_written(base))
        return 0;
    return variable_number(text, length, conversion->type, conversion->is_signed, base, value);
}

void number_stored(void *at, const char *text, const char *end, const struct conversion *conversion)
{
    uint64_t value = 0;
    memcpy(&value, at, type_bytes(conversion->type));
    shadow_store(at, conversion->type, number_at(text, end, conversion, value), value);
}

static uint32_t numbers_number(const char *text, const char *end,
                               const struct conversion *conversion, uint64_t value)
{
    if (!state_enter())
        return 0;
    uint32_t id = number_at(text, end, conversion, value);
    state_leave();
    return id;
}

/* Returns the end of a number's text, for functions that do not return it; errno is kept. */
static const char *number_end_of(const char *text, bool floating)
{
    int kept = errno;
    char *end;
    if (floating)
        (void)strtod(text, &end);
    else
        (void)strtol(text, &end, 10);
    errno = kept;
    return end;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int tutti_model_atoi(const char *text)
{
    int value = atoi(text); /* NOLINT(cert-err34-c): the program's choice */
    tutti_symbolic_result =
        numbers_number(text, number_end_of(text, false),
                       &(struct conversion){SYMBOLIC_I32, true, 10}, (uint32_t)value);
    return value;
}

long tutti_model_atol(const char *text)
{
    long value = atol(text); /* NOLINT(cert-err34-c) */
    tutti_symbolic_result =
        numbers_number(text, number_end_of(text, false),
                       &(struct conversion){SYMBOLIC_I64, true, 10}, (uint64_t)value);
    return value;
}

long long tutti_model_atoll(const char *text)
{
    return tutti_model_atol(text);
}

double tutti_model_atof(const char *text)
{
    double value = atof(text); /* NOLINT(cert-err34-c) */
    tutti_symbolic_result =
        numbers_number(text, number_end_of(text, true),
                       &(struct conversion){SYMBOLIC_DOUBLE, true, -1}, bits_of_double(value));
    return value;
}

/* Sets the end for functions that return it: the pointer that they store is not symbolic. */
static void number_tell(const char *text, char **wanted, char *end,
                        const struct conversion *conversion, uint64_t value)
{
    if (wanted) {
        *wanted = end;
        tutti_symbolic_store(wanted, SYMBOLIC_I64, 0, 0);
    }
    tutti_symbolic_result = numbers_number(text, end, conversion, value);
}

long tutti_model_strtol(const char *restrict text, char **restrict end, int base)
{
    char *found = NULL;
    long value = strtol(text, &found, base);
    if (found)
        number_tell(text, end, found, &(struct conversion){SYMBOLIC_I64, true, base},
                    (uint64_t)value);
    else /* no such base */
        tutti_symbolic_result = 0;
    return value;
}

long long tutti_model_strtoll(const char *restrict text, char **restrict end, int base)
{
    return tutti_model_strtol(text, end, base);
}

unsigned long tutti_model_strtoul(const char *restrict text, char **restrict end, int base)
{
    char *found = NULL;
    unsigned long value = strtoul(text, &found, base);
    if (found)
        number_tell(text, end, found, &(struct conversion){SYMBOLIC_I64, false, base}, value);
    else
        tutti_symbolic_result = 0;
    return value;
}

unsigned long long tutti_model_strtoull(const char *restrict text, char **restrict end, int base)
{
    return tutti_model_strtoul(text, end, base);
}

double tutti_model_strtod(const char *restrict text, char **restrict end)
{
    char *found;
    double value = strtod(text, &found);
    number_tell(text, end, found, &(struct conversion){SYMBOLIC_DOUBLE, true, -1},
                bits_of_double(value));
    return value;
}

float tutti_model_strtof(const char *restrict text, char **restrict end)
{
    char *found;
    float value = strtof(text, &found);
    number_tell(text, end, found, &(struct conversion){SYMBOLIC_FLOAT, true, -1},
                bits_of_float(value));
    return value;
}

static uint32_t number_absolute(enum symbolic_type type, uint32_t expression, uint64_t result)
{
    if (!expression || !state_enter())
        return 0;
    uint32_t id = node_unary(SYMBOLIC_ABSOLUTE, type, expression, result);
    state_leave();
    return id;
}

int tutti_model_abs(int value)
{
    int result = abs(value);
    tutti_symbolic_result =
        number_absolute(SYMBOLIC_I32, tutti_symbolic_arguments[0], (uint32_t)result);
    return result;
}

long tutti_model_labs(long value)
{
    long result = labs(value);
    tutti_symbolic_result =
        number_absolute(SYMBOLIC_I64, tutti_symbolic_arguments[0], (uint64_t)result);
    return result;
}

long long tutti_model_llabs(long long value)
{
    return tutti_model_labs(value);
}
