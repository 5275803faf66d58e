#include "scale/state.h"

#include "base/file.h"
#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { STATE_CAP = 256 << 20, KEY_MAX = POINT_LINE_MAX + 16 };

struct entry {
    char key[KEY_MAX];
    struct job_result result;
};

struct state {
    int file; /* -1: nothing is kept */
    struct entry *entries;
    size_t count, space;
};

static void make_key(int ranks, const struct point *point, char key[KEY_MAX])
{
    char line[POINT_LINE_MAX];
    point_print(point, line);
    snprintf(key, KEY_MAX, "%d %s", ranks, line);
}

const struct job_result *state_find(const struct state *state, int ranks, const struct point *point)
{
    char key[KEY_MAX];
    make_key(ranks, point, key);
    for (size_t i = state->count; i-- > 0;)
        if (strcmp(state->entries[i].key, key) == 0)
            return &state->entries[i].result;
    return NULL;
}

static struct entry *add(struct state *state)
{
    state->entries =
        memory_room(state->entries, state->count, &state->space, sizeof *state->entries);
    struct entry *entry = &state->entries[state->count++];
    *entry = (struct entry){0};
    return entry;
}

void state_add(struct state *state, int ranks, const struct point *point,
               const struct job_result *result)
{
    struct entry *entry = add(state);
    char line[KEY_MAX + JOB_DETAIL_MAX + 64];
    make_key(ranks, point, entry->key);
    entry->result = *result;
    int length =
        snprintf(line, sizeof line, "%s\t%d %d %.3f\t%s\n", entry->key, (int)result->verdict,
                 (int)result->effect, result->seconds, result->detail);
    if (state->file >= 0 && length > 0 && (size_t)length < sizeof line &&
        write(state->file, line, (size_t)length) < 0)
        state->file = -1;
}

size_t state_count(const struct state *state)
{
    return state->count;
}

/* Reads a line of the file; ignores one that is cut short. */
static void read_line(struct state *state, char *line)
{
    struct job_result result = {0};
    char *rest = line, *key = strsep(&rest, "\t"), *numbers = strsep(&rest, "\t");
    int verdict, effect;
    if (!rest || strlen(key) >= KEY_MAX ||
        sscanf(numbers, "%d %d %lf", &verdict, &effect, &result.seconds) != 3 || /* NOLINT */
        verdict < JOB_OK || verdict > JOB_GIVEN_UP || effect < EFFECT_CRASH || effect > EFFECT_SLOW)
        return;
    struct entry *entry = add(state);
    snprintf(entry->key, sizeof entry->key, "%s", key);
    result.verdict = (enum job_verdict)verdict;
    result.effect = (enum profile_effect)effect;
    snprintf(result.detail, sizeof result.detail, "%s", rest);
    entry->result = result;
}

static int load(struct state *state, const char *path, const char *what, struct error *error)
{
    char *bytes, *rest, *line;
    size_t length;
    if (file_read(path, STATE_CAP, &bytes, &length, error) != 0)
        return -1;
    char *last = strrchr(bytes, '\n');
    if (last)
        last[1] = 0;
    rest = bytes;
    line = strsep(&rest, "\n");
    bool same = strcmp(line, what) == 0;
    if (!same)
        error_set(
            error, ERROR_USAGE,
            "%s is of another probe (\"%s\", not \"%s\"): start anew, or resume with the same "
            "options",
            path, line, what);
    while (same && rest && (line = strsep(&rest, "\n")))
        read_line(state, line);
    free(bytes);
    return same ? 0 : -1;
}

/* Begins the file, or continues it behind its last complete line. */
static int begin(struct state *state, const char *path, const char *what, bool resume,
                 struct error *error)
{
    char *head = memory_printf("%s\n", what);
    int failed = resume ? 0 : file_write(path, head, strlen(head), error);
    free(head);
    if (failed)
        return -1;
    state->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (state->file < 0)
        return error_errno(error, "cannot write %s", path);
    if (flock(state->file, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, ERROR_USAGE, "another probe is at work in the folder of %s", path);
    return 0;
}

int state_open(const char *directory, const char *what, bool resume, struct state **result,
               struct error *error)
{
    struct state *state = memory_zero(1, sizeof *state);
    char *path = directory ? memory_printf("%s/" STATE_NAME, directory) : NULL;
    state->file = -1;
    int failed = 0;
    if (path && resume)
        failed = load(state, path, what, error);
    if (path && !failed)
        failed = begin(state, path, what, resume, error);
    free(path);
    if (failed)
        state_close(state);
    else
        *result = state;
    return failed;
}

void state_close(struct state *state)
{
    if (state->file >= 0)
        close(state->file);
    free(state->entries);
    free(state);
}
