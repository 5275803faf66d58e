#include "cmd/jobs/guard_reader.h"

#include "base/file.h"
#include "runtime/guard/format.h"
#include "scale/profile.h"
#include "symbol/symbol.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_CAP = 16 << 20, MAPS_CAP = 64 << 20, ADDRESS_CAP = 64, LOCATION_CAP = 64 };

/* The actions of the guard: each as the end of a headline, and what the user must know about it. */
static const struct {
    const char *done, *why;
} actions[GUARD_ACTIONS] = {
    [GUARD_REBASED] = {"repaired by another base address",
                       "The true displacements are the sums of the counts. The call was made with "
                       "a base address in the middle of the buffer, from which they fit into an "
                       "int."},
    [GUARD_UNITS] = {"repaired by larger units",
                     "The call was made with a datatype that stands for many elements, so that all "
                     "numbers are smaller."},
    [GUARD_WIDENED] = {"repaired by the large-count function",
                       "The call was made with displacements of 64 bits."},
    [GUARD_SUBSTITUTED] =
        {"repaired by the irregular function",
         "The guard moved the same data with the irregular form of the function, which works in "
         "this library."},
    [GUARD_STAGED] = {"repaired by way of a dense buffer",
                      "The data arrived in a dense buffer, and the guard copied them from there to "
                      "their places."},
    [GUARD_CUT] = {"repaired by pieces", "The call was made in pieces, each below the limit."},
    [GUARD_ANSWERED] = {"answered MPI_UNDEFINED",
                        "The result does not fit into an int; the library returned a wrong one."},
    [GUARD_DOUBTED] = {"left as it is",
                       "If the program intends these displacements, nothing is wrong: MPI allows "
                       "negative ones. If they wrapped, other memory is overwritten."},
    [GUARD_PASSED] = {"passed on unrepaired",
                      "No repair fits this call, so it was made as it is. It may crash, hang, or "
                      "give wrong data."},
    [GUARD_WOULD] = {"left as it is by --dry-run",
                     "Without --dry-run the guard repairs this call, or says that it cannot."},
};

struct reader {
    struct document *document;
    struct guard_totals *totals;
    const char *path; /* of the report */
    struct symbols *symbols;
    bool symbols_tried;
    int rank;
};

static enum profile_class guard_reader_class_of(const char *field)
{
    return *field == 'D'   ? PROFILE_DISPLACEMENT
           : *field == 'G' ? PROFILE_GLOBAL_BUFFER
                           : PROFILE_SIZE;
}

static const char *guard_reader_reason_of(enum profile_class class, enum guard_action action)
{
    if (class == PROFILE_DISPLACEMENT)
        return action == GUARD_DOUBTED ? "displacements that may have wrapped"
                                       : "displacements that wrapped";
    return class == PROFILE_GLOBAL_BUFFER ? "too much data in all" : "too much data in one block";
}

static struct symbols *symbols_of(struct reader *reader)
{
    struct error error;
    char *path = memory_printf("%s" GUARD_MAPS_SUFFIX, reader->path), *maps = NULL;
    if (!reader->symbols_tried && file_read(path, MAPS_CAP, &maps, NULL, &error) == 0 &&
        symbols_open_maps(maps, &reader->symbols, &error) != 0)
        reader->symbols = NULL;
    reader->symbols_tried = true;
    free(maps);
    free(path);
    return reader->symbols;
}

static void guard_reader_locate(struct reader *reader, char *addresses, struct location *location)
{
    struct symbols *symbols = symbols_of(reader);
    struct arena *arena = &reader->document->arena;
    uint64_t stack[ADDRESS_CAP];
    size_t count = 0;
    for (char *word; (word = strsep(&addresses, ",")) && count < ADDRESS_CAP;)
        stack[count++] = strtoull(word, NULL, 16);
    if (!symbols || count == 0)
        return;
    const struct frame **frames;
    size_t frame_count = symbols_user_stack(symbols, stack, count, true, arena, &frames);
    if (frame_count > 0) {
        location->file = arena_copy(arena, frames[0]->file);
        location->line = frames[0]->line;
        location->column = frames[0]->column;
        location->function = arena_copy(arena, frames[0]->function);
    }
    location->stack_count =
        symbols_format_stack(symbols, stack, count, true, arena, &location->stack);
}

static bool guard_reader_same_text(const char *left, const char *right)
{
    return left == right || (left && right && strcmp(left, right) == 0);
}

/* Returns the finding of the same kind and place from another process; NULL: there is none. */
static struct finding *find_same(struct document *document, const char *rule, const char *headline,
                                 const struct location *location)
{
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        const struct location *other = finding->locations;
        if (strcmp(finding->rule, rule) == 0 &&
            guard_reader_same_text(finding->headline, headline) &&
            guard_reader_same_text(other->file, location->file) && other->line == location->line &&
            guard_reader_same_text(other->function, location->function))
            return finding;
    }
    return NULL;
}

static void guard_reader_add_argument(struct arena *arena, struct location *location,
                                      const char *name, const char *text, bool is_number)
{
    *arena_push(arena, location->arguments, location->argument_count) =
        (struct argument){name, arena_copy(arena, text), is_number};
}

static struct finding *guard_reader_add_finding(struct reader *reader, enum profile_class class,
                                                enum guard_action action, const char *headline,
                                                const char *what)
{
    struct document *document = reader->document;
    struct finding *finding = action < GUARD_DOUBTED
                                  ? document_add_note(document, profile_class_rule(class))
                                  : document_add(document, profile_class_rule(class));
    if (action == GUARD_DOUBTED)
        finding->severity = SEVERITY_WARNING;
    finding->headline = headline;
    finding->why = arena_printf(&document->arena, "On rank %d: %s. %s", reader->rank, what,
                                actions[action].why);
    return finding;
}

static void read_event(struct reader *reader, char **fields)
{
    struct document *document = reader->document;
    enum profile_class class = guard_reader_class_of(fields[1]);
    long action = strtol(fields[2], NULL, 10);
    if (action < 0 || action >= GUARD_ACTIONS)
        return;
    struct location location = {.rank = reader->rank,
                                .call = arena_copy(&document->arena, fields[3])};
    const char *headline = arena_printf(&document->arena, "%s: %s, %s", fields[3],
                                        guard_reader_reason_of(class, (enum guard_action)action),
                                        actions[action].done);
    guard_reader_locate(reader, fields[6], &location);
    guard_reader_add_argument(&document->arena, &location, "times", fields[4], true);
    struct finding *finding = find_same(document, profile_class_rule(class), headline, &location);
    if (!finding)
        finding =
            guard_reader_add_finding(reader, class, (enum guard_action)action, headline, fields[5]);
    if (!finding_has_rank(finding, reader->rank))
        *arena_push(&document->arena, finding->ranks, finding->rank_count) = reader->rank;
    if (finding->location_count < LOCATION_CAP)
        *arena_push(&document->arena, finding->locations, finding->location_count) = location;
}

static void guard_reader_read_line(struct reader *reader, char *line)
{
    enum { FIELDS = 7 };
    char *fields[FIELDS] = {0};
    int count = 0;
    while (count < FIELDS && line)
        fields[count++] = strsep(&line, "\t");
    struct guard_totals *totals = reader->totals;
    if (strcmp(fields[0], "process") == 0 && count == 5) {
        reader->rank = (int)strtol(fields[1], NULL, 10);
        int ranks = (int)strtol(fields[2], NULL, 10);
        totals->ranks = ranks > totals->ranks ? ranks : totals->ranks;
        if (fields[3][0] == '0' || !totals->version)
            totals->version = arena_copy(&reader->document->arena, fields[4]);
        totals->unmatched |= fields[3][0] == '0';
        totals->processes++;
    } else if (strcmp(fields[0], "total") == 0 && count == 6) {
        totals->calls += strtoull(fields[1], NULL, 10);
        totals->triggers += strtoull(fields[2], NULL, 10);
        totals->repairs += strtoull(fields[3], NULL, 10);
        totals->nanoseconds += strtoull(fields[4], NULL, 10);
        totals->unended += fields[5][0] == '0';
    } else if (strcmp(fields[0], "event") == 0 && count == FIELDS) {
        read_event(reader, fields);
    }
}

static int read_report(struct document *document, struct guard_totals *totals, const char *path,
                       struct error *error)
{
    struct reader reader = {.document = document, .totals = totals, .path = path};
    char *bytes;
    if (file_read(path, REPORT_CAP, &bytes, NULL, error) != 0)
        return -1;
    char *rest = bytes;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            guard_reader_read_line(&reader, line);
    if (reader.symbols)
        symbols_close(reader.symbols);
    free(bytes);
    return 0;
}

static int is_report(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name), suffix = strlen(GUARD_REPORT_SUFFIX);
    return length > suffix && strcmp(entry->d_name + length - suffix, GUARD_REPORT_SUFFIX) == 0;
}

int guard_read(const char *directory, struct document *document, struct guard_totals *totals,
               struct error *error)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_report, alphasort), failed = 0;
    *totals = (struct guard_totals){0};
    if (count < 0)
        return error_errno(error, "cannot read %s", directory);
    for (int i = 0; i < count; i++) {
        char *path = memory_printf("%s/%s", directory, entries[i]->d_name);
        if (!failed)
            failed = read_report(document, totals, path, error);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return failed;
}
