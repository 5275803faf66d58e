#include "concolic/show/minimise.h"

#include "base/clock.h"
#include "concolic/search/refusal.h"
#include "world/findings/symptom.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { EXECUTIONS = 100, WORDS = 64 }; /* limits: executions per finding, words of a file */

struct minimising {
    struct tester *tester;
    const struct finding *finding;
    const struct input *first;
    struct input *input;
    double deadline;
    int left;
};

bool is_same_finding(const struct finding *one, const struct finding *other)
{
    if (strcmp(one->rule, other->rule) != 0 || !one->location_count != !other->location_count ||
        refusal_is(one) != refusal_is(other))
        return false;
    if (one->location_count == 0)
        return true;
    const struct location *first = one->locations, *second = other->locations;
    if (!first->file || !second->file)
        return symptom_of(one).address == symptom_of(other).address;
    if (strcmp(first->file, second->file) != 0)
        return false;
    /* A rank that loops is seen at another place of its loop each time. */
    if (strcmp(one->rule, "loop") == 0 && first->function && second->function)
        return strcmp(first->function, second->function) == 0;
    return first->line == second->line;
}

static bool is_shown(struct minimising *minimising)
{
    struct document document;
    struct world_result result;
    struct error ignored;
    bool shown = false;
    if (minimising->left-- <= 0 || clock_seconds() > minimising->deadline)
        return false;
    document_init(&document, "test");
    if (tester_check(minimising->tester, minimising->input, NULL, &document, &result, &ignored) ==
        0) {
        world_resolve(minimising->tester->world, &document);
        for (size_t i = 0; i < document.finding_count && !shown; i++)
            shown = is_same_finding(minimising->finding, &document.findings[i]);
        shown = shown && !tester_is_late(minimising->tester);
    }
    document_free(&document);
    return shown;
}

static void try_ranks(struct minimising *minimising)
{
    struct input *input = minimising->input;
    int ranks = input->ranks, focus = input->focus;
    if (minimising->tester->options->fixed_ranks)
        return;
    for (int fewer = 1; fewer < ranks; fewer++) {
        input->ranks = fewer;
        input->focus = focus < fewer ? focus : fewer - 1;
        if (is_shown(minimising))
            return;
    }
    input->ranks = ranks;
    input->focus = focus;
}

static bool minimise_read_number(const char *word, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(word, &end, 10);
    return end > word && !*end && !errno && *number > INT_MIN && *number <= INT_MAX;
}

/* Tries the number half way between one that does not show the finding and one that does,
 * repeatedly. */
static void try_nearer(struct minimising *minimising, size_t argument)
{
    struct input *input = minimising->input;
    long from, to;
    if (!minimise_read_number(minimising->first->arguments[argument], &from) ||
        !minimise_read_number(input->arguments[argument], &to))
        return;
    while (labs(to - from) > 1) {
        const char *own = input->arguments[argument];
        long half = from + (to - from) / 2;
        input->arguments[argument] = arena_printf(&input->arena, "%ld", half);
        if (is_shown(minimising)) {
            to = half;
        } else {
            input->arguments[argument] = own;
            from = half;
        }
    }
}

static void try_arguments(struct minimising *minimising)
{
    struct input *input = minimising->input;
    for (size_t i = 0; i < input->argument_count && i < minimising->first->argument_count; i++) {
        const char *own = input->arguments[i];
        if (strcmp(own, minimising->first->arguments[i]) == 0)
            continue;
        input->arguments[i] = minimising->first->arguments[i];
        if (is_shown(minimising))
            continue;
        input->arguments[i] = own;
        try_nearer(minimising, i);
    }
}

static void try_marks(struct minimising *minimising)
{
    struct input *input = minimising->input;
    for (size_t i = input->mark_count; i > 0; i--) {
        struct symbolic_mark own = input->marks[i - 1];
        input->marks[i - 1] = input->marks[--input->mark_count];
        if (is_shown(minimising))
            continue;
        input->marks[input->mark_count++] = input->marks[i - 1];
        input->marks[i - 1] = own;
    }
}

/* Positions of the words of a text. */
struct minimise_words {
    struct {
        size_t begin, end;
    } list[WORDS];
    size_t count;
    bool more;
};

static struct minimise_words minimise_words_of(const char *bytes, size_t length)
{
    struct minimise_words words = {.count = 0};
    for (size_t at = 0; at < length;) {
        while (at < length && isspace((unsigned char)bytes[at]))
            at++;
        size_t begin = at;
        while (at < length && !isspace((unsigned char)bytes[at]))
            at++;
        if (begin == at)
            break;
        words.more = words.count == WORDS;
        if (words.more)
            break;
        words.list[words.count].begin = begin;
        words.list[words.count++].end = at;
    }
    return words;
}

/* Tries the original file's words one by one, from the last one, so that positions stay right. */
static void try_words(struct minimising *minimising, struct input_file *file)
{
    size_t length;
    struct error ignored;
    char *original =
        input_read_original(&minimising->tester->originals, file->path, &length, &ignored);
    if (!original)
        return;
    struct minimise_words own = minimise_words_of(file->bytes, file->length),
                          theirs = minimise_words_of(original, length);
    bool alike = own.count == theirs.count && !own.more && !theirs.more;
    for (size_t i = own.count; alike && i > 0; i--) {
        size_t begin = own.list[i - 1].begin, end = own.list[i - 1].end;
        const char *word = original + theirs.list[i - 1].begin;
        size_t size = theirs.list[i - 1].end - theirs.list[i - 1].begin;
        if (size == end - begin && memcmp(word, file->bytes + begin, size) == 0)
            continue;
        struct input_file before = *file;
        char *bytes = arena_alloc(&minimising->input->arena, file->length + size + 1);
        memcpy(bytes, file->bytes, begin);
        memcpy(bytes + begin, word, size);
        memcpy(bytes + begin + size, file->bytes + end, file->length - end);
        file->bytes = bytes;
        file->length = file->length - (end - begin) + size;
        if (!is_shown(minimising))
            *file = before;
    }
    free(original);
}

static void try_files(struct minimising *minimising)
{
    struct input *input = minimising->input;
    for (size_t i = input->file_count; i > 0; i--) {
        struct input_file own = input->files[i - 1];
        input->files[i - 1] = input->files[--input->file_count];
        if (is_shown(minimising))
            continue;
        input->files[input->file_count++] = input->files[i - 1];
        input->files[i - 1] = own;
        if (*own.path != '$')
            try_words(minimising, &input->files[i - 1]);
    }
}

/* Tries the schedule without any choices. */
static void try_schedule(struct minimising *minimising)
{
    struct input *input = minimising->input;
    size_t count = input->choice_count;
    input->choice_count = 0;
    if (count > 0 && !is_shown(minimising))
        input->choice_count = count;
}

void minimise(struct tester *tester, const struct finding *finding, const struct input *first,
              double deadline, struct input *input)
{
    struct minimising minimising = {.tester = tester,
                                    .finding = finding,
                                    .first = first,
                                    .input = input,
                                    .deadline = deadline,
                                    .left = EXECUTIONS};
    try_schedule(&minimising);
    try_ranks(&minimising);
    try_arguments(&minimising);
    try_files(&minimising);
    try_marks(&minimising);
}
