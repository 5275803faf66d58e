#include "api/declare.h"

#include <string.h>

enum { TYPE_MAX = 256 };

/* Returns the type of a role in this function. Callbacks have a type for each kind of object:
 * MPI_Comm_create_keyval takes an MPI_Comm_copy_attr_function. */
static const char *role_type(const struct api_function *function, const struct api_role *role,
                             const char *family)
{
    if (function->is_large && role->large)
        return role->large;
    if (role->abi && strcmp(family, "abi") == 0)
        return role->abi;
    const char *object = strchr(function->name, '_') + 1;
    size_t length = strcspn(object, "_");
    for (size_t i = 1; i < role->type_count; i++) {
        const char *word = strchr(role->types[i], '_');
        if (word && strncmp(word + 1, object, length) == 0 && word[1 + length] == '_')
            return role->types[i];
    }
    return role->types[0];
}

/* Writes a parameter: "const void *buf", "int (*ranges)[3]". */
static void declare_parameter(const struct api_function *function,
                              const struct api_parameter *parameter, const char *family,
                              struct text *out)
{
    struct text type;
    text_init(&type, TYPE_MAX);
    api_parameter_type(parameter, role_type(function, parameter->role, family), &type);
    const char *pointer = strstr(type.data, "(*)");
    if (pointer)
        text_addf(out, "%.*s%s%s", (int)(pointer + 2 - type.data), type.data, parameter->name,
                  pointer + 2);
    else
        text_addf(out, "%s%s%s", type.data, type.data[type.length - 1] == '*' ? "" : " ",
                  parameter->name);
    text_free(&type);
}

static void declare_function(const struct api_function *function, const char *prefix,
                             const char *family, struct text *out)
{
    const char *result = role_type(function, function->result, family);
    text_addf(out, "%s%s%s%s(", result, result[strlen(result) - 1] == '*' ? "" : " ", prefix,
              function->name);
    for (size_t i = 0; i < function->parameter_count; i++) {
        text_add(out, i > 0 ? ", " : "");
        declare_parameter(function, &function->parameters[i], family, out);
    }
    if (function->variadic)
        text_add(out, function->parameter_count > 0 ? ", ..." : "...");
    else if (function->parameter_count == 0)
        text_add(out, "void");
    text_add(out, ");\n");
}

void declare_functions(const struct api_table *table, const char *family, struct text *out)
{
    for (size_t i = 0; i < table->function_count; i++) {
        const struct api_function *function = table->functions[i];
        if (!api_function_in_family(function, family))
            continue;
        declare_function(function, "", family, out);
        if (!function->predefined)
            declare_function(function, "P", family, out);
    }
}

void declare_header(const struct constants *constants, const char *family, const char *functions,
                    struct text *out)
{
    text_addf(out,
              "/* The mpi.h of the %s family, made from Tutti's own tables. */\n"
              "#ifndef TUTTI_MPI_H\n#define TUTTI_MPI_H\n\n"
              "#include \"api/family/%s.h\"\n\n",
              family, family);
    constants_write_definitions(constants, api_family_find(family), out);
    text_addf(out, "\n#include \"%s\"\n\n#endif\n", functions);
}
