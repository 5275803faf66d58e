#include "finding/json_read.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WHERE_MAX = 512 };

json_t *json_read_tree(const struct json_reader *reader)
{
    json_error_t syntax;
    json_t *tree = json_loadb(reader->bytes, reader->length, JSON_REJECT_DUPLICATES, &syntax);
    if (!tree)
        error_set(reader->error, ERROR_USAGE, "%s:%d: %s", reader->name,
                  syntax.line > 0 ? syntax.line : 1, syntax.text);
    return tree;
}

int json_read_wrong(const struct json_reader *reader, const struct json_node *node,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *sentence = memory_vprintf(format, arguments);
    va_end(arguments);
    struct text path;
    text_init(&path, WHERE_MAX);
    json_where_path(node, &path);
    error_set(reader->error, ERROR_USAGE, "%s:%d: %s %s", reader->name,
              json_where_line(node, reader->bytes, reader->length),
              path.length ? path.data : "the document", sentence);
    text_free(&path);
    free(sentence);
    return -1;
}

struct json_node json_read_field(const struct json_node *up, const char *key)
{
    return (struct json_node){.up = up, .key = key, .value = json_object_get(up->value, key)};
}

int json_read_missing(const struct json_reader *reader, const struct json_node *up, const char *key)
{
    return json_read_wrong(reader, up, "has no field \"%s\"", key);
}

int json_read_object(const struct json_reader *reader, const struct json_node *node)
{
    return json_is_object(node->value) ? 0 : json_read_wrong(reader, node, "must be an object");
}

int json_read_text(const struct json_reader *reader, const struct json_node *node, const char **out)
{
    if (!json_is_string(node->value))
        return json_read_wrong(reader, node, "must be a string");
    *out = arena_copy(reader->arena, json_string_value(node->value));
    return 0;
}

int json_read_optional_text(const struct json_reader *reader, const struct json_node *up,
                            const char *key, const char **out)
{
    struct json_node node = json_read_field(up, key);
    return node.value ? json_read_text(reader, &node, out) : 0;
}

int json_read_required_text(const struct json_reader *reader, const struct json_node *up,
                            const char *key, const char **out)
{
    return json_object_get(up->value, key) ? json_read_optional_text(reader, up, key, out)
                                           : json_read_missing(reader, up, key);
}

int json_read_number(const struct json_reader *reader, const struct json_node *node,
                     long long minimum, long long maximum, long long *out)
{
    if (!json_is_integer(node->value))
        return json_read_wrong(reader, node, "must be a whole number");
    long long value = json_integer_value(node->value);
    if (value < minimum || value > maximum)
        return json_read_wrong(reader, node, "is %lld, but must be between %lld and %lld", value,
                               minimum, maximum);
    *out = value;
    return 0;
}

int json_read_int(const struct json_reader *reader, const struct json_node *up, const char *key,
                  int minimum, int *out)
{
    struct json_node node = json_read_field(up, key);
    long long value;
    if (!node.value)
        return 0;
    if (json_read_number(reader, &node, minimum, INT_MAX, &value) != 0)
        return -1;
    *out = (int)value;
    return 0;
}

int json_read_flag(const struct json_reader *reader, const struct json_node *up, const char *key,
                   bool *out)
{
    struct json_node node = json_read_field(up, key);
    if (!node.value)
        return 0;
    if (!json_is_boolean(node.value))
        return json_read_wrong(reader, &node, "must be true or false");
    *out = json_is_true(node.value);
    return 0;
}

int json_read_word(const struct json_reader *reader, const struct json_node *up, const char *key,
                   const char *words, int *out)
{
    struct json_node node = json_read_field(up, key);
    if (!node.value)
        return json_read_missing(reader, up, key);
    const char *given = json_string_value(node.value);
    int index = 0;
    for (const char *word = words; given && *word; index++) {
        size_t length = strcspn(word, "|");
        if (strlen(given) == length && strncmp(given, word, length) == 0) {
            *out = index;
            return 0;
        }
        word += length + (word[length] == '|');
    }
    return json_read_wrong(reader, &node, "must be one of %s", words);
}

int json_read_each(const struct json_reader *reader, const struct json_node *up, const char *key,
                   int (*read)(const struct json_reader *reader, const struct json_node *node,
                               void *into),
                   void *into)
{
    struct json_node array = json_read_field(up, key);
    if (array.value && !json_is_array(array.value))
        return json_read_wrong(reader, &array, "must be an array");
    for (size_t i = 0; i < json_array_size(array.value); i++) {
        struct json_node node = {.up = &array, .index = i, .value = json_array_get(array.value, i)};
        if (read(reader, &node, into) != 0)
            return -1;
    }
    return 0;
}

struct texts {
    const char **list;
    size_t count;
};

static int json_read_add_text(const struct json_reader *reader, const struct json_node *node,
                              void *into)
{
    struct texts *texts = into;
    return json_read_text(reader, node, arena_push(reader->arena, texts->list, texts->count));
}

int json_read_texts(const struct json_reader *reader, const struct json_node *up, const char *key,
                    const char ***texts, size_t *text_count)
{
    struct texts read = {0};
    int failed = json_read_each(reader, up, key, json_read_add_text, &read);
    *texts = read.list;
    *text_count = read.count;
    return failed;
}

int json_read_count(const struct json_reader *reader, const struct json_node *up, const char *key,
                    long long minimum, uint64_t *out)
{
    struct json_node node = json_read_field(up, key);
    long long value;
    if (!node.value)
        return json_read_missing(reader, up, key);
    if (json_read_number(reader, &node, minimum, LLONG_MAX, &value) != 0)
        return -1;
    *out = (uint64_t)value;
    return 0;
}
