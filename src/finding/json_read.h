/* json_read.h: reads values from trees of JSON, for all code that reads JSON of unknown origin.
 *
 * Each function returns 0, or -1 with a sentence that names the file, the line and the value. Texts
 * live in the reader's arena. If an optional field is missing, *out stays unchanged.
 */
#ifndef TUTTI_FINDING_JSON_READ_H
#define TUTTI_FINDING_JSON_READ_H

#include "base/error.h"
#include "base/memory.h"
#include "finding/json_where.h"

#include <stdbool.h>
#include <stdint.h>

struct json_reader {
    const char *name; /* name of the file, for messages */
    const char *bytes;
    size_t length;
    struct arena *arena;
    struct error *error;
};

/* Reads the whole text as a tree; NULL: it is no JSON. The tree must be released with
 * json_decref(). */
json_t *json_read_tree(const struct json_reader *reader);

/* Sets the error "NAME:LINE: PATH SENTENCE", and returns -1. The file may come from anywhere, so it
 * is an error of the user. */
int json_read_wrong(const struct json_reader *reader, const struct json_node *node,
                    const char *format, ...) __attribute__((format(printf, 3, 4)));
int json_read_missing(const struct json_reader *reader, const struct json_node *up,
                      const char *key);

struct json_node json_read_field(const struct json_node *up, const char *key);

int json_read_object(const struct json_reader *reader, const struct json_node *node);
/* Calls `read` for each element of an array, with `into`. A missing array is empty. */
int json_read_each(const struct json_reader *reader, const struct json_node *up, const char *key,
                   int (*read)(const struct json_reader *reader, const struct json_node *node,
                               void *into),
                   void *into);

int json_read_text(const struct json_reader *reader, const struct json_node *node,
                   const char **out);
int json_read_optional_text(const struct json_reader *reader, const struct json_node *up,
                            const char *key, const char **out);
int json_read_required_text(const struct json_reader *reader, const struct json_node *up,
                            const char *key, const char **out);
int json_read_texts(const struct json_reader *reader, const struct json_node *up, const char *key,
                    const char ***texts, size_t *text_count);

int json_read_number(const struct json_reader *reader, const struct json_node *node,
                     long long minimum, long long maximum, long long *out);
/* Reads an optional integer. */
int json_read_int(const struct json_reader *reader, const struct json_node *up, const char *key,
                  int minimum, int *out);
/* Reads a required number that counts something, from `minimum` on. */
int json_read_count(const struct json_reader *reader, const struct json_node *up, const char *key,
                    long long minimum, uint64_t *out);
int json_read_flag(const struct json_reader *reader, const struct json_node *up, const char *key,
                   bool *out);
/* Reads a required word of the list "a|b|c"; *out is its index in the list. */
int json_read_word(const struct json_reader *reader, const struct json_node *up, const char *key,
                   const char *words, int *out);

#endif
