#include "api/constants.h"

#include "base/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 1024 * 1024 };

/* The build makes it from constants.api. */
extern const char tutti_constants_api[];

/* The C types of the kinds; the others are int. */
static const struct {
    const char *kind, *type;
} types[] = {
    {"comm", "MPI_Comm"},
    {"group", "MPI_Group"},
    {"request", "MPI_Request"},
    {"message", "MPI_Message"},
    {"errhandler", "MPI_Errhandler"},
    {"info", "MPI_Info"},
    {"win", "MPI_Win"},
    {"file", "MPI_File"},
    {"session", "MPI_Session"},
    {"op", "MPI_Op"},
    {"datatype", "MPI_Datatype"},
    {"address", "void *"},
    {"status", "MPI_Status *"},
    {"weights", "int *"},
    {"errcodes", "int *"},
    {"argv", "char **"},
    {"argvs", "char ***"},
    {"offset", "MPI_Offset"},
};

static const char *constant_type(const struct constant *constant)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].kind, constant->kind) == 0)
            return types[i].type;
    return "int";
}

enum api_family api_family_find(const char *name)
{
    static const char *const names[] = {
        [FAMILY_MPICH] = "mpich", [FAMILY_OPENMPI] = "openmpi", [FAMILY_ABI] = "abi"};
    size_t family = 0;
    while (family < FAMILY_COUNT && strcmp(names[family], name) != 0)
        family++;
    return (enum api_family)family;
}

/* Returns the next word of a line, or NULL; "-" stands for nothing. */
static const char *constants_word(char **rest, bool *missing)
{
    char *word = strsep(rest, " ");
    *missing = *missing || !word || !*word;
    return word && strcmp(word, "-") != 0 ? word : NULL;
}

int constants_parse(const char *name, const char *text, struct constants *constants,
                    struct error *error)
{
    *constants = (struct constants){0};
    char *lines = arena_copy(&constants->arena, text);
    int number = 0;
    for (char *line; (line = strsep(&lines, "\n"));) {
        number++;
        if (!*line || *line == '#')
            continue;
        bool missing = false;
        struct constant constant = {.kind = constants_word(&line, &missing),
                                    .name = constants_word(&line, &missing)};
        constant.values[FAMILY_MPICH] = constants_word(&line, &missing);
        constant.values[FAMILY_OPENMPI] = constants_word(&line, &missing);
        constant.fortran = constants_word(&line, &missing);
        constant.values[FAMILY_ABI] = constants_word(&line, &missing);
        if (missing || line || !constant.kind || !constant.name)
            return error_set(error, ERROR_USAGE,
                             "%s:%d: KIND NAME MPICH OPENMPI FORTRAN ABI expected", name, number);
        if (constant.fortran && strcmp(constant.fortran, "=") == 0)
            constant.fortran = constant.values[FAMILY_OPENMPI];
        *arena_push(&constants->arena, constants->list, constants->count) = constant;
    }
    return 0;
}

int constants_read(const char *path, struct constants *constants, struct error *error)
{
    char *text;
    *constants = (struct constants){0};
    if (file_read(path, LIST_MAX, &text, NULL, error) != 0)
        return -1;
    int result = constants_parse(path, text, constants, error);
    free(text);
    return result;
}

void constants_builtin(struct constants *constants)
{
    struct error error;
    if (constants_parse("constants.api", tutti_constants_api, constants, &error) != 0) {
        fprintf(stderr, "tutti: %s\n", error.text);
        abort();
    }
}

void constants_free(struct constants *constants)
{
    arena_free(&constants->arena);
    *constants = (struct constants){0};
}

static bool constant_is_variable(const char *value)
{
    return strcmp(value, "extern") == 0;
}

static bool constant_is_symbol(const char *value)
{
    return isalpha((unsigned char)*value) && !constant_is_variable(value);
}

/* Returns whether an earlier constant has the same name, or the same value where `value` is given:
 * a name may be a constant of several kinds, and a symbol have several names. */
static bool constants_has_before(const struct constants *constants, size_t end,
                                 enum api_family family, const char *name, const char *value)
{
    for (size_t i = 0; i < end; i++) {
        const char *other = constants->list[i].values[family];
        if (other &&
            (value ? strcmp(other, value) == 0 : strcmp(constants->list[i].name, name) == 0))
            return true;
    }
    return false;
}

void constants_write_definitions(const struct constants *constants, enum api_family family,
                                 struct text *out)
{
    for (size_t i = 0; i < constants->count; i++) {
        const struct constant *constant = &constants->list[i];
        const char *value = constant->values[family], *type = constant_type(constant);
        if (!value || constants_has_before(constants, i, family, constant->name, NULL))
            continue;
        if (constant_is_variable(value)) {
            text_addf(out, "extern %sconst %s;\n", type, constant->name);
        } else if (constant_is_symbol(value)) {
            if (!constants_has_before(constants, i, family, NULL, value))
                text_addf(out, "extern char %s[];\n", value);
            text_addf(out, "#define %s ((%s)(void *)%s)\n", constant->name, type, value);
        } else {
            text_addf(out, "#define %s ((%s)%s)\n", constant->name, type, value);
        }
    }
}

void constants_write_list(const struct constants *constants, enum api_family family,
                          struct text *out)
{
    text_add(out, "#ifdef WEAK\n");
    for (size_t i = 0; i < constants->count && family < FAMILY_COUNT; i++) {
        const struct constant *constant = &constants->list[i];
        const char *value = constant->values[family];
        if (!value || constants_has_before(constants, i, family, constant->name, NULL))
            continue;
        if (constant_is_variable(value))
            text_addf(out, "WEAK(%s)\n", constant->name);
        else if (constant_is_symbol(value) &&
                 !constants_has_before(constants, i, family, NULL, value))
            text_addf(out, "WEAK(%s)\n", value);
    }
    text_add(out, "#endif\n");
    for (int variables = 0; variables <= 1; variables++) {
        const char *macro = variables ? "VARIABLE" : "CONSTANT";
        text_addf(out, "#ifdef %s\n", macro);
        for (size_t i = 0; i < constants->count; i++) {
            const struct constant *constant = &constants->list[i];
            const char *value = family < FAMILY_COUNT ? constant->values[family] : "";
            if (value && constant_is_variable(value) == variables)
                text_addf(out, "%s(%s, %s)\n", macro, constant->kind, constant->name);
        }
        text_add(out, "#endif\n");
    }
}
