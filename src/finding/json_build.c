#include "finding/json_build.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>

/* Doubles represent every whole number up to this one. */
static const double whole_limit = 9007199254740992.0;

/* A decimal number with this many digits survives the conversion to a double and back, so output
 * that is read is printed the same again. */
enum { STABLE_DIGITS = 15 };

json_t *json_build_root(void)
{
    json_set_alloc_funcs(memory_alloc, free);
    return json_object();
}

json_t *json_build_text(const char *string)
{
    if (!string)
        return NULL;
    if (utf8_valid(string))
        return json_string_nocheck(string);
    char *repaired = utf8_repair(string);
    json_t *value = json_string_nocheck(repaired);
    free(repaired);
    return value;
}

json_t *json_build_number(double value)
{
    if (!isfinite(value))
        return NULL;
    if (value == floor(value) && fabs(value) <= whole_limit)
        return json_integer((json_int_t)value);
    return json_real(value);
}

void json_build_put(json_t *object, const char *key, json_t *value)
{
    if (!value)
        return;
    char *repaired = utf8_valid(key) ? NULL : utf8_repair(key);
    if (json_object_set_new_nocheck(object, repaired ? repaired : key, value) != 0)
        abort();
    free(repaired);
}

void json_build_append(json_t *array, json_t *value)
{
    if (value && json_array_append_new(array, value) != 0)
        abort();
}

void json_build_put_text(json_t *object, const char *key, const char *string)
{
    json_build_put(object, key, json_build_text(string));
}

void json_build_put_integer(json_t *object, const char *key, long long value)
{
    json_build_put(object, key, json_integer(value));
}

static int add_piece(const char *bytes, size_t length, void *out)
{
    text_add_bytes(out, bytes, length);
    return 0;
}

void json_build_print(json_t *root, struct text *out)
{
    size_t flags = JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII |
                   JSON_REAL_PRECISION(STABLE_DIGITS);
    if (json_dump_callback(root, add_piece, out, flags) != 0)
        abort();
    text_add_char(out, '\n');
    json_decref(root);
}
