#include "scale/state.h"

#include "base/file.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/text.h"
#include "runtime/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATE_VERSION = 2, STATE_CAP = 256 << 20, KEY_MAX = POINT_LINE_MAX + 16, SUM_LENGTH = 10 };
enum { LINE_MAX_BYTES = KEY_MAX + JOB_DETAIL_MAX + 64 };

struct entry {
    char key[KEY_MAX];
    struct job_result result;
};

struct state {
    int file;    /* -1: nothing is kept */
    size_t size; /* size of the part that is whole */
    struct lock *lock;
    char *note;     /* why the file could not be written; NULL: it could */
    size_t damaged; /* lines that were read and are not valid entries */
    struct entry *entries;
    size_t count, space;
};

static void state_make_key(int ranks, const struct point *point, char key[KEY_MAX])
{
    char line[POINT_LINE_MAX];
    point_print(point, line);
    snprintf(key, KEY_MAX, "%d %s", ranks, line);
}

const struct job_result *state_find(const struct state *state, int ranks, const struct point *point)
{
    char key[KEY_MAX];
    state_make_key(ranks, point, key);
    for (size_t i = state->count; i-- > 0;)
        if (strcmp(state->entries[i].key, key) == 0)
            return &state->entries[i].result;
    return NULL;
}

static struct entry *scale_state_add(struct state *state)
{
    state->entries =
        memory_room(state->entries, state->count, &state->space, sizeof *state->entries);
    struct entry *entry = &state->entries[state->count++];
    *entry = (struct entry){0};
    return entry;
}

/* Writes the line of an entry; returns its length, or 0 if it does not fit. */
static size_t state_print_line(const struct entry *entry, char line[LINE_MAX_BYTES])
{
    const struct job_result *result = &entry->result;
    int length =
        snprintf(line, LINE_MAX_BYTES, "%s\t%d %d %.3f\t%s", entry->key, (int)result->verdict,
                 (int)result->effect, result->seconds, result->detail);
    if (length <= 0 || length >= LINE_MAX_BYTES - SUM_LENGTH)
        return 0;
    return (size_t)length + (size_t)snprintf(line + length, (size_t)(LINE_MAX_BYTES - length),
                                             "\t%08" PRIx32 "\n",
                                             hash_sum(HASH_SUM_START, line, (size_t)length));
}

/* Appends a line. If it is cut short, as on a full disk, removes it again, and writes nothing
 * more. */
static void state_append(struct state *state, const char *line, size_t length)
{
    errno = ENOSPC; /* applies if write() does not set it */
    if (write(state->file, line, length) == (ssize_t)length) {
        state->size += length;
        return;
    }
    state->note = memory_printf("cannot write the file " STATE_NAME
                                ": %s. Trials from then on are not kept for --resume",
                                strerror(errno));
    (void)!ftruncate(state->file, (off_t)state->size); /* otherwise the checksum shows the damage */
    close(state->file);
    state->file = -1;
}

void state_add(struct state *state, int ranks, const struct point *point,
               const struct job_result *result)
{
    struct entry *entry = scale_state_add(state);
    char line[LINE_MAX_BYTES];
    state_make_key(ranks, point, entry->key);
    entry->result = *result;
    size_t length = state_print_line(entry, line);
    if (state->file >= 0 && length > 0)
        state_append(state, line, length);
}

size_t state_count(const struct state *state)
{
    return state->count;
}

/* Checks the sum and cuts it off. Returns false if the line is damaged or cut short. */
static bool check_line(char *line)
{
    char *last = strrchr(line, '\t'), *end;
    if (!last)
        return false;
    unsigned long sum = strtoul(last + 1, &end, 16);
    *last = '\0';
    return *end == '\0' && end == last + 9 &&
           sum == hash_sum(HASH_SUM_START, line, (size_t)(last - line));
}

/* Reads a line of the file. Returns false if it is not a valid entry; its trial is then made
 * again. */
static bool state_read_line(struct state *state, char *line)
{
    struct job_result result = {0};
    if (!check_line(line))
        return false;
    char *rest = line, *key = strsep(&rest, "\t"), *numbers = strsep(&rest, "\t");
    int verdict, effect;
    if (!rest || strlen(key) >= KEY_MAX ||
        sscanf(numbers, "%d %d %lf", &verdict, &effect, &result.seconds) != 3 || /* NOLINT */
        verdict < JOB_OK || verdict > JOB_GIVEN_UP || effect < EFFECT_CRASH || effect > EFFECT_SLOW)
        return false;
    struct entry *entry = scale_state_add(state);
    snprintf(entry->key, sizeof entry->key, "%s", key);
    result.verdict = (enum job_verdict)verdict;
    result.effect = (enum profile_effect)effect;
    snprintf(result.detail, sizeof result.detail, "%s", rest);
    entry->result = result;
    return true;
}

static int state_load(struct state *state, const char *path, const char *what, struct error *error)
{
    char *bytes, *rest, *line;
    size_t length;
    if (file_read(path, STATE_CAP, &bytes, &length, error) != 0)
        return -1;
    rest = bytes;
    line = strsep(&rest, "\n");
    bool same = strcmp(line, what) == 0;
    if (!same)
        error_set(
            error, ERROR_USAGE,
            "%s belongs to another probe (\"%s\", not \"%s\"): start anew, or resume with the same "
            "options",
            path, line, what);
    while (same && rest && (line = strsep(&rest, "\n")))
        state->damaged += *line && !state_read_line(state, line);
    free(bytes);
    return same ? 0 : -1;
}

/* Begins the file, or rewrites a damaged one. */
static int state_write_all(const struct state *state, const char *path, const char *what,
                           struct error *error)
{
    struct text text;
    char line[LINE_MAX_BYTES];
    text_init(&text, STATE_CAP);
    text_addf(&text, "%s\n", what);
    for (size_t i = 0; i < state->count; i++)
        text_add_bytes(&text, line, state_print_line(&state->entries[i], line));
    int failed = file_keep(path, text.data, text.length, error);
    text_free(&text);
    return failed;
}

static int state_begin(struct state *state, const char *path, const char *what, bool resume,
                       struct error *error)
{
    if ((!resume || state->damaged > 0) && state_write_all(state, path, what, error) != 0)
        return -1;
    struct stat status;
    state->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (state->file < 0 || fstat(state->file, &status) != 0)
        return error_errno(error, "cannot write %s", path);
    state->size = (size_t)status.st_size;
    return 0;
}

int state_open(const char *directory, const char *what, bool resume, struct state **result,
               struct error *error)
{
    struct state *state = memory_zero(1, sizeof *state);
    char *path = directory ? memory_printf("%s/" STATE_NAME, directory) : NULL;
    state->file = -1;
    char *head = memory_printf("tutti trials %d, %s", STATE_VERSION, what);
    int failed = path ? lock_take(directory, "probe", &state->lock, error) : 0;
    if (path && !failed && resume)
        failed = state_load(state, path, head, error);
    if (path && !failed)
        failed = state_begin(state, path, head, resume, error);
    free(head);
    free(path);
    if (failed)
        state_close(state);
    else
        *result = state;
    return failed;
}

void state_close(struct state *state)
{
    if (state->file >= 0) {
        (void)!fdatasync(state->file); /* otherwise the last trials may have to be made again */
        close(state->file);
    }
    lock_release(state->lock);
    free(state->note);
    free(state->entries);
    free(state);
}

size_t state_damaged(const struct state *state)
{
    return state->damaged;
}

const char *state_note(const struct state *state)
{
    return state->note ? state->note : state->lock ? lock_note(state->lock) : NULL;
}
