#include "api/table.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TABLE_MAX_SIZE = 4 * 1024 * 1024 };

/* The build makes it from mpi.api. */
extern const char tutti_mpi_api[];

int api_table_read(const char *path, struct api_table **table, struct error *error)
{
    char *text;
    if (file_read(path, TABLE_MAX_SIZE, &text, NULL, error) != 0)
        return -1;
    int result = api_table_parse(path, text, table, error);
    free(text);
    return result;
}

struct api_table *api_table_builtin(void)
{
    struct api_table *table;
    struct error error;
    if (api_table_parse("mpi.api", tutti_mpi_api, &table, &error) != 0) {
        fprintf(stderr, "tutti: %s\n", error.text);
        abort();
    }
    return table;
}

void api_table_free(struct api_table *table)
{
    if (!table)
        return;
    HASH_CLEAR(hh, table->by_name);
    arena_free(&table->arena);
    free(table);
}

const struct api_function *api_table_find(const struct api_table *table, const char *name)
{
    struct api_function *function;
    if (strncmp(name, "PMPI", 4) == 0)
        name++;
    HASH_FIND_STR(table->by_name, name, function);
    return function;
}

const struct api_function *api_table_find_fortran(const struct api_table *table, const char *symbol)
{
    enum { MOST_UNDERSCORES = 2 };
    size_t whole = strlen(symbol), length = whole;
    while (length > 0 && symbol[length - 1] == '_')
        length--;
    if (whole - length > MOST_UNDERSCORES)
        return NULL;
    if (strncasecmp(symbol, "pmpi_", 5) == 0) {
        symbol++;
        length--;
    }
    if (strncasecmp(symbol, "mpi_", 4) != 0)
        return NULL;
    for (size_t i = 0; i < table->function_count; i++) {
        const char *name = table->functions[i]->name;
        if (strncasecmp(name, symbol, length) == 0 && !name[length])
            return table->functions[i];
    }
    return NULL;
}

const struct api_role *api_table_role(const struct api_table *table, const char *name)
{
    for (size_t i = 0; i < table->role_count; i++)
        if (strcmp(table->roles[i].name, name) == 0)
            return &table->roles[i];
    return NULL;
}

const struct api_class *api_table_class(const struct api_table *table, const char *name)
{
    for (size_t i = 0; i < table->class_count; i++)
        if (strcmp(table->classes[i].name, name) == 0)
            return &table->classes[i];
    return NULL;
}

const struct api_parameter *api_function_parameter(const struct api_function *function,
                                                   const char *name)
{
    for (size_t i = 0; i < function->parameter_count; i++)
        if (strcmp(function->parameters[i].name, name) == 0)
            return &function->parameters[i];
    return NULL;
}

const struct api_parameter *api_function_role(const struct api_function *function, const char *role)
{
    for (size_t i = 0; i < function->parameter_count; i++)
        if (strcmp(function->parameters[i].role->name, role) == 0)
            return &function->parameters[i];
    return NULL;
}

/* Returns whether libraries in use may lack the function: MPI 3.1 is in all of them. */
static bool api_function_is_recent(const struct api_function *function)
{
    return function->extension || (function->since && strtod(function->since, NULL) > 3.1);
}

/* Returns the value of a flag; -1: there is no such flag. */
static int flag_value(const struct api_function *function, const char *flag)
{
    const struct {
        const char *name;
        bool set;
    } flags[] = {
        {"local", function->mode == API_LOCAL},
        {"recent", api_function_is_recent(function)},
        {"blocking", function->mode == API_BLOCKING},
        {"nonblocking", function->mode == API_NONBLOCKING},
        {"collective", function->collective},
        {"persistent", function->persistent},
        {"split", function->split},
        {"large", function->is_large},
        {"extension", function->extension},
        {"predefined", function->predefined},
        {"variadic", function->variadic},
        {"deprecated", function->deprecated != NULL},
        {"removed", function->removed != NULL},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(flags[i].name, flag) == 0)
            return flags[i].set;
    return -1;
}

bool api_function_flag(const struct api_function *function, const char *flag)
{
    return flag_value(function, flag) == 1;
}

bool api_flag_known(const char *flag)
{
    const struct api_function any = {0};
    return flag_value(&any, flag) >= 0;
}

bool api_class_fits(const char *class_name, const char *pattern)
{
    size_t length = strlen(pattern);
    if (length > 0 && pattern[length - 1] == '*')
        return strncmp(class_name, pattern, length - 1) == 0;
    return strcmp(class_name, pattern) == 0;
}

/* Returns whether a list "mpich,openmpi" has the name; NULL is an empty list. */
static bool list_has(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (list) {
        size_t end = strcspn(list, ",");
        if (end == length && strncmp(list, name, length) == 0)
            return true;
        list = list[end] == ',' ? list + end + 1 : NULL;
    }
    return false;
}

bool api_function_direct(const struct api_function *function, const char *family)
{
    return list_has(function->direct, family);
}

bool api_function_in_family(const struct api_function *function, const char *family)
{
    return !function->families || list_has(function->families, family);
}

void api_parameter_type(const struct api_parameter *parameter, const char *base, struct text *out)
{
    bool read_only = parameter->direction == API_IN;
    text_clear(out);
    if (parameter->role->memory) {
        text_addf(out, "%s%s", read_only ? "const " : "", base);
    } else if (!parameter->length && read_only) {
        text_add(out, base);
    } else {
        const char *array = strchr(base, '[');
        int length = array ? (int)(array - base) : (int)strlen(base);
        bool pointer = base[length - 1] == '*';
        text_addf(out, "%s%.*s", read_only ? "const " : "", length, base);
        text_addf(out, "%s%s", pointer ? "" : " ", array ? "(*)" : "*");
        if (array)
            text_add(out, array);
    }
}
