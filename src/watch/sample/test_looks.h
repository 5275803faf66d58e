/* test_looks.h: looks at processes that a test has started. */
#ifndef TUTTI_WATCH_SAMPLE_TEST_LOOKS_H
#define TUTTI_WATCH_SAMPLE_TEST_LOOKS_H

#include "watch/sample/sample.h"
#include "watch/sample/test_children.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { LOOK_FRAMES = 100 };

/* Adds the names of the functions, innermost first, each between blanks. */
static inline void name_frames(struct symbols *symbols, const struct thread_sample *sample,
                               char *names, size_t space)
{
    uint64_t pcs[LOOK_FRAMES];
    size_t count = 0;
    enum unwind_end end = UNWIND_LOST;
    struct error error = {0};
    if (unwind_copied(symbols, &sample->input, pcs, LOOK_FRAMES, &count, &end, &error) != 0)
        fail_msg("%s", error.text);
    size_t used = (size_t)snprintf(names, space, " ");
    for (size_t i = 0; i < count; i++) {
        const struct frame *frames;
        size_t frame_count;
        symbols_find(symbols, pcs[i], i > 0, &frames, &frame_count);
        for (size_t j = 0; j < frame_count && used < space; j++)
            used += (size_t)snprintf(names + used, space - used, "%s ",
                                     frames[j].function ? frames[j].function : "??");
    }
    if (end != UNWIND_COMPLETE)
        fail_msg("the stack ends for reason %d:%s", (int)end, names);
}

static inline struct symbols *open_child(pid_t pid)
{
    struct symbols *symbols = NULL;
    struct error error = {0};
    if (symbols_open_pid(pid, &symbols, &error) != 0)
        fail_msg("%s", error.text);
    return symbols;
}

/* Looks at the main thread, and returns its sample. */
static inline struct thread_sample look(pid_t pid, struct arena *arena)
{
    struct thread_sample sample = {0};
    struct error error = {0};
    if (sample_thread(pid, pid, NULL, arena, &sample, &error) != SAMPLE_TAKEN)
        fail_msg("%s", error.text);
    assert_int_equal(sample.tid, pid);
    assert_true(sample.input.size > 0);
    return sample;
}

#endif
