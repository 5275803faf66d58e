/* rules_compile.c: reads the rules of rules/ for the build (tutti-rules).
 *
 *     tutti-rules --table OUTPUT DIRECTORY             writes the C file that defines rules[]
 *     tutti-rules --catalogue OUTPUT DIRECTORY         writes all of them as one page of Markdown
 *     tutti-rules --list DIRECTORY                     prints id, language, ranks, flags, with tabs
 *     tutti-rules --example wrong|right ID DIRECTORY   prints one example
 *     tutti-rules --examples OUTPUT-DIRECTORY DIRECTORY
 *                                                      writes each as ID.wrong.c, ID.right.f90 ...
 *
 * DIRECTORY/order.list names the rules, one a line, in the order of the table. Each has a file,
 * DIRECTORY/WORD/WORD.REST.rule or, if its id is one word, DIRECTORY/ID.rule: a heading of
 * `name: value` lines, then parts that start with the lines "---" (the explanation), "--- wrong"
 * and "--- right". Every error of form is reported with FILE:LINE and stops the build, so no rule
 * is incomplete.
 */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RULE_FILE_CAP = 256 * 1024,
    TABLE_CAP = 64 * 1024 * 1024,
    EXPLANATION_WIDTH = 80,
    TITLE_WIDTH = 72,
    DEFAULT_RANKS = 2,
    RANKS_MAX = 64,
};

enum part { PART_EXPLANATION, PART_WRONG, PART_RIGHT, PART_COUNT };

static const char *const part_lines[PART_COUNT] = {"---", "--- wrong", "--- right"};

struct source_rule {
    const char *id;
    const char *title;
    const char *severity;
    const char *section;
    const char *ranks;
    const char *language;
    const char *flags;
    struct text parts[PART_COUNT];
};

struct rule_set {
    struct arena arena;
    struct source_rule *rules;
    size_t count;
};

/* --- reading ---------------------------------------------------------------------------------- */

static int check_characters(const char *line, struct error *error)
{
    size_t length = strlen(line);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            return error_set(error, ERROR_USAGE, "control character (a tab?) in column %zu", i + 1);
    }
    if (length > 0 && line[length - 1] == ' ')
        return error_set(error, ERROR_USAGE, "blank at the end of the line");
    return 0;
}

static int rules_compile_read_heading(struct source_rule *rule, char *line, struct error *error)
{
    const struct {
        const char *name;
        const char **value;
    } fields[] = {{"title", &rule->title},       {"severity", &rule->severity},
                  {"section", &rule->section},   {"ranks", &rule->ranks},
                  {"language", &rule->language}, {"flags", &rule->flags}};
    char *colon = strstr(line, ": ");
    if (!colon)
        return error_set(error, ERROR_USAGE, "expected \"name: value\" or \"---\"");
    *colon = '\0';
    const char *value = colon + 2 + strspn(colon + 2, " ");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(line, fields[i].name) != 0)
            continue;
        if (*fields[i].value)
            return error_set(error, ERROR_USAGE, "a second \"%s\"", line);
        *fields[i].value = value;
        return 0;
    }
    return error_set(error, ERROR_USAGE, "no heading is called \"%s\"", line);
}

static int rules_compile_read_line(struct source_rule *rule, int *part, char *line,
                                   struct error *error)
{
    if (check_characters(line, error) != 0)
        return -1;
    if (strncmp(line, "---", 3) == 0) {
        if (*part + 1 == PART_COUNT || strcmp(line, part_lines[*part + 1]) != 0)
            return error_set(error, ERROR_USAGE,
                             "expected the parts \"---\", \"--- wrong\", \"--- right\" in this "
                             "order, each once");
        ++*part;
        return 0;
    }
    if (*part < 0)
        return rules_compile_read_heading(rule, line, error);
    if (*part == PART_EXPLANATION && strlen(line) > EXPLANATION_WIDTH)
        return error_set(error, ERROR_USAGE, "more than %d columns", EXPLANATION_WIDTH);
    struct text *text = &rule->parts[*part];
    if (text->length > 0 || *line) { /* empty lines before a part do not count */
        text_add(text, line);
        text_add_char(text, '\n');
    }
    return 0;
}

static bool rules_compile_is_one_of(const char *word, const char *first, const char *second,
                                    const char *third)
{
    return strcmp(word, first) == 0 || strcmp(word, second) == 0 ||
           (third && strcmp(word, third) == 0);
}

/* Sets optional headings to their defaults, and checks the headings as a whole. */
static int finish_headings(struct source_rule *rule, struct error *error)
{
    if (!rule->title || !rule->severity || !rule->section)
        return error_set(error, ERROR_USAGE, "no \"%s\" in the heading",
                         !rule->title      ? "title"
                         : !rule->severity ? "severity"
                                           : "section");
    if (strlen(rule->title) > TITLE_WIDTH || rule->title[strlen(rule->title) - 1] == '.')
        return error_set(error, ERROR_USAGE, "the title must be at most %d columns, without a stop",
                         TITLE_WIDTH);
    if (!rules_compile_is_one_of(rule->severity, "error", "warning", "note"))
        return error_set(error, ERROR_USAGE, "the severity must be error, warning or note");
    rule->language = rule->language ? rule->language : "c";
    if (!rules_compile_is_one_of(rule->language, "c", "fortran", NULL))
        return error_set(error, ERROR_USAGE, "the language must be c or fortran");
    rule->flags = rule->flags ? rule->flags : "";
    if (*rule->flags && *rule->flags != '-')
        return error_set(error, ERROR_USAGE, "the flags must be options of the compiler");
    if (rule->ranks) {
        char *end;
        long ranks = strtol(rule->ranks, &end, 10);
        if (!isdigit((unsigned char)*rule->ranks) || *end || ranks < 1 || ranks > RANKS_MAX)
            return error_set(error, ERROR_USAGE, "the ranks must be a number from 1 to %d",
                             RANKS_MAX);
    }
    return 0;
}

static int rules_compile_finish_parts(struct source_rule *rule, struct error *error)
{
    for (int part = 0; part < PART_COUNT; part++) {
        struct text *text = &rule->parts[part];
        while (text->length > 1 && text->data[text->length - 2] == '\n')
            text->data[--text->length] = '\0';
        if (text->length == 0)
            return error_set(error, ERROR_USAGE, "nothing behind \"%s\"", part_lines[part]);
    }
    if (strcmp(rule->parts[PART_WRONG].data, rule->parts[PART_RIGHT].data) == 0)
        return error_set(error, ERROR_USAGE, "the wrong and the right example are the same");
    return 0;
}

/* Returns the path of the file of a rule: in the folder of the first word of its id, unless that is
 * all of it. */
static char *rule_path(struct rule_set *set, const char *directory, const char *id)
{
    const char *dot = strchr(id, '.');
    if (!dot)
        return arena_printf(&set->arena, "%s/%s.rule", directory, id);
    return arena_printf(&set->arena, "%s/%.*s/%s.rule", directory, (int)(dot - id), id, id);
}

static int read_rule(struct rule_set *set, const char *directory, struct source_rule *rule,
                     struct error *error)
{
    char *path = rule_path(set, directory, rule->id), *bytes;
    size_t length;
    for (int part = 0; part < PART_COUNT; part++)
        text_init(&rule->parts[part], RULE_FILE_CAP);
    if (file_read(path, RULE_FILE_CAP, &bytes, &length, error) != 0)
        return -1;
    char *line = arena_copy_bytes(&set->arena, bytes, length); /* the headings point into it */
    free(bytes);
    if (strlen(line) != length || length == 0 || line[length - 1] != '\n')
        return error_set(error, ERROR_USAGE, "%s: not a text file that ends with a newline", path);
    int number = 1, part = -1;
    for (char *next; *line; line = next, number++) {
        next = strchr(line, '\n');
        *next++ = '\0';
        if (rules_compile_read_line(rule, &part, line, error) != 0)
            return error_wrap(error, "%s:%d", path, number);
    }
    if (finish_headings(rule, error) != 0)
        return error_wrap(error, "%s:1", path);
    if (rules_compile_finish_parts(rule, error) != 0)
        return error_wrap(error, "%s:%d", path, number - 1);
    return 0;
}

static const struct source_rule *find_rule(const struct rule_set *set, const char *id)
{
    for (size_t i = 0; i < set->count; i++) {
        if (strcmp(set->rules[i].id, id) == 0)
            return &set->rules[i];
    }
    return NULL;
}

static int read_order(struct rule_set *set, const char *directory, struct error *error)
{
    char *path = arena_printf(&set->arena, "%s/order.list", directory), *bytes;
    if (file_read(path, RULE_FILE_CAP, &bytes, NULL, error) != 0)
        return -1;
    char *line = arena_copy(&set->arena, bytes);
    free(bytes);
    for (int number = 1; *line; number++) {
        char *next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (*line == '\0' || line[strspn(line, "abcdefghijklmnopqrstuvwxyz.-")] != '\0')
            return error_set(error, ERROR_USAGE, "%s:%d: \"%s\" cannot be a rule's id", path,
                             number, line);
        if (find_rule(set, line))
            return error_set(error, ERROR_USAGE, "%s:%d: a second \"%s\"", path, number, line);
        arena_push(&set->arena, set->rules, set->count)->id = line;
        line = next;
    }
    return set->count ? 0 : error_set(error, ERROR_USAGE, "%s names no rule", path);
}

/* Checks that each file of the folder is the one of a rule that the list names: another would never
 * be used. A name without a dot is a folder of rules. */
static int check_strays(struct rule_set *set, const char *directory, const char *folder,
                        struct error *error)
{
    DIR *listing = opendir(folder);
    if (!listing)
        return error_errno(error, "cannot read %s", folder);
    int failed = 0;
    for (const struct dirent *entry; !failed && (entry = readdir(listing));) {
        const char *path = arena_printf(&set->arena, "%s/%s", folder, entry->d_name);
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot && folder == directory)
            failed = check_strays(set, directory, path, error);
        if (!dot || strcmp(dot, ".rule") != 0)
            continue;
        char *id = arena_copy_bytes(&set->arena, entry->d_name, (size_t)(dot - entry->d_name));
        if (!find_rule(set, id) || strcmp(rule_path(set, directory, id), path) != 0)
            failed = error_set(error, ERROR_USAGE,
                               "%s is not the file of a rule that order.list names", path);
    }
    closedir(listing);
    return failed;
}

static void rule_set_free(struct rule_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        for (int part = 0; part < PART_COUNT; part++)
            text_free(&set->rules[i].parts[part]);
    }
    arena_free(&set->arena);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a C string literal, one line of source for each line of text. */
static void print_literal(const char *string, struct text *out)
{
    text_add_char(out, '"');
    for (; *string; string++) {
        if (*string == '\n')
            text_add(out, string[1] ? "\\n\"\n     \"" : "\\n");
        else if (*string == '"' || *string == '\\' || *string == '?')
            text_addf(out, "\\%c", *string);
        else
            text_add_char(out, *string);
    }
    text_add(out, "\",\n");
}

static void print_rule(const struct source_rule *rule, struct text *out)
{
    char severity[8];
    for (size_t i = 0; i <= strlen(rule->severity); i++)
        severity[i] = (char)toupper((unsigned char)rule->severity[i]);
    const struct {
        const char *name, *value;
    } strings[] = {{"id", rule->id},
                   {"title", rule->title},
                   {"section", rule->section},
                   {"language", rule->language},
                   {"flags", rule->flags},
                   {"explanation", rule->parts[PART_EXPLANATION].data},
                   {"wrong", rule->parts[PART_WRONG].data},
                   {"right", rule->parts[PART_RIGHT].data}};
    text_addf(out, "    {.severity = SEVERITY_%s,\n", severity);
    if (rule->ranks)
        text_addf(out, "     .ranks = %s,\n", rule->ranks);
    else
        text_addf(out, "     .ranks = %d,\n", DEFAULT_RANKS);
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        text_addf(out, "     .%s = ", strings[i].name);
        print_literal(strings[i].value, out);
    }
    text_add(out, "    },\n");
}

static int write_table(const struct rule_set *set, const char *path, struct error *error)
{
    struct text out;
    text_init(&out, TABLE_CAP);
    text_add(&out, "#include \"finding/rules.h\"\n\nconst struct rule rules[] = {\n");
    for (size_t i = 0; i < set->count; i++)
        print_rule(&set->rules[i], &out);
    text_addf(&out, "};\n\nconst size_t rule_count = %zu;\n", set->count);
    int failed = file_write(path, out.data, out.length, error);
    text_free(&out);
    return failed;
}

static void print_entry(const struct source_rule *rule, struct text *out)
{
    static const char *const names[] = {"", "Wrong", "Right"};
    text_addf(out, "\n## `%s`\n\n%s (%s; %s).\n\n%s", rule->id, rule->title, rule->severity,
              rule->section, rule->parts[PART_EXPLANATION].data);
    for (int part = PART_WRONG; part < PART_COUNT; part++)
        text_addf(out, "\n%s:\n\n```%s\n%s```\n", names[part], rule->language,
                  rule->parts[part].data);
}

static int write_catalogue(const struct rule_set *set, const char *path, struct error *error)
{
    struct text out;
    text_init(&out, TABLE_CAP);
    text_add(&out, "# Rules\n\nWhat Tutti reports, as `tutti explain RULE` prints it.\n\n"
                   "| rule | what | severity |\n|---|---|---|\n");
    for (size_t i = 0; i < set->count; i++)
        text_addf(&out, "| `%s` | %s | %s |\n", set->rules[i].id, set->rules[i].title,
                  set->rules[i].severity);
    for (size_t i = 0; i < set->count; i++)
        print_entry(&set->rules[i], &out);
    int failed = file_write(path, out.data, out.length, error);
    text_free(&out);
    return failed;
}

static int rules_compile_write_list(const struct rule_set *set, struct error *error)
{
    struct text out;
    text_init(&out, TABLE_CAP);
    for (size_t i = 0; i < set->count; i++) {
        const struct source_rule *rule = &set->rules[i];
        text_addf(&out, "%s\t%s\t", rule->id, rule->language);
        if (rule->ranks)
            text_addf(&out, "%s\t%s\n", rule->ranks, rule->flags);
        else
            text_addf(&out, "%d\t%s\n", DEFAULT_RANKS, rule->flags);
    }
    int failed = file_write("-", out.data, out.length, error);
    text_free(&out);
    return failed;
}

static int write_example(const struct rule_set *set, const char *which, const char *id,
                         struct error *error)
{
    const struct source_rule *rule = find_rule(set, id);
    if (!rule)
        return error_set(error, ERROR_USAGE, "there is no rule \"%s\"", id);
    if (!rules_compile_is_one_of(which, "wrong", "right", NULL))
        return error_set(error, ERROR_USAGE, "an example is wrong or right, not \"%s\"", which);
    const struct text *text = &rule->parts[*which == 'w' ? PART_WRONG : PART_RIGHT];
    return file_write("-", text->data, text->length, error);
}

static int write_examples(struct rule_set *set, const char *directory, struct error *error)
{
    if (file_make_directory(directory, error) != 0)
        return -1;
    for (size_t i = 0; i < set->count; i++) {
        const struct source_rule *rule = &set->rules[i];
        const char *ending = *rule->language == 'c' ? "c" : "f90";
        for (int part = PART_WRONG; part < PART_COUNT; part++) {
            const char *path = arena_printf(&set->arena, "%s/%s.%s.%s", directory, rule->id,
                                            part == PART_WRONG ? "wrong" : "right", ending);
            const struct text *text = &rule->parts[part];
            if (file_write(path, text->data, text->length, error) != 0)
                return -1;
        }
    }
    return 0;
}

/* --- command line ----------------------------------------------------------------------------- */

static int rules_compile_run(struct rule_set *set, int argc, char **argv, struct error *error)
{
    const char *verb = argc > 1 ? argv[1] : "";
    int operands = strcmp(verb, "--list") == 0                                             ? 0
                   : strcmp(verb, "--example") == 0                                        ? 2
                   : rules_compile_is_one_of(verb, "--table", "--catalogue", "--examples") ? 1
                                                                                           : -1;
    if (operands < 0 || argc != operands + 3)
        return error_set(error, ERROR_USAGE,
                         "usage: tutti-rules --table OUTPUT | --catalogue OUTPUT | --list | "
                         "--example wrong|right ID | "
                         "--examples OUTPUT-DIRECTORY, then the directory of the rules");
    const char *directory = argv[argc - 1];
    if (read_order(set, directory, error) != 0)
        return -1;
    for (size_t i = 0; i < set->count; i++) {
        if (read_rule(set, directory, &set->rules[i], error) != 0)
            return -1;
    }
    if (check_strays(set, directory, directory, error) != 0)
        return -1;
    if (operands == 0)
        return rules_compile_write_list(set, error);
    if (operands == 2)
        return write_example(set, argv[2], argv[3], error);
    return strcmp(verb, "--table") == 0       ? write_table(set, argv[2], error)
           : strcmp(verb, "--catalogue") == 0 ? write_catalogue(set, argv[2], error)
                                              : write_examples(set, argv[2], error);
}

int main(int argc, char **argv)
{
    struct rule_set set = {0};
    struct error error;
    int failed = rules_compile_run(&set, argc, argv, &error);
    if (failed)
        fprintf(stderr, "tutti-rules: %s\n", error.text);
    rule_set_free(&set);
    return failed ? (int)error.kind : 0;
}
