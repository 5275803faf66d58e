#include "cmd/jobs/trace_print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const double NANOSECOND = 1e-9;

static void add_fields(struct text *out, const char *fields)
{
    for (const char *field = fields; field && *field;) {
        size_t length = strcspn(field, "\t");
        if (field != fields)
            text_add(out, ", ");
        const char *equals = memchr(field, '=', length);
        text_add_visible(out, field, length);
        if (equals && equals[1] == '"')
            text_add_char(out, '"'); /* the file has no closing quote */
        field += length + (field[length] == '\t');
    }
}

static void add_who(struct text *out, const struct trace_call *call)
{
    if (call->rank >= 0)
        text_addf(out, "[%d", call->rank);
    else
        text_addf(out, "[process %ld on ", call->process);
    if (call->rank < 0)
        text_add_visible(out, call->host, strlen(call->host));
    if (call->thread > 0)
        text_addf(out, " thread %d", call->thread);
    text_add(out, "] ");
}

/* Returns seconds since the origin; negative for a call that began before the first one that
 * returned. */
static double trace_print_since(uint64_t origin, uint64_t time)
{
    return (double)(int64_t)(time - origin) * NANOSECOND;
}

void trace_print_text(const struct trace_call *call, uint64_t origin, bool color, struct text *out)
{
    bool failed = call->result && strncmp(call->result, "MPI_ERR", 7) == 0;
    add_who(out, call);
    if (origin) {
        text_addf(out, "%.6f ", trace_print_since(origin, call->start));
        if (call->result)
            text_addf(out, "<%.6f> ", (double)(call->end - call->start) * NANOSECOND);
    }
    text_add(out, color ? "\033[1m" : "");
    text_add_visible(out, call->name, strlen(call->name));
    text_add(out, color ? "\033[0m(" : "(");
    add_fields(out, call->in);
    text_add_char(out, ')');
    if (!call->result) {
        text_add(out, color ? " -> \033[1;31mdid not return\033[0m\n" : " -> did not return\n");
        return;
    }
    bool success = strcmp(call->result, "MPI_SUCCESS") == 0;
    if (!success || call->out)
        text_add(out, " -> ");
    if (!success) {
        text_add(out, failed && color ? "\033[1;31m" : "");
        text_add_visible(out, call->result, strlen(call->result));
        text_add(out, failed && color ? "\033[0m" : "");
    }
    if (!success && call->out)
        text_add(out, ", ");
    add_fields(out, call->out);
    text_add_char(out, '\n');
}

static bool trace_print_is_number(const char *value, size_t length)
{
    size_t at = length > 0 && *value == '-';
    if (at == length || (value[at] == '0' && length > at + 1))
        return false;
    for (; at < length; at++)
        if (!isdigit((unsigned char)value[at]))
            return false;
    return true;
}

static int hex_digit(char digit)
{
    return isdigit((unsigned char)digit) ? digit - '0' : digit - 'a' + 10;
}

/* Adds a string. The file escapes every byte that is not printable ASCII as \xHH; JSON gets the
 * code point with the same number. So any bytes become valid text, and can be recovered from it. */
static void add_json_string(struct text *out, const char *value, size_t length)
{
    text_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '\\' && i + 3 < length && value[i + 1] == 'x') {
            text_addf(out, "\\u%04x",
                      (unsigned)(hex_digit(value[i + 2]) * 16 + hex_digit(value[i + 3])));
            i += 3;
        } else if (value[i] == '"' || value[i] == '\\') {
            text_addf(out, "\\%c", value[i]);
        } else if ((unsigned char)value[i] < ' ') {
            text_addf(out, "\\u%04x", (unsigned)(unsigned char)value[i]);
        } else {
            text_add_char(out, value[i]);
        }
    }
    text_add_char(out, '"');
}

/* Returns the length of the element that starts here; it ends at a comma or bracket of the same
 * level. */
static size_t element_length(const char *value, size_t length)
{
    int depth = 0;
    size_t at = 0;
    for (; at < length; at++) {
        if (value[at] == '[' || value[at] == '{')
            depth++;
        else if (value[at] == ']' || value[at] == '}')
            depth--;
        else if (value[at] == ',' && depth == 0)
            break;
    }
    return at;
}

static void add_json_value(struct text *out, const char *value, size_t length);

static void add_json_member(struct text *out, const char *member, size_t length)
{
    const char *equals = memchr(member, '=', length);
    size_t name = equals ? (size_t)(equals - member) : length;
    add_json_string(out, member, name);
    text_add(out, ": ");
    if (equals)
        add_json_value(out, equals + 1, length - name - 1);
    else
        text_add(out, "null");
}

/* Adds [a,b] or {a=1,b=2}: arrays and objects, of any depth. */
static void add_json_list(struct text *out, const char *value, size_t length)
{
    bool object = *value == '{';
    size_t inner = length - 1 - (value[length - 1] == ']' || value[length - 1] == '}');
    text_add_char(out, *value++);
    for (size_t at = 0; at < inner;) {
        size_t part = element_length(value + at, inner - at);
        if (at > 0)
            text_add(out, ", ");
        if (object)
            add_json_member(out, value + at, part);
        else
            add_json_value(out, value + at, part);
        at += part + 1;
    }
    text_add_char(out, object ? '}' : ']');
}

static void add_json_value(struct text *out, const char *value, size_t length)
{
    if (trace_print_is_number(value, length))
        text_add_bytes(out, value, length);
    else if (length > 0 && *value == '"')
        add_json_string(out, value + 1, length - 1);
    else if (length > 0 && (*value == '[' || *value == '{'))
        add_json_list(out, value, length);
    else
        add_json_string(out, value, length);
}

static void add_json_fields(struct text *out, const char *fields)
{
    text_add_char(out, '{');
    for (const char *field = fields; field && *field;) {
        size_t length = strcspn(field, "\t");
        if (field != fields)
            text_add(out, ", ");
        add_json_member(out, field, length);
        field += length + (field[length] == '\t');
    }
    text_add_char(out, '}');
}

void trace_print_json(const struct trace_call *call, uint64_t origin, struct text *out)
{
    text_addf(out, "{\"rank\": %d, \"process\": %ld, \"host\": ", call->rank, call->process);
    add_json_string(out, call->host, strlen(call->host));
    text_addf(out, ", \"thread\": %d, \"start\": %.9f, ", call->thread,
              trace_print_since(origin, call->start));
    text_add(out, "\"call\": ");
    add_json_string(out, call->name, strlen(call->name));
    text_add(out, ", \"args\": ");
    add_json_fields(out, call->in);
    if (call->result) {
        text_addf(out,
                  ", \"seconds\": %.9f, \"out\": ", (double)(call->end - call->start) * NANOSECOND);
        add_json_fields(out, call->out);
        text_add(out, ", \"result\": ");
        add_json_value(out, call->result, strlen(call->result));
    }
    text_addf(out, ", \"returned\": %s}", call->result ? "true" : "false");
}
