#include "finding/suppress.h"

#include "base/file.h"
#include "finding/rules.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SUPPRESSIONS_CAP = 16 * 1024 * 1024, SOURCE_CAP = 64 * 1024 * 1024 };

struct entry {
    const char *rule;
    const char *file;     /* NULL: any */
    const char *function; /* NULL: any */
    int line;             /* 0: any */
};

struct suppressions {
    struct arena arena;
    struct entry *entries;
    size_t entry_count;
};

static int read_line_number(const char *text, int *line)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 || value < 1 ||
        value > INT_MAX)
        return -1;
    *line = (int)value;
    return 0;
}

/* Reads one word behind the rule. */
static int read_condition(struct entry *entry, const char *word, struct error *error)
{
    if (strncmp(word, "file:", 5) == 0 && word[5] && !entry->file)
        entry->file = word + 5;
    else if (strncmp(word, "function:", 9) == 0 && word[9] && !entry->function)
        entry->function = word + 9;
    else if (strncmp(word, "line:", 5) == 0 && !entry->line) {
        if (read_line_number(word + 5, &entry->line) != 0)
            return error_set(error, ERROR_USAGE, "\"%s\" must name a line, such as line:12", word);
    } else
        return error_set(error, ERROR_USAGE,
                         "\"%s\" is not one of file:GLOB, function:GLOB and line:N, each at most "
                         "once",
                         word);
    return 0;
}

/* Reads an entry: splits the line at its blanks, in place. A "#" at the start of a word starts a
 * comment. */
static int suppress_read_entry(struct suppressions *suppressions, char *line, struct error *error)
{
    static const char blanks[] = " \t\r\v\f";
    struct entry entry = {0};
    char *rest;
    for (char *word = strtok_r(line, blanks, &rest); word && *word != '#';
         word = strtok_r(NULL, blanks, &rest)) {
        if (!entry.rule) {
            if (*word == '-' || strchr(word, ','))
                return error_set(error, ERROR_USAGE, "\"%s\" must be one rule or pattern", word);
            if (rule_check_patterns(word, error) != 0)
                return -1;
            entry.rule = word;
        } else if (read_condition(&entry, word, error) != 0) {
            return -1;
        }
    }
    if (entry.rule)
        *arena_push(&suppressions->arena, suppressions->entries, suppressions->entry_count) = entry;
    return 0;
}

int suppressions_load(const char *path, struct suppressions **suppressions, struct error *error)
{
    struct suppressions *loaded = memory_zero(1, sizeof *loaded);
    char *bytes = NULL;
    size_t length;
    if (path) {
        if (file_read(path, SUPPRESSIONS_CAP, &bytes, &length, error) != 0)
            goto free_loaded;
        /* The entries point into this copy. */
        char *line = arena_copy_bytes(&loaded->arena, bytes, length);
        free(bytes);
        if (strlen(line) != length) {
            error_set(error, ERROR_USAGE, "%s is not a text file", path);
            goto free_loaded;
        }
        for (int number = 1; line; number++) {
            char *next = strchr(line, '\n');
            if (next)
                *next++ = '\0';
            if (suppress_read_entry(loaded, line, error) != 0) {
                error_wrap(error, "%s:%d", path, number);
                goto free_loaded;
            }
            line = next;
        }
    }
    *suppressions = loaded;
    return 0;

free_loaded:
    suppressions_free(loaded);
    return -1;
}

void suppressions_free(struct suppressions *suppressions)
{
    if (!suppressions)
        return;
    arena_free(&suppressions->arena);
    free(suppressions);
}

/* Says whether a glob matches the whole path or the part behind one of its slashes: "relax.c"
 * matches "src/relax.c". */
static bool path_fits(const char *glob, const char *path)
{
    for (const char *slash; fnmatch(glob, path, 0) != 0; path = slash + 1)
        if (!(slash = strchr(path, '/')))
            return false;
    return true;
}

static bool entry_fits(const struct entry *entry, const struct finding *finding)
{
    if (fnmatch(entry->rule, finding->rule, 0) != 0)
        return false;
    if (!entry->file && !entry->function && entry->line == 0)
        return true;
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        if ((!entry->file || (at->file && path_fits(entry->file, at->file))) &&
            (!entry->function ||
             (at->function && fnmatch(entry->function, at->function, 0) == 0)) &&
            (entry->line == 0 || entry->line == at->line))
            return true;
    }
    return false;
}

/* The source file that was read last: findings of one file are consecutive. */
struct source {
    char *path;
    char *bytes; /* NULL: cannot be read */
};

static void source_free(struct source *source)
{
    free(source->path);
    free(source->bytes);
    *source = (struct source){0};
}

static void source_open(struct source *source, const char *directory, const char *file)
{
    char *path =
        *file == '/' || !directory ? memory_copy(file) : memory_printf("%s/%s", directory, file);
    if (source->path && strcmp(source->path, path) == 0) {
        free(path);
        return;
    }
    source_free(source);
    source->path = path;
    struct stat status;
    struct error ignored; /* a missing source suppresses nothing */
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        file_read(path, SOURCE_CAP, &source->bytes, NULL, &ignored);
}

/* Returns the line's text and its length without the newline; NULL if there is no such line. */
static const char *source_line(const struct source *source, int number, size_t *length)
{
    const char *line = source->bytes;
    for (int i = 1; line && i < number; i++) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line || number < 1)
        return NULL;
    *length = strcspn(line, "\n");
    return line;
}

/* Says whether a comment on the line ignores the rule. `alone`: the line must contain only the
 * comment, or it would apply to two lines. */
static bool comment_ignores(const char *line, size_t length, bool alone, const char *rule)
{
    static const char word[] = "tutti: ignore";
    const char *found = memmem(line, length, word, sizeof word - 1);
    if (!found)
        return false;
    const char *opener = found;
    while (opener > line && (opener[-1] == ' ' || opener[-1] == '\t'))
        opener--;
    if (opener == line || !strchr("/*!", opener[-1])) /* C, C++, Fortran */
        return false;
    if (alone && line[strspn(line, " \t")] != '/' && line[strspn(line, " \t")] != '!')
        return false;
    const char *list = found + sizeof word - 1;
    if (list == line + length || *list != '(') /* without rules: all of them */
        return list == line + length || !isalnum((unsigned char)*list);
    list++;
    const char *end = memchr(list, ')', length - (size_t)(list - line));
    if (!end)
        return false;
    char *patterns = strndup(list, (size_t)(end - list));
    bool ignores = patterns && rule_selected(patterns, rule);
    free(patterns);
    return ignores;
}

static bool source_ignores(struct source *source, const struct document *document,
                           const struct finding *finding)
{
    if (finding->location_count == 0 || !finding->locations[0].file)
        return false;
    source_open(source, document->directory, finding->locations[0].file);
    size_t length;
    int number = finding->locations[0].line;
    const char *line = source_line(source, number, &length);
    if (line && comment_ignores(line, length, false, finding->rule))
        return true;
    line = source_line(source, number - 1, &length);
    return line && comment_ignores(line, length, true, finding->rule);
}

/* Removes the ids of deleted findings from the interleavings. */
static void forget_findings(struct document *document)
{
    for (size_t i = 0; i < document->interleaving_count; i++) {
        struct interleaving *interleaving = &document->interleavings[i];
        size_t kept = 0;
        for (size_t j = 0; j < interleaving->finding_count; j++)
            for (size_t k = 0; k < document->finding_count; k++)
                if (strcmp(interleaving->finding_ids[j], document->findings[k].id) == 0) {
                    interleaving->finding_ids[kept++] = interleaving->finding_ids[j];
                    break;
                }
        interleaving->finding_count = kept;
    }
}

size_t suppressions_apply(const struct suppressions *suppressions, const char *patterns,
                          struct document *document)
{
    struct source source = {0};
    size_t kept = 0, before = document->finding_count;
    for (size_t i = 0; i < before; i++) {
        const struct finding *finding = &document->findings[i];
        bool gone = !rule_selected(patterns, finding->rule);
        for (size_t j = 0; !gone && j < suppressions->entry_count; j++)
            gone = entry_fits(&suppressions->entries[j], finding);
        if (gone || source_ignores(&source, document, finding))
            continue;
        document->findings[kept++] = *finding;
    }
    source_free(&source);
    document->finding_count = kept;
    document->hidden += before - kept;
    if (kept < before)
        forget_findings(document);
    document_settle(document);
    return before - kept;
}
