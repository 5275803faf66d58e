#include "api/generate.h"

#include "api/expression.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One function definition that is being written. */
struct instance {
    const struct api_function *function;
    const struct prototype *prototype; /* NULL for Fortran */
    const char *symbol;
    bool profiling;
    size_t index;
};

struct generator {
    const struct template *template;
    const struct prototypes *header;
    const char *flavour;
    struct text *out;
    struct error *error;
    struct arena arena;
    struct instance *functions; /* the functions that are wrapped, each once: C first, then
                                   Fortran */
    size_t function_count;
};

static int generate_fail(const struct generator *generator, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int generate_fail(const struct generator *generator, int line, const char *format, ...)
{
    char sentence[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(generator->error, ERROR_USAGE, "%s:%d: %s", generator->template->name, line,
                     sentence);
}

static bool generate_is_fortran(const struct instance *instance)
{
    return instance->prototype == NULL;
}

/* A Fortran subroutine has an error code as its last argument, a function has a result. */
static bool is_subroutine(const struct instance *instance)
{
    return strcmp(instance->function->result->name, "error") == 0;
}

/* Returns the C type of a Fortran argument: all arguments are passed by address. */
static const char *fortran_type(struct generator *generator, const struct api_parameter *parameter)
{
    return arena_printf(&generator->arena, "%s *", parameter->role->fortran);
}

static const char *parameter_type(struct generator *generator, const struct instance *instance,
                                  size_t i)
{
    return generate_is_fortran(instance)
               ? fortran_type(generator, &instance->function->parameters[i])
               : instance->prototype->parameters[i].type;
}

/* Writes "const void *buf", "int ranges[][3]". */
static void write_declaration(struct generator *generator, const struct instance *instance,
                              size_t i)
{
    const char *name = instance->function->parameters[i].name;
    if (generate_is_fortran(instance)) {
        text_addf(generator->out, "%s%s", parameter_type(generator, instance, i), name);
        return;
    }
    const struct prototype_parameter *declared = &instance->prototype->parameters[i];
    size_t length = strlen(declared->before);
    bool tight = length > 0 && declared->before[length - 1] == '*';
    text_addf(generator->out, "%s%s%s%s", declared->before, tight ? "" : " ", name,
              declared->after);
}

enum list { LIST_DECLARATIONS, LIST_NAMES, LIST_TYPES };

static void generate_write_list(struct generator *generator, const struct instance *instance,
                                enum list list)
{
    struct text *out = generator->out;
    size_t count = instance->function->parameter_count;
    bool ierror = generate_is_fortran(instance) && is_subroutine(instance);
    for (size_t i = 0; i < count; i++) {
        text_add(out, i > 0 ? ", " : "");
        if (list == LIST_DECLARATIONS)
            write_declaration(generator, instance, i);
        else if (list == LIST_NAMES)
            text_add(out, instance->function->parameters[i].name);
        else
            text_add(out, parameter_type(generator, instance, i));
    }
    if (ierror) {
        static const char *const last[] = {"MPI_Fint *ierror", "ierror", "MPI_Fint *"};
        text_addf(out, "%s%s", count > 0 ? ", " : "", last[list]);
    }
    if (instance->function->variadic && list != LIST_NAMES)
        text_add(out, ", ...");
    if (count == 0 && !ierror && list != LIST_NAMES)
        text_add(out, "void");
}

static const char *return_type(const struct instance *instance)
{
    if (!generate_is_fortran(instance))
        return instance->prototype->result;
    return is_subroutine(instance) ? "void" : instance->function->result->fortran;
}

/* Writes the function that this one is a form of: MPI_Send_c sends as MPI_Send does; MPI_Ibcast and
 * MPI_Bcast_init begin what MPI_Bcast does. */
static void write_base(struct text *out, const struct api_function *function)
{
    const char *name = strchr(function->name, '_') + 1;
    int length = (int)strlen(name) - (function->is_large ? 2 : 0);
    bool capital = false;
    if (function->collective && function->persistent) {
        length -= (int)strlen("_init");
    } else if (function->collective && function->mode == API_NONBLOCKING && name[0] == 'I') {
        name++;
        length--;
        capital = true;
    }
    text_addf(out, "%c%.*s", capital ? toupper((unsigned char)name[0]) : name[0], length - 1,
              name + 1);
}

/* Writes a placeholder for a function; returns false if it is no such placeholder. */
static bool write_for_function(struct generator *generator, const struct instance *instance,
                               const char *name)
{
    const struct api_function *function = instance->function;
    struct text *out = generator->out;
    if (strcmp(name, "NAME") == 0)
        text_add(out, instance->symbol);
    else if (strcmp(name, "MPI") == 0)
        text_add(out, function->name);
    else if (strcmp(name, "SHORT") == 0)
        text_add(out, strchr(function->name, '_') + 1);
    else if (strcmp(name, "BASE") == 0)
        write_base(out, function);
    else if (strcmp(name, "PREFIX") == 0)
        text_add(out, instance->profiling ? "P" : "");
    else if (strcmp(name, "RETURN") == 0)
        text_add(out, return_type(instance));
    else if (strcmp(name, "RESULT") == 0)
        text_add(out, function->result->name);
    else if (strcmp(name, "PARAMETERS") == 0)
        generate_write_list(generator, instance, LIST_DECLARATIONS);
    else if (strcmp(name, "ARGUMENTS") == 0)
        generate_write_list(generator, instance, LIST_NAMES);
    else if (strcmp(name, "TYPES") == 0)
        generate_write_list(generator, instance, LIST_TYPES);
    else if (strcmp(name, "CLASS") == 0)
        text_add(out, function->class->name);
    else if (strcmp(name, "INDEX") == 0)
        text_addf(out, "%zu", instance->index);
    else if (strcmp(name, "LARGE") == 0)
        text_add(out, function->is_large ? "1" : "0");
    else
        return false;
    return true;
}

static void write_length(struct generator *generator, const char *expression)
{
    if (expression)
        expression_write_c(expression, generator->out);
    else
        text_add(generator->out, "1");
}

/* Writes the number of equal blocks, or of entries in the list of counts. */
static void write_blocks_of(struct generator *generator, const struct api_function *function,
                            const struct api_buffer *buffer)
{
    const char *count = buffer->each;
    for (size_t i = 0; i < function->parameter_count && !count && buffer->count; i++)
        if (strcmp(function->parameters[i].name, buffer->count) == 0)
            count = function->parameters[i].length;
    write_length(generator, count);
}

static void write_for_buffer(struct text *out, const struct api_buffer *buffer, const char *name)
{
    static const char *const shapes[] = {
        [API_SHAPE_NONE] = "none",     [API_SHAPE_BYTES] = "bytes", [API_SHAPE_PLAIN] = "plain",
        [API_SHAPE_BLOCKS] = "blocks", [API_SHAPE_SUM] = "sum",     [API_SHAPE_MINE] = "mine"};
    const char *no_type = buffer->shape == API_SHAPE_BYTES ? "MPI_BYTE" : "MPI_DATATYPE_NULL";
    if (strcmp(name, "SHAPE") == 0)
        text_add(out, shapes[buffer->shape]);
    else if (strcmp(name, "COUNT") == 0)
        text_add(out, buffer->count ? buffer->count : "0");
    else if (strcmp(name, "DATATYPE") == 0)
        text_add(out, buffer->datatype ? buffer->datatype : no_type);
    else if (strcmp(name, "DISPLACEMENTS") == 0)
        text_add(out, buffer->displacements ? buffer->displacements : "NULL");
}

static void write_for_parameter(struct generator *generator, const struct instance *instance,
                                size_t i, const char *name)
{
    static const char *const directions[] = {
        [API_IN] = "in", [API_OUT] = "out", [API_INOUT] = "inout"};
    const struct api_parameter *parameter = &instance->function->parameters[i];
    struct text *out = generator->out;
    if (strcmp(name, "P") == 0)
        text_add(out, parameter->name);
    else if (strcmp(name, "ROLE") == 0)
        text_add(out, parameter->role->name);
    else if (strcmp(name, "TYPE") == 0)
        text_add(out, parameter_type(generator, instance, i));
    else if (strcmp(name, "LENGTH") == 0)
        write_length(generator, parameter->length);
    else if (strcmp(name, "USED") == 0)
        write_length(generator, parameter->used ? parameter->used : parameter->length);
    else if (strcmp(name, "BLOCKS") == 0)
        write_blocks_of(generator, instance->function, &parameter->buffer);
    else if (strcmp(name, "IS_ARRAY") == 0)
        text_add(out, parameter->length ? "1" : "0");
    else if (strcmp(name, "DIRECTION") == 0)
        text_add(out, directions[parameter->direction]);
    else if (strcmp(name, "NUMBER") == 0)
        text_addf(out, "%zu", i);
    else
        write_for_buffer(out, &parameter->buffer, name);
}

/* Returns whether a condition is true. `parameter` is valid in $EACH, the only place for conditions
 * about parameters. */
static bool is_true(const struct node *node, const struct instance *instance,
                    const struct api_parameter *parameter)
{
    const char *condition = node->condition, *word = node->text;
    const struct api_function *function = instance->function;
    if (strcmp(condition, "role") == 0)
        return api_function_role(function, word) != NULL;
    if (strcmp(condition, "flag") == 0)
        return api_function_flag(function, word);
    if (strcmp(condition, "class") == 0)
        return api_class_fits(function->class->name, word);
    if (strcmp(condition, "name") == 0)
        return strcmp(function->name, word) == 0;
    if (strcmp(condition, "result") == 0)
        return strcmp(function->result->name, word) == 0;
    if (strcmp(condition, "profiling") == 0)
        return instance->profiling;
    if (strcmp(condition, "fortran") == 0)
        return generate_is_fortran(instance);
    if (strcmp(condition, "parameters") == 0)
        return function->parameter_count > 0;
    if (strcmp(condition, "is") == 0)
        return strcmp(parameter->role->name, word) == 0;
    if (strcmp(condition, "array") == 0)
        return parameter->length != NULL;
    if (strcmp(condition, "memory") == 0)
        return parameter->role->memory;
    return strcmp(condition, "atroot") == 0 ? parameter->at_root : parameter->in_place;
}

/* What a node may refer to: a function, and in $EACH one of its parameters. */
struct scope {
    const struct instance *instance; /* NULL in %prelude and %epilogue */
    size_t parameter;
    bool in_each;
};

static int write_nodes(struct generator *generator, const struct node *node, struct scope scope);

static int write_each(struct generator *generator, const struct node *node, struct scope scope)
{
    const struct api_function *function = scope.instance->function;
    scope.in_each = true;
    for (size_t i = 0; i < function->parameter_count; i++) {
        scope.parameter = i;
        if ((function->parameters[i].direction & node->direction) &&
            write_nodes(generator, node->body, scope) != 0)
            return -1;
    }
    return 0;
}

static int write_functions(struct generator *generator, const struct node *node)
{
    for (size_t i = 0; i < generator->function_count; i++) {
        struct scope scope = {.instance = &generator->functions[i]};
        if (write_nodes(generator, node->body, scope) != 0)
            return -1;
    }
    return 0;
}

static int write_placeholder(struct generator *generator, const struct node *node,
                             struct scope scope)
{
    if (strcmp(node->text, "FLAVOUR") == 0)
        text_add(generator->out, generator->flavour);
    else if (strcmp(node->text, "TOTAL") == 0)
        text_addf(generator->out, "%zu", generator->function_count);
    else if (!scope.instance)
        return generate_fail(generator, node->line,
                             "$%s needs a function: it is for %%wrap and $FUNCTIONS", node->text);
    else if (!write_for_function(generator, scope.instance, node->text))
        write_for_parameter(generator, scope.instance, scope.parameter, node->text);
    return 0;
}

static int write_if(struct generator *generator, const struct node *node, struct scope scope)
{
    bool condition;
    if (strcmp(node->condition, "flavour") == 0) {
        condition = strcmp(generator->flavour, node->text) == 0;
    } else if (scope.instance) {
        const struct api_parameter *parameter =
            scope.in_each ? &scope.instance->function->parameters[scope.parameter] : NULL;
        condition = is_true(node, scope.instance, parameter);
    } else {
        return generate_fail(
            generator, node->line,
            "the condition \"%s\" needs a function: it is for %%wrap and $FUNCTIONS",
            node->condition);
    }
    return write_nodes(generator, condition != node->negated ? node->body : node->otherwise, scope);
}

static int write_param(struct generator *generator, const struct node *node, struct scope scope)
{
    const struct api_parameter *parameter =
        scope.instance ? api_function_role(scope.instance->function, node->text) : NULL;
    if (!parameter)
        return generate_fail(generator, node->line, "%s has no parameter of the role %s",
                             scope.instance ? scope.instance->function->name : "a prelude",
                             node->text);
    text_add(generator->out, parameter->name);
    return 0;
}

static int write_nodes(struct generator *generator, const struct node *node, struct scope scope)
{
    int result = 0;
    for (; node && result == 0; node = node->next) {
        switch (node->kind) {
        case NODE_TEXT:
            text_add(generator->out, node->text);
            break;
        case NODE_PLACEHOLDER:
            result = write_placeholder(generator, node, scope);
            break;
        case NODE_PARAM:
            result = write_param(generator, node, scope);
            break;
        case NODE_EACH:
            result = scope.instance
                         ? write_each(generator, node, scope)
                         : generate_fail(generator, node->line, "$EACH needs a function");
            break;
        case NODE_FUNCTIONS:
            result = write_functions(generator, node);
            break;
        case NODE_IF:
            result = write_if(generator, node, scope);
            break;
        }
    }
    return result;
}

static int write_blocks(struct generator *generator, enum block_kind kind)
{
    for (size_t i = 0; i < generator->template->block_count; i++)
        if (generator->template->blocks[i].kind == kind &&
            write_nodes(generator, generator->template->blocks[i].body, (struct scope){0}) != 0)
            return -1;
    return 0;
}

/* Checks that header and table have the same parameters: a wrapper takes types from the header and
 * meanings from the table. */
static int check_count(const struct generator *generator, const struct api_function *function,
                       const struct prototype *prototype)
{
    if (!prototype || (function->parameter_count == prototype->parameter_count &&
                       function->variadic == prototype->variadic))
        return 0;
    return error_set(generator->error, ERROR_USAGE,
                     "%s has other parameters in the header than in the table; "
                     "tutti-api-generate --check says more",
                     prototype->name);
}

/* Finds the functions to wrap, in the order of the table, so that numbers do not depend on the
 * header. */
static int generate_collect(struct generator *generator, const struct api_table *table)
{
    for (int fortran = 0; fortran <= 1; fortran++) {
        for (size_t i = 0; i < table->function_count; i++) {
            const struct api_function *function = table->functions[i];
            const struct prototype *prototype = prototypes_find(generator->header, function->name);
            bool wanted = fortran ? api_function_direct(function, generator->flavour) ||
                                        template_names_fortran(generator->template, function)
                                  : prototype && !function->predefined;
            if (!wanted || !template_block(generator->template, function, fortran))
                continue;
            const char *profiling = arena_printf(&generator->arena, "P%s", function->name);
            if (!fortran && (check_count(generator, function, prototype) != 0 ||
                             check_count(generator, function,
                                         prototypes_find(generator->header, profiling)) != 0))
                return -1;
            size_t index = generator->function_count;
            *arena_push(&generator->arena, generator->functions, generator->function_count) =
                (struct instance){.function = function,
                                  .prototype = fortran ? NULL : prototype,
                                  .symbol = function->name,
                                  .index = index};
        }
    }
    return 0;
}

static int write_c(struct generator *generator, const struct instance *plain,
                   const struct node *body)
{
    const char *name = arena_printf(&generator->arena, "P%s", plain->symbol);
    struct scope scope = {.instance = plain};
    if (write_nodes(generator, body, scope) != 0)
        return -1;
    struct instance profiling = *plain;
    profiling.prototype = prototypes_find(generator->header, name);
    if (!profiling.prototype)
        return 0;
    profiling.symbol = name;
    profiling.profiling = true;
    scope.instance = &profiling;
    return write_nodes(generator, body, scope);
}

static int write_fortran(struct generator *generator, const struct instance *plain,
                         const struct node *body)
{
    struct text symbols;
    int result = 0;
    text_init(&symbols, ERROR_TEXT_MAX);
    generate_fortran_symbols(plain->function, generator->flavour, &symbols);
    for (const char *at = symbols.data; *at && result == 0;) {
        size_t length = strcspn(at, " ");
        struct instance instance = *plain;
        instance.symbol = arena_copy_bytes(&generator->arena, at, length);
        instance.profiling = tolower((unsigned char)*instance.symbol) == 'p';
        result = write_nodes(generator, body, (struct scope){.instance = &instance});
        at += length + (at[length] == ' ');
    }
    text_free(&symbols);
    return result;
}

static int generate_write_all(struct generator *generator)
{
    if (write_blocks(generator, BLOCK_PRELUDE) != 0)
        return -1;
    for (size_t i = 0; i < generator->function_count; i++) {
        const struct instance *plain = &generator->functions[i];
        const struct node *body =
            template_block(generator->template, plain->function, generate_is_fortran(plain))->body;
        int result = generate_is_fortran(plain) ? write_fortran(generator, plain, body)
                                                : write_c(generator, plain, body);
        if (result != 0)
            return -1;
    }
    return write_blocks(generator, BLOCK_EPILOGUE);
}

int generate(const struct template *template, const struct api_table *table,
             const struct prototypes *header, const char *flavour, struct text *out,
             struct error *error)
{
    struct generator generator = {
        .template = template, .header = header, .flavour = flavour, .out = out, .error = error};
    int result = generate_collect(&generator, table);
    if (result == 0)
        result = generate_write_all(&generator);
    if (result == 0 && out->cut)
        result = error_set(error, ERROR_FAILED, "%s: the output is larger than %zu bytes",
                           template->name, out->cap);
    arena_free(&generator.arena);
    return result;
}

static void generate_add_symbol(struct text *out, const char *prefix, const char *name,
                                const char *suffix, int (*change_case)(int))
{
    text_add(out, out->length > 0 ? " " : "");
    text_add(out, prefix);
    for (; *name; name++)
        text_add_char(out, (char)(change_case ? change_case((unsigned char)*name) : *name));
    text_add(out, suffix);
}

/* Both libraries define the usual manglings of a Fortran name. The module mpi_f08 has entry points
 * of its own for all functions that it has (it has no deprecated ones): Open MPI's call ompi_x_f or
 * pmpi_x_ in another library, MPICH's call no Fortran symbol. */
void generate_fortran_symbols(const struct api_function *function, const char *flavour,
                              struct text *out)
{
    static const char *const suffixes[] = {"", "_", "__"};
    const char *name = strchr(function->name, '_') + 1;
    bool openmpi = strcmp(flavour, "openmpi") == 0;
    for (size_t i = 0; i < 3; i++)
        generate_add_symbol(out, "mpi_", name, suffixes[i], tolower);
    generate_add_symbol(out, "MPI_", name, "", toupper);
    for (size_t i = 0; i < 3; i++)
        generate_add_symbol(out, "pmpi_", name, suffixes[i], tolower);
    generate_add_symbol(out, "PMPI_", name, "", toupper);
    if (openmpi) {
        generate_add_symbol(out, "MPI_", name, "_f", NULL);
        generate_add_symbol(out, "MPI_", name, "_f08", NULL);
        generate_add_symbol(out, "PMPI_", name, "_f", NULL);
        generate_add_symbol(out, "PMPI_", name, "_f08", NULL);
        generate_add_symbol(out, "ompi_", name, "_f", tolower);
    } else if (!function->deprecated) {
        generate_add_symbol(out, "mpi_", name, "_f08_", tolower);
        generate_add_symbol(out, "pmpir_", name, "_f08_", tolower);
    }
}
