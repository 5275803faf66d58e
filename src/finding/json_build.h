/* json_build.h: builds trees of JSON on jansson, for all code that writes JSON.
 *
 * No function here fails: strings that are not UTF-8 are repaired, and a lack of memory ends the
 * command, as everywhere. Fields are written in the order of their insertion. Output is ASCII, so
 * that it is harmless on a terminal and survives any channel.
 */
#ifndef TUTTI_FINDING_JSON_BUILD_H
#define TUTTI_FINDING_JSON_BUILD_H

#include "base/text.h"

#include <jansson.h>

/* Makes the root object of a tree. Must come before any other call for that tree. */
json_t *json_build_root(void);

json_t *json_build_text(const char *string); /* NULL gives NULL */

/* Makes an integer if the value is one; NULL if the value is not finite, since JSON cannot express
 * that. */
json_t *json_build_number(double value);

/* Puts the value into the object, or at the end of the array, which then owns it. Ignores a value
 * of NULL. */
void json_build_put(json_t *object, const char *key, json_t *value);
void json_build_append(json_t *array, json_t *value);

void json_build_put_text(json_t *object, const char *key, const char *string);
void json_build_put_integer(json_t *object, const char *key, long long value);

/* Prints the tree with a final newline, and frees it. */
void json_build_print(json_t *root, struct text *out);

#endif
