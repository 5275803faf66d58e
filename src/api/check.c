#include "api/check.h"

#include <stdlib.h>
#include <string.h>

enum { SENTENCES_MAX = 1024 * 1024, TYPE_MAX = 256 };

bool api_check_covers(const char *name)
{
    static const char *const prefixes[] = {"MPI_", "MPIX_", "PMPI_", "PMPIX_", "MPIR_", "OMPI_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Copies the type without the word const. */
static void without_const(const char *type, char out[TYPE_MAX])
{
    size_t used = 0;
    while (*type && used + 1 < TYPE_MAX) {
        if (strncmp(type, "const ", 6) == 0)
            type += 6;
        else
            out[used++] = *type++;
    }
    out[used] = '\0';
}

static bool same_type(const char *wanted, const char *found, bool const_varies)
{
    if (strcmp(wanted, found) == 0)
        return true;
    char plain_wanted[TYPE_MAX], plain_found[TYPE_MAX];
    without_const(wanted, plain_wanted);
    without_const(found, plain_found);
    return const_varies && strcmp(plain_wanted, plain_found) == 0;
}

/* Returns whether the role allows the type of the header. `wanted` is the type that fits, or else
 * the usual one. */
static bool check_fits(const struct api_function *function, const struct api_parameter *parameter,
                       const char *found, struct text *wanted)
{
    const struct api_role *role = parameter->role;
    if (function->is_large && role->large) {
        api_parameter_type(parameter, role->large, wanted);
        return same_type(wanted->data, found, parameter->const_varies);
    }
    if (role->abi) {
        api_parameter_type(parameter, role->abi, wanted);
        if (same_type(wanted->data, found, parameter->const_varies))
            return true;
    }
    for (size_t i = role->type_count; i-- > 0;) {
        api_parameter_type(parameter, role->types[i], wanted);
        if (same_type(wanted->data, found, parameter->const_varies))
            return true;
    }
    return false;
}

static bool result_fits(const struct api_role *role, const char *found)
{
    for (size_t i = 0; i < role->type_count; i++)
        if (strcmp(role->types[i], found) == 0)
            return true;
    return false;
}

static void check_fault(struct api_check *check, const char *sentence)
{
    check->faults++;
    text_addf(&check->sentences, "%s\n", sentence);
}

static void check_compare(const struct api_function *function, const struct prototype *prototype,
                          struct api_check *check)
{
    struct text sentence, wanted;
    text_init(&sentence, TYPE_MAX * 4);
    text_init(&wanted, TYPE_MAX);
    if (!result_fits(function->result, prototype->result)) {
        text_addf(&sentence, "%s returns %s in the header, but its result %s in the table is %s",
                  prototype->name, prototype->result, function->result->name,
                  function->result->types[0]);
        check_fault(check, sentence.data);
    }
    if (function->parameter_count != prototype->parameter_count ||
        function->variadic != prototype->variadic) {
        text_clear(&sentence);
        text_addf(&sentence, "%s has %zu parameters%s in the header, but %zu%s in the table",
                  prototype->name, prototype->parameter_count,
                  prototype->variadic ? " and more" : "", function->parameter_count,
                  function->variadic ? " and more" : "");
        check_fault(check, sentence.data);
        goto free_texts;
    }
    for (size_t i = 0; i < function->parameter_count; i++) {
        const struct api_parameter *parameter = &function->parameters[i];
        const char *found = prototype->parameters[i].type;
        if (check_fits(function, parameter, found, &wanted))
            continue;
        text_clear(&sentence);
        text_addf(&sentence,
                  "%s: parameter %zu is \"%s\" in the header, but %s %s of the table is "
                  "\"%s\"",
                  prototype->name, i + 1, found, parameter->role->name, parameter->name,
                  wanted.data);
        check_fault(check, sentence.data);
    }
free_texts:
    text_free(&wanted);
    text_free(&sentence);
}

void api_check_header(const struct api_table *table, const struct prototypes *header,
                      struct api_check *check)
{
    *check = (struct api_check){0};
    text_init(&check->sentences, SENTENCES_MAX);
    for (const struct prototype *prototype = header->by_name; prototype;
         prototype = prototype->hh.next) {
        if (!api_check_covers(prototype->name))
            continue;
        const struct api_function *function = api_table_find(table, prototype->name);
        bool profiling = *prototype->name == 'P';
        if (!profiling) {
            check->compared++;
            check->tool += strncmp(prototype->name, "MPI_T_", 6) == 0;
            check->large += function && function->is_large;
        }
        if (function) {
            check_compare(function, prototype, check);
        } else {
            check->faults++;
            text_addf(&check->sentences, "%s is in the header, but not in the table\n",
                      prototype->name);
        }
    }
}

void api_check_free(struct api_check *check)
{
    text_free(&check->sentences);
}
