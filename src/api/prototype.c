#include "api/prototype.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_MAX_SIZE = 64 * 1024 * 1024, TYPE_MAX_LENGTH = 16 * 1024 };

struct token {
    const char *start;
    size_t length;
};

struct tokens {
    struct token *items;
    size_t count;
    size_t space;
};

static void tokens_add(struct tokens *tokens, const char *start, size_t length)
{
    if (tokens->count == tokens->space) {
        tokens->space = tokens->space ? tokens->space * 2 : 256;
        tokens->items = memory_resize(tokens->items, tokens->space * sizeof *tokens->items);
    }
    tokens->items[tokens->count++] = (struct token){start, length};
}

static bool token_is(struct token token, const char *text)
{
    return strlen(text) == token.length && strncmp(token.start, text, token.length) == 0;
}

static bool token_is_any(struct token token, const char *const *texts)
{
    for (; *texts; texts++)
        if (token_is(token, *texts))
            return true;
    return false;
}

static bool token_is_word(struct token token)
{
    return isalpha((unsigned char)*token.start) || *token.start == '_';
}

static size_t skip_quoted(const char *text)
{
    size_t length = 1;
    while (text[length] && text[length] != *text)
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return length + (text[length] == *text);
}

static size_t skip_comment(const char *text)
{
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        return end ? (size_t)(end + 2 - text) : strlen(text);
    }
    if (strncmp(text, "//", 2) == 0 || *text == '#')
        return strcspn(text, "\n");
    return 0;
}

static void prototype_tokenize(const char *text, struct tokens *tokens)
{
    while (*text) {
        size_t length = strspn(text, " \t\r\n\f\v");
        if (length == 0)
            length = skip_comment(text);
        if (length > 0) {
            text += length;
            continue;
        }
        if (isalnum((unsigned char)*text) || *text == '_')
            while (isalnum((unsigned char)text[length]) || text[length] == '_')
                length++;
        else if (*text == '"' || *text == '\'')
            length = skip_quoted(text);
        else
            length = strncmp(text, "...", 3) == 0 ? 3 : 1;
        tokens_add(tokens, text, length);
        text += length;
    }
}

/* Returns the position behind the bracket that closes the one at `open`; `end` if none does. */
static size_t behind_bracket(const struct token *items, size_t open, size_t end)
{
    int depth = 0;
    for (size_t i = open; i < end; i++) {
        if (strchr("([{", *items[i].start))
            depth++;
        if (strchr(")]}", *items[i].start) && --depth == 0)
            return i + 1;
    }
    return end;
}

/* Copies a declaration without the parts that say nothing about its type. */
static void prototype_strip(const struct token *items, size_t count, struct tokens *out)
{
    static const char *const with_argument[] = {"__attribute__", "__attribute", "__asm__", "__asm",
                                                "asm",           "__declspec",  NULL};
    static const char *const alone[] = {"extern",     "static",        "inline",       "__inline",
                                        "__inline__", "__restrict",    "__restrict__", "restrict",
                                        "_Noreturn",  "__extension__", "__volatile__", NULL};
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (token_is_any(items[i], alone))
            continue;
        if (token_is_any(items[i], with_argument)) {
            if (i + 1 < count && token_is(items[i + 1], "("))
                i = behind_bracket(items, i + 1, count) - 1;
            continue;
        }
        tokens_add(out, items[i].start, items[i].length);
    }
}

/* Returns tokens as text: "const void *", "int (*", "[][3]". */
static const char *prototype_join(struct arena *arena, const struct token *items, size_t count)
{
    struct text text;
    text_init(&text, TYPE_MAX_LENGTH);
    for (size_t i = 0; i < count; i++) {
        bool after_word = i > 0 && (token_is_word(items[i - 1]) || token_is(items[i - 1], ","));
        bool apart = token_is_word(items[i]) || token_is(items[i], "*") || token_is(items[i], "(");
        bool word_after_star = i > 0 && token_is(items[i - 1], "*") && token_is_word(items[i]);
        if ((after_word && apart) || word_after_star)
            text_add_char(&text, ' ');
        text_add_bytes(&text, items[i].start, items[i].length);
    }
    const char *joined = arena_copy(arena, text.data);
    text_free(&text);
    return joined;
}

/* Returns the position of a parameter's name, or where it would be if `*named` is false. */
static size_t find_name(const struct token *items, size_t count, bool *named)
{
    static const char *const no_names[] = {
        "const",  "volatile", "void",   "char",     "short", "int",   "long",  "float",
        "double", "signed",   "struct", "unsigned", "enum",  "union", "_Bool", NULL};
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    *named = false;
    for (size_t i = 0; i + 1 < count; i++) {
        if (token_is(items[i], "(") && token_is(items[i + 1], "*")) {
            *named = i + 2 < count && token_is_word(items[i + 2]);
            return i + 2;
        }
    }
    size_t end = 0;
    while (end < count && !token_is(items[end], "["))
        end++;
    if (end < 2 || !token_is_word(items[end - 1]) || token_is_any(items[end - 1], no_names) ||
        token_is_any(items[end - 2], tags))
        return end;
    for (size_t i = 0; i + 1 < end; i++)
        if (token_is_word(items[i]) && !token_is(items[i], "const") &&
            !token_is(items[i], "volatile"))
            *named = true;
    return *named ? end - 1 : end;
}

/* Returns the type of a parameter, with its outermost array as a pointer, as in C. */
static const char *adjusted_type(struct arena *arena, const char *before, const char *after)
{
    /* A const that does not follow a pointer concerns only the function, not its type. */
    if (*after == '\0' && !strchr(before, '*') && strncmp(before, "const ", 6) == 0)
        return arena_copy(arena, before + 6);
    if (*after != '[')
        return arena_printf(arena, "%s%s", before, after);
    size_t outermost = strcspn(after, "]") + (strchr(after, ']') != NULL);
    size_t length = strlen(before);
    const char *gap = length > 0 && before[length - 1] == '*' ? "" : " ";
    if (after[outermost] == '\0')
        return arena_printf(arena, "%s%s*", before, gap);
    return arena_printf(arena, "%s (*)%s", before, after + outermost);
}

static void prototype_add_parameter(struct arena *arena, struct prototype *prototype,
                                    const struct token *items, size_t count)
{
    if (count == 0 || (count == 1 && token_is(items[0], "void")))
        return;
    if (token_is(items[0], "...")) {
        prototype->variadic = true;
        return;
    }
    bool named;
    size_t name = find_name(items, count, &named);
    struct prototype_parameter *parameter =
        arena_push(arena, prototype->parameters, prototype->parameter_count);
    parameter->before = prototype_join(arena, items, name);
    parameter->after = prototype_join(arena, items + name + named, count - name - named);
    parameter->type = adjusted_type(arena, parameter->before, parameter->after);
    if (named)
        parameter->name = arena_copy_bytes(arena, items[name].start, items[name].length);
}

static void add_parameters(struct arena *arena, struct prototype *prototype,
                           const struct token *items, size_t count)
{
    size_t start = 0;
    for (size_t i = 0; i < count; i++) {
        if (strchr("([{", *items[i].start)) {
            i = behind_bracket(items, i, count) - 1;
        } else if (token_is(items[i], ",")) {
            prototype_add_parameter(arena, prototype, items + start, i - start);
            start = i + 1;
        }
    }
    prototype_add_parameter(arena, prototype, items + start, count - start);
}

/* Keeps the declaration if it is one of a function: a type, a name, and brackets up to its end. */
static void add_declaration(struct prototypes *prototypes, const struct token *items, size_t count)
{
    if (count < 4 || token_is(items[0], "typedef"))
        return;
    size_t open = 0;
    while (open < count && !token_is(items[open], "("))
        open++;
    if (open < 2 || open == count || !token_is_word(items[open - 1]) ||
        !token_is(items[count - 1], ")") || behind_bracket(items, open, count) != count)
        return;
    for (size_t i = 0; i < open; i++)
        if (!token_is_word(items[i]) && !token_is(items[i], "*"))
            return;
    struct arena *arena = &prototypes->arena;
    const char *name = arena_copy_bytes(arena, items[open - 1].start, items[open - 1].length);
    if (prototypes_find(prototypes, name))
        return;
    struct prototype *prototype = arena_alloc(arena, sizeof *prototype);
    prototype->name = name;
    prototype->result = prototype_join(arena, items, open - 1);
    add_parameters(arena, prototype, items + open + 1, count - open - 2);
    HASH_ADD_KEYPTR(hh, prototypes->by_name, name, strlen(name), prototype);
}

int prototypes_parse(const char *text, struct prototypes *prototypes, struct error *error)
{
    struct tokens all = {0}, declaration = {0};
    *prototypes = (struct prototypes){0};
    prototype_tokenize(text, &all);
    for (size_t start = 0, i = 0; i < all.count; i++) {
        bool body = token_is(all.items[i], "{");
        if (!body && !token_is(all.items[i], ";"))
            continue;
        prototype_strip(all.items + start, i - start, &declaration);
        if (body) {
            i = behind_bracket(all.items, i, all.count) - 1;
            /* The braces of a type belong to the declaration that continues behind them. */
            bool function =
                declaration.count > 0 && token_is(declaration.items[declaration.count - 1], ")");
            if (!function)
                continue;
        }
        add_declaration(prototypes, declaration.items, declaration.count);
        start = i + 1;
    }
    free(all.items);
    free(declaration.items);
    if (!prototypes->by_name)
        return error_set(error, ERROR_USAGE,
                         "there is no function declaration in this header; "
                         "give the output of the preprocessor (cc -E -P)");
    return 0;
}

int prototypes_read(const char *path, struct prototypes *prototypes, struct error *error)
{
    char *text;
    *prototypes = (struct prototypes){0};
    if (file_read(path, HEADER_MAX_SIZE, &text, NULL, error) != 0)
        return -1;
    int result = prototypes_parse(text, prototypes, error);
    free(text);
    return result == 0 ? 0 : error_wrap(error, "%s", path);
}

void prototypes_free(struct prototypes *prototypes)
{
    HASH_CLEAR(hh, prototypes->by_name);
    arena_free(&prototypes->arena);
    prototypes->by_name = NULL;
}

const struct prototype *prototypes_find(const struct prototypes *prototypes, const char *name)
{
    struct prototype *prototype;
    HASH_FIND_STR(prototypes->by_name, name, prototype);
    return prototype;
}
