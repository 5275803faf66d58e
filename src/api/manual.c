#include "api/manual.h"

#include <string.h>

/* Underlines and emphasis of scdoc are plain characters in names of functions. */
static void add_plain(struct text *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("_*\\#[]<~`", *text))
            text_add_char(out, '\\');
        text_add_char(out, *text);
    }
}

static void manual_add_parameter(struct text *out, const struct api_parameter *parameter)
{
    static const char *const directions[] = {
        [API_IN] = "in", [API_OUT] = "out", [API_INOUT] = "inout"};
    text_addf(out, "%s ", directions[parameter->direction]);
    add_plain(out, parameter->role->name);
    text_add(out, " ");
    add_plain(out, parameter->name);
    if (parameter->length) {
        text_add(out, "\\[");
        add_plain(out, parameter->length);
        text_add(out, "\\]");
    }
    if (parameter->at_root)
        text_add(out, " (at the root)");
}

static void manual_add_function(struct text *out, const struct api_function *function)
{
    static const char *const modes[] = {
        [API_LOCAL] = "local", [API_BLOCKING] = "blocking", [API_NONBLOCKING] = "nonblocking"};
    text_add(out, "*");
    add_plain(out, function->name);
    text_addf(out, "* (%s", modes[function->mode]);
    text_add(out, function->collective ? ", collective" : "");
    text_add(out, function->persistent ? ", persistent" : "");
    text_add(out, function->split ? ", split" : "");
    text_add(out, function->extension ? ", extension" : "");
    text_add(out, function->has_large ? ", also \\_c" : "");
    text_addf(out, ", since MPI %s", function->since);
    if (function->removed)
        text_addf(out, ", removed in %s", function->removed);
    else if (function->deprecated)
        text_addf(out, ", deprecated in %s", function->deprecated);
    text_add(out, ")\n");
    for (size_t i = 0; i < function->parameter_count; i++) {
        text_add(out, i > 0 ? ", " : "\t");
        manual_add_parameter(out, &function->parameters[i]);
    }
    if (function->variadic)
        text_add(out, ", ...");
    text_add(out, function->parameter_count > 0 ? "\n\n" : "\n");
}

static void add_classes(const struct api_table *table, struct text *out)
{
    for (size_t i = 0; i < table->class_count; i++) {
        const struct api_class *class = &table->classes[i];
        text_addf(out, "## %s: %s\n\n", class->name, class->description);
        for (size_t j = 0; j < table->function_count; j++)
            if (table->functions[j]->class == class && !table->functions[j]->is_large)
                manual_add_function(out, table->functions[j]);
    }
}

static void add_roles(const struct api_table *table, struct text *out)
{
    for (size_t i = 0; i < table->role_count; i++) {
        const struct api_role *role = &table->roles[i];
        text_add(out, "*");
        add_plain(out, role->name);
        text_add(out, "* (");
        add_plain(out, role->types[0]);
        if (role->large) {
            text_add(out, "; large: ");
            add_plain(out, role->large);
        }
        text_add(out, ")\n\t");
        add_plain(out, role->description);
        text_add(out, "\n\n");
    }
}

void manual_write(const struct api_table *table, struct text *out)
{
    text_add(out, "tutti-mpi(7)\n\n# NAME\n\n"
                  "tutti-mpi - what Tutti knows about each MPI function\n\n"
                  "# DESCRIPTION\n\n"
                  "Each function has a class, says whether it can wait for other processes, and\n"
                  "gives each parameter a role: what it means to the call. A function with\n"
                  "\"also \\_c\" has a twin for large counts.\n\n"
                  "# FUNCTIONS\n\n");
    add_classes(table, out);
    text_add(out, "# ROLES\n\n");
    add_roles(table, out);
    text_add(out, "# SEE ALSO\n\n*tutti*(1)\n");
}
