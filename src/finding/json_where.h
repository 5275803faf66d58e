/* json_where.h: finds the place of a value in the text of a JSON file, for messages.
 *
 * jansson does not keep the lines of values. If a value is wrong, its place is found by reading the
 * text again along the path that leads to it.
 */
#ifndef TUTTI_FINDING_JSON_WHERE_H
#define TUTTI_FINDING_JSON_WHERE_H

#include "base/text.h"

#include <jansson.h>
#include <stddef.h>

/* A step on the path from the root (up is NULL) to a value. */
struct json_node {
    const struct json_node *up;
    const char *key; /* name in an object; NULL: element `index` of an array */
    size_t index;
    const json_t *value; /* NULL: the object has no such field */
};

/* Returns the line, counted from 1, on which the value of the node starts; or that of the nearest
 * enclosing value, if it cannot be found. The text must be valid JSON. */
int json_where_line(const struct json_node *node, const char *bytes, size_t length);

/* Writes "findings[0].locations[1].line"; nothing for the root. */
void json_where_path(const struct json_node *node, struct text *out);

#endif
