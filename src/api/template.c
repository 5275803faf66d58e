#include "api/template.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEMPLATE_MAX_SIZE = 4 * 1024 * 1024, NESTING_MAX = 50 };

struct reader {
    struct template *template;
    const struct api_table *table;
    const char *at;
    int line;
    int nesting;
    bool in_each;
    struct error *error;
};

static int template_fail(const struct reader *reader, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int template_fail(const struct reader *reader, int line, const char *format, ...)
{
    char sentence[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return error_set(reader->error, ERROR_USAGE, "%s:%d: %s", reader->template->name, line,
                     sentence);
}

static bool one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

static const char *const of_a_function[] = {"NAME",   "MPI",    "SHORT",      "BASE",      "PREFIX",
                                            "RETURN", "RESULT", "PARAMETERS", "ARGUMENTS", "TYPES",
                                            "CLASS",  "INDEX",  "LARGE",      NULL};
static const char *const of_a_parameter[] = {
    "P",      "ROLE",  "TYPE",  "LENGTH",   "USED",          "IS_ARRAY", "DIRECTION",
    "NUMBER", "SHAPE", "COUNT", "DATATYPE", "DISPLACEMENTS", "BLOCKS",   NULL};
static const char *const of_a_file[] = {"FLAVOUR", "TOTAL", NULL};

/* Conditions about the function, and in $EACH about a parameter. The first ones need a word. */
static const char *const conditions_with_word[] = {"role", "flag",   "class",   "name",
                                                   "is",   "result", "flavour", NULL};
static const char *const conditions_alone[] = {"profiling", "fortran", "parameters", "array",
                                               "memory",    "atroot",  "inplace",    NULL};
static const char *const conditions_in_each[] = {"is",     "array",   "memory",
                                                 "atroot", "inplace", NULL};

static int template_read_nodes(struct reader *reader, bool in_braces, struct node **first);

static struct node *new_node(struct reader *reader, enum node_kind kind)
{
    struct node *node = arena_alloc(&reader->template->arena, sizeof *node);
    node->kind = kind;
    node->line = reader->line;
    return node;
}

/* Reads a name: "NAME" of "$NAME_real", capital words joined by single underscores. */
static const char *template_read_name(struct reader *reader)
{
    const char *start = reader->at;
    size_t length = 0;
    while (isupper((unsigned char)start[length]) ||
           (length > 0 && start[length] == '_' && isupper((unsigned char)start[length + 1])))
        length++;
    reader->at += length;
    return arena_copy_bytes(&reader->template->arena, start, length);
}

/* Reads "(text)" on one line. */
static int template_read_argument(struct reader *reader, const char *name, const char **argument)
{
    size_t length = *reader->at == '(' ? strcspn(reader->at, ")\n") : 0;
    if (length == 0 || reader->at[length] != ')')
        return template_fail(reader, reader->line, "$%s needs an argument in brackets", name);
    *argument = arena_copy_bytes(&reader->template->arena, reader->at + 1, length - 1);
    reader->at += length + 1;
    return 0;
}

/* Reads "{...}". */
static int template_read_body(struct reader *reader, const char *name, struct node **body)
{
    int line = reader->line;
    if (*reader->at != '{')
        return template_fail(reader, line, "$%s needs a text in braces", name);
    if (reader->nesting == NESTING_MAX)
        return template_fail(reader, line, "$%s is nested too deep", name);
    reader->at++;
    reader->nesting++;
    if (template_read_nodes(reader, true, body) != 0)
        return -1;
    reader->nesting--;
    if (*reader->at != '}')
        return template_fail(reader, line, "the braces of $%s are not closed before the block ends",
                             name);
    reader->at++;
    return 0;
}

static int read_each(struct reader *reader, struct node *node)
{
    const char *direction;
    if (reader->in_each)
        return template_fail(reader, node->line, "$EACH cannot be inside $EACH");
    if (template_read_argument(reader, "EACH", &direction) != 0)
        return -1;
    if (strcmp(direction, "in") == 0)
        node->direction = API_IN;
    else if (strcmp(direction, "out") == 0)
        node->direction = API_OUT;
    else if (strcmp(direction, "all") == 0)
        node->direction = API_INOUT;
    else
        return template_fail(reader, node->line, "$EACH goes over in, out or all, not over \"%s\"",
                             direction);
    reader->in_each = true;
    int result = template_read_body(reader, "EACH", &node->body);
    reader->in_each = false;
    return result;
}

static int check_condition(struct reader *reader, const struct node *node)
{
    const char *condition = node->condition;
    bool wants_word = one_of(condition, conditions_with_word);
    if (!wants_word && !one_of(condition, conditions_alone))
        return template_fail(reader, node->line, "there is no condition \"%s\"", condition);
    if (wants_word != (*node->text != '\0'))
        return template_fail(reader, node->line, "the condition \"%s\" %s", condition,
                             wants_word ? "needs a word behind it" : "stands alone");
    if (one_of(condition, conditions_in_each) && !reader->in_each)
        return template_fail(reader, node->line, "the condition \"%s\" is for $EACH", condition);
    bool about_role = strcmp(condition, "role") == 0 || strcmp(condition, "is") == 0 ||
                      strcmp(condition, "result") == 0;
    if (about_role && !api_table_role(reader->table, node->text))
        return template_fail(reader, node->line, "there is no role %s", node->text);
    if (strcmp(condition, "flag") == 0 && !api_flag_known(node->text))
        return template_fail(reader, node->line, "there is no flag %s", node->text);
    return 0;
}

static int read_if(struct reader *reader, struct node *node)
{
    const char *argument;
    struct arena *arena = &reader->template->arena;
    if (template_read_argument(reader, "IF", &argument) != 0)
        return -1;
    argument += strspn(argument, " ");
    if (strncmp(argument, "not ", 4) == 0) {
        node->negated = true;
        argument += 4 + strspn(argument + 4, " ");
    }
    size_t length = strcspn(argument, " ");
    node->condition = arena_copy_bytes(arena, argument, length);
    argument += length + strspn(argument + length, " ");
    node->text = arena_copy_bytes(arena, argument, strcspn(argument, " "));
    if (check_condition(reader, node) != 0 || template_read_body(reader, "IF", &node->body) != 0)
        return -1;
    if (strncmp(reader->at, "$ELSE{", 6) != 0)
        return 0;
    reader->at += 5;
    return template_read_body(reader, "ELSE", &node->otherwise);
}

/* Reads a placeholder, behind a '$' that starts a name. */
static int read_placeholder(struct reader *reader, struct node **result)
{
    struct node *node = *result = new_node(reader, NODE_PLACEHOLDER);
    const char *name = node->text = template_read_name(reader);
    if (strcmp(name, "EACH") == 0) {
        node->kind = NODE_EACH;
        return read_each(reader, node);
    }
    if (strcmp(name, "IF") == 0) {
        node->kind = NODE_IF;
        return read_if(reader, node);
    }
    if (strcmp(name, "FUNCTIONS") == 0) {
        node->kind = NODE_FUNCTIONS;
        return template_read_body(reader, "FUNCTIONS", &node->body);
    }
    if (strcmp(name, "PARAM") == 0) {
        node->kind = NODE_PARAM;
        if (template_read_argument(reader, "PARAM", &node->text) != 0)
            return -1;
        if (!api_table_role(reader->table, node->text))
            return template_fail(reader, node->line, "there is no role %s", node->text);
        return 0;
    }
    if (one_of(name, of_a_parameter) && !reader->in_each)
        return template_fail(reader, node->line, "$%s is for $EACH", name);
    if (!one_of(name, of_a_parameter) && !one_of(name, of_a_function) && !one_of(name, of_a_file))
        return template_fail(reader, node->line, "there is no placeholder $%s", name);
    return 0;
}

static void take_text(struct reader *reader, const char *text, size_t length, struct node ***tail)
{
    if (length == 0)
        return;
    struct node *node = new_node(reader, NODE_TEXT);
    node->text = arena_copy_bytes(&reader->template->arena, text, length);
    **tail = node;
    *tail = &node->next;
}

static bool at_line_start(const struct reader *reader)
{
    return reader->at[-1] == '\n'; /* a block never starts a file: its directive is before it */
}

/* Reads to the end of the block, or to the brace that closes the text, and stops before it. */
static int template_read_nodes(struct reader *reader, bool in_braces, struct node **first)
{
    struct node **tail = first;
    const char *start = reader->at;
    int depth = 0;
    while (*reader->at) {
        char c = *reader->at;
        bool comment = strncmp(reader->at, "%#", 2) == 0 && at_line_start(reader);
        if (c == '%' && at_line_start(reader) && !comment)
            break;
        if (in_braces && c == '}' && depth-- == 0)
            break;
        if (in_braces && c == '{')
            depth++;
        if (c != '$' && !comment) {
            reader->line += c == '\n';
            reader->at++;
            continue;
        }
        take_text(reader, start, (size_t)(reader->at - start), &tail);
        if (comment) {
            reader->at += strcspn(reader->at, "\n");
            reader->at += *reader->at == '\n';
            reader->line++;
        } else if (reader->at[1] && strchr("${}%", reader->at[1])) {
            start = reader->at + 1;
            reader->at += 2;
            continue;
        } else {
            reader->at++;
            if (read_placeholder(reader, tail) != 0)
                return -1;
            tail = &(*tail)->next;
        }
        start = reader->at;
    }
    take_text(reader, start, (size_t)(reader->at - start), &tail);
    return 0;
}

static int check_pattern(struct reader *reader, const char *pattern)
{
    for (size_t i = 0; i < reader->table->function_count; i++)
        if (template_fit(reader->table->functions[i], pattern) > 0)
            return 0;
    return template_fail(reader, reader->line,
                         "there is no function and no class of functions \"%s\"", pattern);
}

/* Reads the patterns of a directive, separated by commas. The reader is behind the directive's
 * word. */
static int template_read_patterns(struct reader *reader, struct block *block)
{
    struct arena *arena = &reader->template->arena;
    for (;;) {
        reader->at += strspn(reader->at, " \t,");
        size_t length = strcspn(reader->at, " \t,\n");
        if (length == 0)
            break;
        const char *pattern = arena_copy_bytes(arena, reader->at, length);
        if (check_pattern(reader, pattern) != 0)
            return -1;
        for (size_t i = 0; i < reader->template->block_count; i++) {
            const struct block *other = &reader->template->blocks[i];
            if ((other->kind == BLOCK_FORTRAN) != (block->kind == BLOCK_FORTRAN))
                continue;
            for (size_t j = 0; j < other->pattern_count; j++)
                if (strcmp(other->patterns[j], pattern) == 0)
                    return template_fail(reader, reader->line, "%s has a block already, in line %d",
                                         pattern, other->line);
        }
        *arena_push(arena, block->patterns, block->pattern_count) = pattern;
        reader->at += length;
    }
    return 0;
}

static int read_block(struct reader *reader)
{
    static const struct {
        const char *word;
        enum block_kind kind;
        bool wants_patterns;
    } directives[] = {
        {"%prelude", BLOCK_PRELUDE, false}, {"%epilogue", BLOCK_EPILOGUE, false},
        {"%wrap", BLOCK_WRAP, true},        {"%omit", BLOCK_OMIT, true},
        {"%fortran", BLOCK_FORTRAN, true},
    };
    struct block block = {.line = reader->line};
    size_t length = strcspn(reader->at, " \t\n"), found = 0;
    while (found < 5 && (strlen(directives[found].word) != length ||
                         strncmp(directives[found].word, reader->at, length) != 0))
        found++;
    if (found == 5)
        return template_fail(reader, reader->line, "there is no directive \"%.*s\"", (int)length,
                             reader->at);
    block.kind = directives[found].kind;
    reader->at += length;
    if (template_read_patterns(reader, &block) != 0)
        return -1;
    if (directives[found].wants_patterns != (block.pattern_count > 0))
        return template_fail(reader, block.line, "%s %s", directives[found].word,
                             block.pattern_count > 0 ? "stands alone"
                                                     : "needs names or classes behind it");
    if (*reader->at == '\n') {
        reader->at++;
        reader->line++;
    }
    if (template_read_nodes(reader, false, &block.body) != 0)
        return -1;
    *arena_push(&reader->template->arena, reader->template->blocks, reader->template->block_count) =
        block;
    return 0;
}

int template_parse(const char *name, const char *text, const struct api_table *table,
                   struct template *template, struct error *error)
{
    *template = (struct template){0};
    template->name = arena_copy(&template->arena, name);
    struct reader reader = {
        .template = template, .table = table, .at = text, .line = 1, .error = error};
    while (*reader.at) {
        bool comment = strncmp(reader.at, "%#", 2) == 0;
        size_t length = strcspn(reader.at, "\n");
        if (!comment && *reader.at == '%') {
            if (read_block(&reader) != 0)
                return -1;
        } else if (comment || strspn(reader.at, " \t") == length) {
            reader.at += length + (reader.at[length] == '\n');
            reader.line++;
        } else {
            return template_fail(&reader, reader.line,
                                 "text must stand behind a directive such as %%wrap");
        }
    }
    return 0;
}

int template_read(const char *path, const struct api_table *table, struct template *template,
                  struct error *error)
{
    char *text;
    *template = (struct template){0};
    if (file_read(path, TEMPLATE_MAX_SIZE, &text, NULL, error) != 0)
        return -1;
    int result = template_parse(path, text, table, template, error);
    free(text);
    return result;
}

void template_free(struct template *template)
{
    arena_free(&template->arena);
}

size_t template_fit(const struct api_function *function, const char *pattern)
{
    enum { BY_PREFIX = 1, BY_CLASS = 1000, BY_NAME = 1001 };
    if (strcmp(function->name, pattern) == 0)
        return BY_NAME;
    if (!api_class_fits(function->class->name, pattern))
        return 0;
    size_t length = strlen(pattern);
    return pattern[length - 1] == '*' ? BY_PREFIX + length - 1 : BY_CLASS;
}

const struct block *template_block(const struct template *template,
                                   const struct api_function *function, bool fortran)
{
    const struct block *best = NULL;
    size_t best_fit = 0;
    for (size_t i = 0; i < template->block_count; i++) {
        const struct block *block = &template->blocks[i];
        if ((block->kind == BLOCK_FORTRAN) != fortran)
            continue;
        for (size_t j = 0; j < block->pattern_count; j++) {
            size_t fit = template_fit(function, block->patterns[j]);
            if (fit > best_fit) {
                best_fit = fit;
                best = block;
            }
        }
    }
    return best && best->kind == BLOCK_OMIT ? NULL : best;
}

bool template_names_fortran(const struct template *template, const struct api_function *function)
{
    for (size_t i = 0; i < template->block_count; i++) {
        const struct block *block = &template->blocks[i];
        for (size_t j = 0; block->kind == BLOCK_FORTRAN && j < block->pattern_count; j++)
            if (strcmp(block->patterns[j], function->name) == 0)
                return true;
    }
    return false;
}
