/* parse.c: parses mpi.api to struct api_table. The top of mpi.api has the grammar. */
#include "api/expression.h"
#include "api/scan.h"
#include "api/table.h"

#include <ctype.h>
#include <string.h>

struct parser {
    struct scan scan;
    struct api_table *table;
    struct error *error;
};

static int parse_role(struct parser *parser, bool memory)
{
    struct scan *scan = &parser->scan;
    struct api_table *table = parser->table;
    struct api_role role = {.memory = memory, .fortran = "MPI_Fint"};
    scan_next(scan);
    if (scan_word(scan, &role.name, parser->error) != 0)
        return -1;
    if (api_table_role(table, role.name))
        return scan_error(scan, parser->error, "role %s is there twice", role.name);
    do {
        const char *type;
        if (scan_quoted(scan, &type, parser->error) != 0)
            return -1;
        *arena_push(&table->arena, role.types, role.type_count) = type;
    } while (scan_take(scan, "or"));
    if (scan_take(scan, "abi") && scan_quoted(scan, &role.abi, parser->error) != 0)
        return -1;
    if (scan_take(scan, "large") && scan_quoted(scan, &role.large, parser->error) != 0)
        return -1;
    if (scan_take(scan, "fortran") && scan_quoted(scan, &role.fortran, parser->error) != 0)
        return -1;
    if (scan_sign(scan, ":", parser->error) != 0)
        return -1;
    role.description = scan_remainder(scan);
    *arena_push(&table->arena, table->roles, table->role_count) = role;
    return 0;
}

static int parse_class(struct parser *parser)
{
    struct scan *scan = &parser->scan;
    struct api_table *table = parser->table;
    struct api_class class = {0};
    scan_next(scan);
    if (scan_word(scan, &class.name, parser->error) != 0 ||
        scan_sign(scan, ":", parser->error) != 0)
        return -1;
    if (api_table_class(table, class.name))
        return scan_error(scan, parser->error, "class %s is there twice", class.name);
    class.description = scan_remainder(scan);
    *arena_push(&table->arena, table->classes, table->class_count) = class;
    return 0;
}

/* Parses an expression, which ends at one of the given words or signs outside of brackets. */
static int parse_expression(struct parser *parser, const char *const *ends, const char **expression)
{
    struct scan *scan = &parser->scan;
    size_t start = scan->token.offset;
    for (int depth = 0;; scan_next(scan)) {
        bool end = scan->token.kind == SCAN_END;
        for (size_t i = 0; ends[i] && depth == 0; i++)
            end = end || scan_is(scan, ends[i]);
        if (end)
            break;
        if (scan_is(scan, "(") || scan_is(scan, "["))
            depth++;
        if (scan_is(scan, ")") || scan_is(scan, "]"))
            depth--;
    }
    *expression = scan_since(scan, start);
    if (**expression == '\0')
        return scan_error(scan, parser->error, "an expression expected, but there is \"%s\"",
                          scan->token.text);
    return 0;
}

static const char *const ends_of_parameter[] = {",",      ")",         "of",      "used", "inplace",
                                                "atroot", "largeonly", "mutable", NULL};

/* Parses a buffer, behind `of`. */
static int parse_buffer(struct parser *parser, struct api_buffer *buffer)
{
    struct scan *scan = &parser->scan;
    struct error *error = parser->error;
    buffer->shape = API_SHAPE_BYTES;
    if (scan_word(scan, &buffer->count, error) != 0)
        return -1;
    bool sum = strcmp(buffer->count, "sum") == 0, mine = strcmp(buffer->count, "mine") == 0;
    if ((sum || mine) && scan_take(scan, "(")) {
        buffer->shape = sum ? API_SHAPE_SUM : API_SHAPE_MINE;
        if (scan_word(scan, &buffer->count, error) != 0 || scan_sign(scan, ")", error) != 0)
            return -1;
        if (!scan_is(scan, "*"))
            return scan_sign(scan, "*", error);
    } else if (scan_take(scan, "@")) {
        buffer->shape = API_SHAPE_BLOCKS;
        if (scan_word(scan, &buffer->displacements, error) != 0)
            return -1;
        if (!scan_is(scan, "*"))
            return scan_sign(scan, "*", error);
    }
    if (!scan_take(scan, "*"))
        return 0;
    if (buffer->shape == API_SHAPE_BYTES)
        buffer->shape = API_SHAPE_PLAIN;
    if (scan_word(scan, &buffer->datatype, error) != 0)
        return -1;
    return scan_take(scan, "each") ? parse_expression(parser, ends_of_parameter, &buffer->each) : 0;
}

static int parse_parameter_words(struct parser *parser, struct api_parameter *parameter)
{
    struct scan *scan = &parser->scan;
    for (;;) {
        if (scan_take(scan, "of")) {
            if (parse_buffer(parser, &parameter->buffer) != 0)
                return -1;
        } else if (scan_take(scan, "used")) {
            if (parse_expression(parser, ends_of_parameter, &parameter->used) != 0)
                return -1;
        } else if (scan_take(scan, "inplace")) {
            parameter->in_place = true;
        } else if (scan_take(scan, "atroot")) {
            parameter->at_root = true;
        } else if (scan_take(scan, "largeonly")) {
            parameter->large_only = true;
        } else if (scan_take(scan, "mutable")) {
            parameter->const_varies = true;
        } else {
            return 0;
        }
    }
}

static int parse_parameter(struct parser *parser, struct api_parameter *parameter)
{
    struct scan *scan = &parser->scan;
    struct error *error = parser->error;
    const char *role;
    if (scan_take(scan, "in"))
        parameter->direction = API_IN;
    else if (scan_take(scan, "out"))
        parameter->direction = API_OUT;
    else if (scan_take(scan, "inout"))
        parameter->direction = API_INOUT;
    else
        return scan_error(scan, error, "in, out or inout expected, but there is \"%s\"",
                          scan->token.text);
    if (scan_word(scan, &role, error) != 0 || scan_word(scan, &parameter->name, error) != 0)
        return -1;
    parameter->role = api_table_role(parser->table, role);
    if (!parameter->role)
        return scan_error(scan, error, "there is no role %s", role);
    if (scan_take(scan, "[")) {
        static const char *const ends[] = {"]", NULL};
        if (parse_expression(parser, ends, &parameter->length) != 0 ||
            scan_sign(scan, "]", error) != 0)
            return -1;
    }
    return parse_parameter_words(parser, parameter);
}

static int parse_parameters(struct parser *parser, struct api_function *function)
{
    struct scan *scan = &parser->scan;
    if (scan_sign(scan, "(", parser->error) != 0)
        return -1;
    if (scan_take(scan, ")"))
        return 0;
    do {
        if (scan_take(scan, "...")) {
            function->variadic = true;
            break;
        }
        struct api_parameter parameter = {0};
        if (parse_parameter(parser, &parameter) != 0)
            return -1;
        if (api_function_parameter(function, parameter.name))
            return scan_error(scan, parser->error, "%s has two parameters %s", function->name,
                              parameter.name);
        *arena_push(&parser->table->arena, function->parameters, function->parameter_count) =
            parameter;
    } while (scan_take(scan, ","));
    return scan_sign(scan, ")", parser->error);
}

/* Parses a flag with a value behind "=". Returns false if the word is no such flag. */
static bool parse_valued_flag(struct parser *parser, const char *word,
                              struct api_function *function, int *result)
{
    struct scan *scan = &parser->scan;
    const char *role = NULL;
    const char **value = strcmp(word, "since") == 0        ? &function->since
                         : strcmp(word, "deprecated") == 0 ? &function->deprecated
                         : strcmp(word, "removed") == 0    ? &function->removed
                         : strcmp(word, "direct") == 0     ? &function->direct
                         : strcmp(word, "family") == 0     ? &function->families
                         : strcmp(word, "result") == 0     ? &role
                                                           : NULL;
    if (!value)
        return false;
    *result = scan_sign(scan, "=", parser->error);
    if (*result != 0)
        return true;
    *result = scan_word(scan, value, parser->error);
    bool list = value == &function->direct || value == &function->families;
    while (*result == 0 && list && scan_take(scan, ",")) {
        const char *family = "";
        *result = scan_word(scan, &family, parser->error);
        *value = arena_printf(&parser->table->arena, "%s,%s", *value, family);
    }
    if (*result == 0 && role) {
        function->result = api_table_role(parser->table, role);
        if (!function->result)
            *result = scan_error(scan, parser->error, "there is no role %s", role);
    }
    return true;
}

static int parse_flag(struct parser *parser, struct api_function *function)
{
    struct scan *scan = &parser->scan;
    const char *word;
    int result = 0;
    if (scan_word(scan, &word, parser->error) != 0)
        return -1;
    if (parse_valued_flag(parser, word, function, &result))
        return result;
    bool *flag = strcmp(word, "collective") == 0   ? &function->collective
                 : strcmp(word, "persistent") == 0 ? &function->persistent
                 : strcmp(word, "split") == 0      ? &function->split
                 : strcmp(word, "large") == 0      ? &function->has_large
                 : strcmp(word, "extension") == 0  ? &function->extension
                 : strcmp(word, "predefined") == 0 ? &function->predefined
                                                   : NULL;
    if (!flag)
        return scan_error(scan, parser->error, "%s has the unknown flag \"%s\"", function->name,
                          word);
    *flag = true;
    return 0;
}

/* Checks that names in expressions and buffers are parameters. */
static int check_names(struct parser *parser, const struct api_function *function)
{
    struct arena *arena = &parser->table->arena;
    for (size_t i = 0; i < function->parameter_count; i++) {
        const struct api_parameter *parameter = &function->parameters[i];
        const char *texts[] = {parameter->length,          parameter->used,
                               parameter->buffer.count,    parameter->buffer.displacements,
                               parameter->buffer.datatype, parameter->buffer.each};
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            const char *unknown = texts[j] ? expression_unknown(texts[j], function, arena) : NULL;
            if (unknown)
                return scan_error(&parser->scan, parser->error,
                                  "%s has no parameter %s, which its %s needs", function->name,
                                  unknown, parameter->name);
        }
    }
    return 0;
}

/* Adds the function of a line; with `large`, its large-count twin. */
static void parse_add_function(struct parser *parser, const struct api_function *line, bool large)
{
    struct api_table *table = parser->table;
    struct api_function *function = arena_alloc(&table->arena, sizeof *function);
    *function = *line;
    function->parameters = NULL;
    function->parameter_count = 0;
    if (large) {
        function->name = arena_printf(&table->arena, "%s_c", line->name);
        function->since = "4.0";
        function->is_large = true;
        function->has_large = false;
        function->direct = NULL;
    }
    for (size_t i = 0; i < line->parameter_count; i++)
        if (large || !line->parameters[i].large_only)
            *arena_push(&table->arena, function->parameters, function->parameter_count) =
                line->parameters[i];
    *arena_push(&table->arena, table->functions, table->function_count) = function;
    HASH_ADD_KEYPTR(hh, table->by_name, function->name, strlen(function->name), function);
}

static int parse_function(struct parser *parser)
{
    struct scan *scan = &parser->scan;
    struct error *error = parser->error;
    const char *class, *mode;
    struct api_function function = {.line = scan->line,
                                    .result = api_table_role(parser->table, "error")};
    if (scan_word(scan, &function.name, error) != 0 || scan_word(scan, &class, error) != 0 ||
        scan_word(scan, &mode, error) != 0)
        return -1;
    if (api_table_find(parser->table, function.name))
        return scan_error(scan, error, "%s is there twice", function.name);
    function.class = api_table_class(parser->table, class);
    if (!function.class)
        return scan_error(scan, error, "%s has the unknown class %s", function.name, class);
    if (!function.result)
        return scan_error(scan, error, "the role \"error\" must come before the functions");
    if (strcmp(mode, "local") == 0)
        function.mode = API_LOCAL;
    else if (strcmp(mode, "blocking") == 0)
        function.mode = API_BLOCKING;
    else if (strcmp(mode, "nonblocking") == 0)
        function.mode = API_NONBLOCKING;
    else
        return scan_error(scan, error, "%s must be local, blocking or nonblocking, not \"%s\"",
                          function.name, mode);
    while (!scan_is(scan, "("))
        if (parse_flag(parser, &function) != 0)
            return -1;
    if (!function.since)
        return scan_error(scan, error, "%s does not say since which version it exists (since=)",
                          function.name);
    if (parse_parameters(parser, &function) != 0 || check_names(parser, &function) != 0)
        return -1;
    parse_add_function(parser, &function, false);
    if (function.has_large)
        parse_add_function(parser, &function, true);
    return 0;
}

static int parse_line(struct parser *parser)
{
    struct scan *scan = &parser->scan;
    int result;
    bool declares = scan_is(scan, "role") || scan_is(scan, "memory") || scan_is(scan, "class");
    if (declares && parser->table->function_count > 0)
        return scan_error(scan, parser->error, "roles and classes come before the functions");
    if (scan_is(scan, "role"))
        result = parse_role(parser, false);
    else if (scan_is(scan, "memory"))
        result = parse_role(parser, true);
    else if (scan_is(scan, "class"))
        result = parse_class(parser);
    else
        result = parse_function(parser);
    if (result == 0 && scan->token.kind != SCAN_END)
        return scan_error(scan, parser->error, "the line should end before \"%s\"",
                          scan->token.text);
    return result;
}

int api_table_parse(const char *name, const char *text, struct api_table **table,
                    struct error *error)
{
    struct parser parser = {.table = memory_zero(1, sizeof **table), .error = error};
    parser.scan =
        (struct scan){.arena = &parser.table->arena, .name = name, .rest = text, .next_line = 1};
    while (scan_line(&parser.scan))
        if (parse_line(&parser) != 0)
            goto free_table;
    if (parser.table->function_count == 0) {
        error_set(error, ERROR_USAGE, "%s: there is no function in this table", name);
        goto free_table;
    }
    *table = parser.table;
    return 0;
free_table:
    api_table_free(parser.table);
    return -1;
}
