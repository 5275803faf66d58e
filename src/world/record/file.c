/* file.c: writes and reads a record as text. The format is in record.h. */
#include "world/record/record.h"

#include "base/file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_A_LINE = 24 };

static const char magic[] = "tutti-decisions";

/* Writes a word that ends its line. */
static void print_word(struct text *out, const char *key, const char *word)
{
    text_add(out, key);
    text_add_char(out, ' ');
    for (const unsigned char *c = (const unsigned char *)word; *c; c++)
        if (isgraph(*c) && *c < 0x80 && *c != '%')
            text_add_char(out, (char)*c);
        else
            text_addf(out, "%%%02X", *c);
    text_add_char(out, '\n');
}

/* Steps are numbered in the order of trails, not in the order in which ranks came: the same
 * execution gives the same file. */
struct numbering {
    uint32_t *numbers; /* by index: number from 1; 0: none yet */
    uint32_t *order;   /* indices of steps, by number */
    size_t count;
};

static struct numbering number_steps(const struct record *record)
{
    struct numbering numbering = {
        .numbers = memory_zero(record->step_count + 1, sizeof *numbering.numbers),
        .order = memory_zero(record->step_count + 1, sizeof *numbering.order)};
    for (int rank = 0; rank < record->ranks; rank++) {
        const struct trail *trail = &record->trails[rank];
        for (size_t i = 0; i < trail->count; i++) {
            uint32_t step = trail->steps[i];
            if (numbering.numbers[step] > 0)
                continue;
            numbering.order[numbering.count++] = step;
            numbering.numbers[step] = (uint32_t)numbering.count;
        }
    }
    return numbering;
}

static void print_trail(struct text *out, int rank, const struct trail *trail,
                        const struct numbering *numbering)
{
    text_addf(out, "trail %d %zu %s\n", rank, trail->count, trail->cut ? "cut" : "whole");
    for (size_t i = 0; i < trail->count; i++) {
        text_addf(out, "%s%" PRIu32, i % STEPS_A_LINE ? " " : "steps ",
                  numbering->numbers[trail->steps[i]] - 1);
        if (i % STEPS_A_LINE == STEPS_A_LINE - 1 || i + 1 == trail->count)
            text_add_char(out, '\n');
    }
}

static void print_steps(struct text *out, const struct record *record)
{
    struct numbering numbering = number_steps(record);
    for (size_t i = 0; i < numbering.count; i++) {
        const struct step *step = &record->steps[numbering.order[i]];
        text_addf(out, "step %" PRIu32 " %d %d %" PRIu32 " %" PRIu64, step->comm, step->peer,
                  step->tag, step->members, step->bytes);
        text_addf(out, " %" PRIu64, step->site);
        print_word(out, "", step->call);
    }
    for (int rank = 0; rank < record->ranks; rank++)
        print_trail(out, rank, &record->trails[rank], &numbering);
    free(numbering.numbers);
    free(numbering.order);
}

static void print_test(struct text *out, const struct recorded_test *test)
{
    text_addf(out, "test %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", test->milliseconds,
              test->memory_bytes, test->file_bytes);
    if (!test->sites)
        return;
    text_addf(out, "focus %d %d %" PRIu32, test->rank, test->focus, test->flags);
    print_word(out, "", test->sites);
    for (size_t i = 0; i < test->pattern_count; i++)
        print_word(out, "pattern", test->patterns[i]);
}

void record_print(const struct record *record, struct text *out)
{
    text_addf(out, "%s %d\n", magic, RECORD_VERSION);
    print_word(out, "directory", record->directory);
    for (size_t i = 0; i < record->word_count; i++)
        print_word(out, "word", record->words[i]);
    for (size_t i = 0; i < record->variable_count; i++)
        print_word(out, "variable", record->variables[i]);
    text_addf(out, "binary %" PRIu64 " %" PRIu64 "\n", record->binary_size, record->binary_time);
    if (record->input)
        print_word(out, "input", record->input);
    text_addf(out, "ranks %d\nmpi %s\nbuffering %s\ncollectives %s\nended %s\n", record->ranks,
              record->mpi, buffering_mode_name(record->buffering),
              collective_mode_name(record->collectives), record->ended ? "yes" : "no");
    if (record->test)
        print_test(out, record->test);
    for (size_t i = 0; i < record->finding_count; i++)
        text_addf(out, "finding %s %s\n", record->findings[i].id, record->findings[i].rule);
    for (size_t i = 0; i < record->taken_count; i++) {
        const struct taken_choice *taken = &record->taken[i];
        text_addf(out, "decision %s %d %" PRIu32 " %d %d\n", taken_kind_name(taken->kind),
                  taken->rank, taken->number, taken->chosen, taken->alternatives);
    }
    if (record->explored)
        text_addf(out, "explored %" PRIu32 " %" PRIu64 "\n", record->poll_bound, record->seed);
    for (size_t i = 0; i < record->choice_count; i++) {
        const struct choice *choice = &record->choices[i];
        text_addf(out, "choice %u %u %" PRIu32 " %" PRIu64 " %u\n", choice->kind, choice->rank,
                  choice->number, choice->what, choice->flags);
    }
    print_steps(out, record);
    text_add(out, "end\n");
}

int record_save(const struct record *record, const char *path, struct error *error)
{
    struct text text;
    text_init(&text, RECORD_FILE_MAX);
    record_print(record, &text);
    int failed = file_write(path, text.data, text.length, error);
    text_free(&text);
    return failed;
}

/* Reads line by line. The first mistake sets the error and `wrong`; after that every reading
 * function returns an empty value, so callers check only once, at the end of a line. */
struct reader {
    struct record *record;
    const char *name;
    char *next; /* the next line; NULL: none */
    char *word; /* the rest of this line */
    int line;
    bool wrong;
    struct error *error;
};

static void file_refuse(struct reader *reader, const char *what)
{
    if (!reader->wrong)
        error_set(reader->error, ERROR_USAGE,
                  "%s:%d: %s: this is not a record of an execution that Tutti wrote, or it is "
                  "damaged",
                  reader->name, reader->line, what);
    reader->wrong = true;
}

/* Goes to the next line; returns false at the end, or after a mistake. */
static bool file_next_line(struct reader *reader)
{
    if (reader->wrong || !reader->next)
        return false;
    reader->word = reader->next;
    char *newline = strchr(reader->word, '\n');
    if (newline)
        *newline = '\0';
    reader->next = newline ? newline + 1 : NULL;
    reader->line++;
    return true;
}

/* Returns the next word of the line; "": there is none. */
static char *take_word(struct reader *reader)
{
    char *word = reader->word, *blank = strchr(word, ' ');
    reader->word = blank ? blank + 1 : word + strlen(word);
    if (blank)
        *blank = '\0';
    return word;
}

static uint64_t take_unsigned(struct reader *reader, uint64_t maximum)
{
    const char *word = take_word(reader);
    char *end;
    errno = 0;
    uint64_t value = strtoull(word, &end, 10);
    if (!isdigit((unsigned char)*word) || *end || errno || value > maximum) {
        file_refuse(reader, "a number is missing, or is too large");
        return 0;
    }
    return value;
}

static int32_t take_signed(struct reader *reader)
{
    bool negative = *reader->word == '-';
    reader->word += negative;
    int64_t value = (int64_t)take_unsigned(reader, (uint64_t)INT32_MAX + (negative ? 1 : 0));
    return (int32_t)(negative ? -value : value);
}

static int file_hexadecimal(int digit)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *found = digit ? strchr(digits, digit) : NULL;
    return found ? (int)(found - digits) : -1;
}

static const char *take_escaped(struct reader *reader)
{
    char *word = take_word(reader), *to = word;
    for (const char *from = word; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = file_hexadecimal(from[1]), low = high < 0 ? -1 : file_hexadecimal(from[2]);
        if (low < 0 || high + low == 0) {
            file_refuse(reader, "a % stands before two hexadecimal digits, not both 0");
            break;
        }
        *to++ = (char)(high << 4 | low);
        from += 2;
    }
    *to = '\0';
    return arena_copy(&reader->record->arena, word);
}

static int take_choice(struct reader *reader, const char *const *choices)
{
    const char *word = take_word(reader);
    for (int i = 0; choices[i]; i++)
        if (strcmp(word, choices[i]) == 0)
            return i;
    file_refuse(reader, "an unknown word");
    return 0;
}

static bool line_is(struct reader *reader, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(reader->word, key, length) != 0 ||
        (reader->word[length] != ' ' && reader->word[length] != '\0'))
        return false;
    take_word(reader);
    return true;
}

/* Checks that the line has no more words, and goes to the next line. */
static void file_end_line(struct reader *reader)
{
    if (reader->wrong)
        return;
    if (*reader->word)
        file_refuse(reader, "there is more in the line than expected");
    else if (!file_next_line(reader))
        file_refuse(reader, "it ends too early");
}

static void file_expect(struct reader *reader, const char *key)
{
    if (!reader->wrong && !line_is(reader, key)) {
        char what[64];
        snprintf(what, sizeof what, "a line '%s' is expected", key);
        file_refuse(reader, what);
    }
}

/* Returns the index of the word that follows the key. */
static int file_read_choice(struct reader *reader, const char *key, const char *const *choices)
{
    file_expect(reader, key);
    if (reader->wrong)
        return 0;
    int chosen = take_choice(reader, choices);
    file_end_line(reader);
    return chosen;
}

static void read_program(struct reader *reader)
{
    struct record *record = reader->record;
    file_expect(reader, "directory");
    if (!reader->wrong)
        record->directory = take_escaped(reader);
    file_end_line(reader);
    while (!reader->wrong && line_is(reader, "word")) {
        *arena_push(&record->arena, record->words, record->word_count) = take_escaped(reader);
        file_end_line(reader);
    }
    if (record->word_count == 0)
        file_refuse(reader, "a line 'word' is expected");
    *arena_push(&record->arena, record->words, record->word_count) = NULL;
    record->word_count--;
    while (!reader->wrong && line_is(reader, "variable")) {
        *arena_push(&record->arena, record->variables, record->variable_count) =
            take_escaped(reader);
        file_end_line(reader);
    }
    file_expect(reader, "binary");
    if (!reader->wrong) {
        record->binary_size = take_unsigned(reader, UINT64_MAX);
        record->binary_time = take_unsigned(reader, UINT64_MAX);
        file_end_line(reader);
    }
    if (!reader->wrong && line_is(reader, "input")) {
        record->input = take_escaped(reader);
        file_end_line(reader);
    }
}

static void file_read_world(struct reader *reader)
{
    static const char *const mpis[] = {"mpich", "openmpi", NULL};
    const char *const bufferings[] = {buffering_mode_name(BUFFERING_BOTH),
                                      buffering_mode_name(BUFFERING_ZERO),
                                      buffering_mode_name(BUFFERING_INFINITE), NULL};
    const char *const collectives[] = {collective_mode_name(COLLECTIVES_MINIMAL),
                                       collective_mode_name(COLLECTIVES_SYNCHRONISING),
                                       collective_mode_name(COLLECTIVES_BOTH), NULL};
    static const char *const ended[] = {"no", "yes", NULL};
    struct record *record = reader->record;
    file_expect(reader, "ranks");
    if (!reader->wrong) {
        record->ranks = (int)take_unsigned(reader, WORLD_RANKS_MAX);
        if (record->ranks == 0)
            file_refuse(reader, "a world has ranks");
        file_end_line(reader);
    }
    record->mpi = mpis[file_read_choice(reader, "mpi", mpis)];
    record->buffering = (enum buffering_mode)file_read_choice(reader, "buffering", bufferings);
    record->collectives =
        (enum collective_mode)file_read_choice(reader, "collectives", collectives);
    record->ended = file_read_choice(reader, "ended", ended) == 1;
}

static void read_focus(struct reader *reader, struct recorded_test *test)
{
    struct arena *arena = &reader->record->arena;
    test->rank = (int)take_unsigned(reader, (uint64_t)reader->record->ranks - 1);
    test->focus = take_signed(reader);
    test->flags = (uint32_t)take_unsigned(reader, UINT32_MAX);
    test->sites = take_escaped(reader);
    file_end_line(reader);
    while (!reader->wrong && line_is(reader, "pattern")) {
        *arena_push(arena, test->patterns, test->pattern_count) = take_escaped(reader);
        file_end_line(reader);
    }
}

static void read_test(struct reader *reader)
{
    struct record *record = reader->record;
    if (reader->wrong || !line_is(reader, "test"))
        return;
    struct recorded_test *test = arena_alloc(&record->arena, sizeof *test);
    *test = (struct recorded_test){.milliseconds = take_unsigned(reader, UINT32_MAX)};
    test->memory_bytes = take_unsigned(reader, UINT64_MAX);
    test->file_bytes = take_unsigned(reader, UINT64_MAX);
    file_end_line(reader);
    if (!reader->wrong && line_is(reader, "focus"))
        read_focus(reader, test);
    record->test = test;
}

static void read_findings(struct reader *reader)
{
    struct record *record = reader->record;
    while (!reader->wrong && line_is(reader, "finding")) {
        struct recorded_finding *finding =
            arena_push(&record->arena, record->findings, record->finding_count);
        finding->id = arena_copy(&record->arena, take_word(reader));
        finding->rule = arena_copy(&record->arena, take_word(reader));
        if (!*finding->id || !*finding->rule)
            file_refuse(reader, "a finding has an id and a rule");
        file_end_line(reader);
    }
}

static void read_taken(struct reader *reader)
{
    static const enum choice_kind kinds[] = {CHOICE_RECEIVE, CHOICE_PROBE, CHOICE_ANY,
                                             CHOICE_ACCESS};
    struct record *record = reader->record;
    const char *names[sizeof kinds / sizeof *kinds + 1] = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        names[i] = taken_kind_name(kinds[i]);
    while (!reader->wrong && line_is(reader, "decision")) {
        struct taken_choice taken = {.kind = kinds[take_choice(reader, names)]};
        taken.rank = (int)take_unsigned(reader, (uint64_t)record->ranks - 1);
        taken.number = (uint32_t)take_unsigned(reader, UINT32_MAX);
        taken.chosen = (int)take_unsigned(reader, INT32_MAX);
        taken.alternatives = (int)take_unsigned(reader, INT32_MAX);
        if (taken.chosen >= taken.alternatives)
            file_refuse(reader, "what was chosen is none of the alternatives");
        record_add_choice(record, &taken);
        file_end_line(reader);
    }
}

static void file_read_choices(struct reader *reader)
{
    struct record *record = reader->record;
    if (reader->wrong || !line_is(reader, "explored"))
        return;
    record->explored = true;
    record->poll_bound = (uint32_t)take_unsigned(reader, UINT32_MAX);
    record->seed = take_unsigned(reader, UINT64_MAX);
    file_end_line(reader);
    while (!reader->wrong && line_is(reader, "choice")) {
        struct choice *choice = arena_push(&record->arena, record->choices, record->choice_count);
        choice->kind = (uint8_t)take_unsigned(reader, CHOICE_ACCESS);
        choice->rank = (uint16_t)take_unsigned(reader, (uint64_t)record->ranks - 1);
        choice->number = (uint32_t)take_unsigned(reader, UINT32_MAX);
        choice->what = take_unsigned(reader, UINT64_MAX);
        choice->flags = (uint8_t)take_unsigned(reader, CHOICE_FIRST | CHOICE_JOINED | CHOICE_WILD);
        file_end_line(reader);
    }
}

static void read_steps(struct reader *reader)
{
    struct record *record = reader->record;
    while (!reader->wrong && line_is(reader, "step")) {
        struct step *step = arena_push(&record->arena, record->steps, record->step_count);
        step->comm = (uint32_t)take_unsigned(reader, UINT32_MAX);
        step->peer = take_signed(reader);
        step->tag = take_signed(reader);
        step->members = (uint32_t)take_unsigned(reader, UINT32_MAX);
        step->bytes = take_unsigned(reader, UINT64_MAX);
        step->site = take_unsigned(reader, UINT64_MAX);
        const char *call = take_escaped(reader);
        if (!*call || strlen(call) >= sizeof step->call)
            file_refuse(reader, "that is no name of a function");
        else
            strcpy(step->call, call);
        file_end_line(reader);
    }
}

static void read_trail(struct reader *reader, struct trail *trail)
{
    static const char *const ends[] = {"whole", "cut", NULL};
    struct record *record = reader->record;
    size_t count = take_unsigned(reader, STEPS_MAX);
    trail->cut = take_choice(reader, ends) == 1;
    file_end_line(reader);
    while (!reader->wrong && trail->count < count) {
        file_expect(reader, "steps");
        while (!reader->wrong && *reader->word && trail->count < count) {
            uint64_t step = take_unsigned(reader, UINT32_MAX);
            if (step >= record->step_count)
                file_refuse(reader, "there is no such step");
            *arena_push(&record->arena, trail->steps, trail->count) = (uint32_t)step;
        }
        file_end_line(reader);
    }
}

static void read_trails(struct reader *reader)
{
    struct record *record = reader->record;
    if (reader->wrong)
        return;
    record->trails = arena_alloc(&record->arena, (size_t)record->ranks * sizeof *record->trails);
    for (int rank = 0; rank < record->ranks && !reader->wrong; rank++) {
        file_expect(reader, "trail");
        if (!reader->wrong && take_unsigned(reader, WORLD_RANKS_MAX) != (uint64_t)rank)
            file_refuse(reader, "trails are in the order of ranks");
        if (!reader->wrong)
            read_trail(reader, &record->trails[rank]);
    }
    if (!reader->wrong && strcmp(reader->word, "end") != 0)
        file_refuse(reader, "the end is expected");
    if (reader->next && *reader->next)
        file_refuse(reader, "there is something behind the end");
}

int record_parse(struct record *record, const char *name, const char *bytes, size_t length,
                 struct error *error)
{
    *record = (struct record){0};
    struct reader reader = {.record = record, .name = name, .error = error};
    reader.word = reader.next = arena_copy_bytes(&record->arena, bytes, length);
    file_next_line(&reader);
    if (memchr(bytes, 0, length))
        file_refuse(&reader, "a zero byte");
    file_expect(&reader, magic);
    uint64_t version = reader.wrong ? 0 : take_unsigned(&reader, UINT32_MAX);
    if (!reader.wrong && version != RECORD_VERSION) {
        error_set(error, ERROR_USAGE,
                  "%s has format %" PRIu64 ", and this Tutti reads format %d: it was written by "
                  "another version",
                  name, version, RECORD_VERSION);
        reader.wrong = true;
    }
    file_end_line(&reader);
    read_program(&reader);
    file_read_world(&reader);
    read_test(&reader);
    read_findings(&reader);
    read_taken(&reader);
    file_read_choices(&reader);
    read_steps(&reader);
    read_trails(&reader);
    if (reader.wrong)
        record_free(record);
    return reader.wrong ? -1 : 0;
}
