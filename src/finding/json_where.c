#include "finding/json_where.h"

#include <stdbool.h>
#include <string.h>

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
        at++;
    return at;
}

static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\')
            at++;
    }
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end)
{
    size_t depth = 0;
    for (; at < end; at++) {
        if (*at == '"') {
            at = skip_string(at, end) - 1;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0)
                return at; /* end of the enclosing value */
            depth--;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return end;
}

/* Returns the start of the node's value; of a missing field, that of its object. */
static const char *json_where_find(const struct json_node *node, const char *bytes, const char *end)
{
    if (!node->up)
        return skip_space(bytes, end);
    const char *parent = json_where_find(node->up, bytes, end);
    if (parent == end || (*parent != '{' && *parent != '['))
        return parent;
    const char *at = skip_space(parent + 1, end);
    for (size_t index = 0; at < end && *at != '}' && *at != ']'; index++) {
        bool found = !node->key && index == node->index;
        if (*parent == '{') {
            const char *name = at + 1;
            at = skip_string(at, end);
            size_t length = (size_t)(at - name - 1);
            found = node->key && strlen(node->key) == length && !memcmp(node->key, name, length);
            at = skip_space(skip_space(at, end) + 1, end);
        }
        if (found)
            return at;
        at = skip_value(at, end);
        if (at < end && *at == ',')
            at = skip_space(at + 1, end);
    }
    return parent;
}

int json_where_line(const struct json_node *node, const char *bytes, size_t length)
{
    const char *place = json_where_find(node, bytes, bytes + length);
    int line = 1;
    for (const char *at = bytes; at < place; at++)
        line += *at == '\n';
    return line;
}

void json_where_path(const struct json_node *node, struct text *out)
{
    if (!node->up)
        return;
    json_where_path(node->up, out);
    if (node->key)
        text_addf(out, "%s%s", out->length ? "." : "", node->key);
    else
        text_addf(out, "[%zu]", node->index);
}
