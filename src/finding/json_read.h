/* json_read.h: values out of trees of JSON, for everything that reads JSON which somebody else may
 * have written.
 *
 * Each function gives 0, or -1 with a sentence that names the file, the line and the value. Texts
 * live in the reader's arena. Where a field may be missing, *out is left alone then.
 */
#ifndef TUTTI_FINDING_JSON_READ_H
#define TUTTI_FINDING_JSON_READ_H

#include "base/error.h"
#include "base/memory.h"
#include "finding/json_where.h"

#include <stdbool.h>
#include <stdint.h>

struct json_reader {
    const char *name; /* of the file, for messages */
    const char *bytes;
    size_t length;
    struct arena *arena;
    struct error *error;
};

/* The whole text as a tree; NULL: it is no JSON. Must be given back with json_decref(). */
json_t *json_read_tree(const struct json_reader *reader);

/* "NAME:LINE: PATH SENTENCE"; gives -1. The file may come from anywhere: it is the user's error. */
int json_read_wrong(const struct json_reader *reader, const struct json_node *node,
                    const char *format, ...) __attribute__((format(printf, 3, 4)));
int json_read_missing(const struct json_reader *reader, const struct json_node *up,
                      const char *key);

struct json_node json_read_field(const struct json_node *up, const char *key);

int json_read_object(const struct json_reader *reader, const struct json_node *node);
/* Gives each element of an array, one after the other, to `read` and what it adds to; an array that
 * is not there is empty. */
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
/* May be missing. */
int json_read_int(const struct json_reader *reader, const struct json_node *up, const char *key,
                  int minimum, int *out);
/* Must be there: a number that counts something, from `minimum` on. */
int json_read_count(const struct json_reader *reader, const struct json_node *up, const char *key,
                    long long minimum, uint64_t *out);
int json_read_flag(const struct json_reader *reader, const struct json_node *up, const char *key,
                   bool *out);
/* One of the words of a list "a|b|c", which must be there; *out is its place in the list. */
int json_read_word(const struct json_reader *reader, const struct json_node *up, const char *key,
                   const char *words, int *out);

#endif
