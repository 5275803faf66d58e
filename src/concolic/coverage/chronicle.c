#include "concolic/coverage/chronicle.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_CAP = 1 << 28 };
static const double SAVE_SECONDS = 2;

static void chronicle_push(struct chronicle *chronicle, const struct covered_point *point)
{
    chronicle->points = memory_room(chronicle->points, chronicle->point_count,
                                    &chronicle->point_space, sizeof *chronicle->points);
    chronicle->points[chronicle->point_count++] = *point;
}

/* Reads `count` numbers after the word, none of them negative. */
static bool read_numbers(const char *line, const char *word, double *numbers, size_t count)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0)
        return false;
    line += length;
    for (size_t i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(line, &end);
        if (end == line || !(numbers[i] >= 0 && numbers[i] <= UINT32_MAX))
            return false;
        line = end;
    }
    return *line == '\0';
}

/* Reads a line; ignores lines of another form. */
static void chronicle_read_line(struct chronicle *chronicle, const char *line, uint8_t *tried,
                                uint32_t edges)
{
    double numbers[5];
    if (read_numbers(line, "point ", numbers, 5))
        chronicle_push(chronicle, &(struct covered_point){.seconds = numbers[0],
                                                          .tests = (uint64_t)numbers[1],
                                                          .taken = (uint32_t)numbers[2],
                                                          .possible = (uint32_t)numbers[3],
                                                          .findings = (uint32_t)numbers[4]});
    else if (read_numbers(line, "tried ", numbers, 2) && numbers[0] < edges)
        tried[(uint32_t)numbers[0]] |= (uint8_t)(uint32_t)numbers[1];
}

void chronicle_open(struct chronicle *chronicle, const char *directory, bool resume, uint8_t *tried,
                    uint32_t edges)
{
    struct error ignored;
    char *bytes, *rest;
    *chronicle =
        (struct chronicle){.path = directory ? memory_printf("%s/chronicle", directory) : NULL};
    if (!chronicle->path || !resume || file_read(chronicle->path, FILE_CAP, &bytes, NULL, &ignored))
        return;
    for (char *line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        chronicle_read_line(chronicle, line, tried, edges);
    free(bytes);
}

void chronicle_close(struct chronicle *chronicle)
{
    free(chronicle->path);
    free(chronicle->points);
    *chronicle = (struct chronicle){0};
}

static bool chronicle_is_news(const struct covered_point *before, const struct covered_point *now)
{
    return now->taken != before->taken || now->possible != before->possible ||
           now->findings != before->findings;
}

void chronicle_add(struct chronicle *chronicle, const struct covered_point *now, bool last)
{
    struct covered_point *before =
        chronicle->point_count > 0 ? &chronicle->points[chronicle->point_count - 1] : NULL;
    /* While an old journal is read, less is known than before. */
    if (before && (now->taken < before->taken || now->seconds < before->seconds))
        return;
    if (before && !last && !chronicle_is_news(before, now))
        return;
    if (before && !chronicle_is_news(before, now) && now->tests == before->tests)
        *before = *now;
    else
        chronicle_push(chronicle, now);
    chronicle->changed = true;
}

uint32_t chronicle_news(const struct chronicle *chronicle, double now, double seconds)
{
    uint32_t before = 0;
    for (size_t i = chronicle->point_count; i > 0 && before == 0; i--)
        if (chronicle->points[i - 1].seconds <= now - seconds)
            before = chronicle->points[i - 1].taken;
    return chronicle->point_count > 0 ? chronicle->points[chronicle->point_count - 1].taken - before
                                      : 0;
}

int chronicle_save(struct chronicle *chronicle, const uint8_t *tried, uint32_t edges, bool now,
                   struct error *error)
{
    struct text text;
    double time = clock_seconds();
    if (!chronicle->path || !chronicle->changed ||
        (!now && time < chronicle->saved_at + SAVE_SECONDS))
        return 0;
    text_init(&text, FILE_CAP);
    for (size_t i = 0; i < chronicle->point_count; i++) {
        const struct covered_point *point = &chronicle->points[i];
        text_addf(&text, "point %.3f %" PRIu64 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
                  point->seconds, point->tests, point->taken, point->possible, point->findings);
    }
    for (uint32_t i = 0; i < edges; i++)
        if (tried[i])
            text_addf(&text, "tried %" PRIu32 " %u\n", i, tried[i]);
    int failed = file_write(chronicle->path, text.data, text.length, error);
    text_free(&text);
    chronicle->changed = false;
    chronicle->saved_at = time;
    return failed;
}
