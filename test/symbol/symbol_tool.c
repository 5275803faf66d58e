/* symbol_tool: the symbol layer at the command line, for the tests of this folder.
 *
 *   symbol_tool stacks MAPS <STACKS    each "stack NAME pc..." of stdin, one line per frame:
 *                                      NAME DEPTH FUNCTION FILE:LINE, up to the start of the
 * program symbol_tool lines MAPS <STACKS     the same as a report shows it: NAME, then the frame
 *   symbol_tool exact MAPS PC...       addresses that are no return addresses, as `lines` does
 *   symbol_tool pid PID PC...          the same in a process that is alive
 *   symbol_tool raw MAPS <STACKS       NAME FUNCTION MODULE OFFSET, inlined frames and all
 *   symbol_tool time MAPS <STACKS      milliseconds to open, of the first address, of all, again
 *
 * Program counters are in hexadecimal. Errors end with the code of their kind.
 */
#include "base/file.h"
#include "symbol/symbol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEPTH_MAX = 128 };

struct stack {
    const char *name;
    uint64_t pcs[DEPTH_MAX];
    size_t count;
};

static int fail(const struct error *error)
{
    fprintf(stderr, "symbol_tool: %s\n", error->text);
    return (int)error->kind;
}

/* Reads the next line "stack NAME pc..."; other lines are left out. */
static bool next_stack(char **line, size_t *space, struct stack *stack)
{
    while (getline(line, space, stdin) >= 0) {
        char *rest = NULL;
        const char *word = strtok_r(*line, " \n", &rest);
        if (!word || strcmp(word, "stack") != 0)
            continue;
        stack->name = strtok_r(NULL, " \n", &rest);
        stack->count = 0;
        while (stack->count < DEPTH_MAX && (word = strtok_r(NULL, " \n", &rest)))
            stack->pcs[stack->count++] = strtoull(word, NULL, 16);
        return true;
    }
    return false;
}

static void show_frames(struct symbols *symbols, const struct stack *stack, struct arena *arena)
{
    const struct frame **frames;
    size_t count = symbols_user_stack(symbols, stack->pcs, stack->count, true, arena, &frames);
    for (size_t i = 0; i < count; i++)
        printf("%s %zu %s %s:%d\n", stack->name, i + 1,
               frames[i]->function ? frames[i]->function : "??",
               frames[i]->file ? frames[i]->file : "??", frames[i]->line);
}

static void show_lines(struct symbols *symbols, const struct stack *stack, bool is_return_address,
                       struct arena *arena)
{
    const char **lines;
    size_t count =
        symbols_format_stack(symbols, stack->pcs, stack->count, is_return_address, arena, &lines);
    for (size_t i = 0; i < count; i++)
        printf("%s %s\n", stack->name, lines[i]);
}

static void show_raw(struct symbols *symbols, const struct stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) {
        const struct frame *frames;
        size_t count;
        symbols_find(symbols, stack->pcs[i], true, &frames, &count);
        for (size_t j = 0; j < count; j++)
            printf("%s %s %s 0x%" PRIx64 "%s %s:%d:%d\n", stack->name,
                   frames[j].function ? frames[j].function : "??",
                   frames[j].module ? frames[j].module : "??", frames[j].offset,
                   frames[j].inlined ? " inlined" : "", frames[j].file ? frames[j].file : "??",
                   frames[j].line, frames[j].column);
    }
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void show_time(struct symbols *symbols, double opened, const struct stack *stack)
{
    const struct frame *frames;
    size_t count;
    double start = milliseconds();
    symbols_find(symbols, stack->pcs[0], true, &frames, &count);
    double first = milliseconds() - start;
    for (size_t i = 0; i < stack->count; i++)
        symbols_find(symbols, stack->pcs[i], true, &frames, &count);
    double all = milliseconds() - start;
    start = milliseconds();
    for (size_t i = 0; i < stack->count; i++)
        symbols_find(symbols, stack->pcs[i], true, &frames, &count);
    printf("open %.2f first %.2f all %.2f again %.4f\n", opened, first, all,
           milliseconds() - start);
}

static void show_input(struct symbols *symbols, const char *mode, double opened)
{
    char *line = NULL;
    size_t space = 0;
    struct stack stack;
    while (next_stack(&line, &space, &stack)) {
        struct arena arena = {0};
        if (strcmp(mode, "stacks") == 0)
            show_frames(symbols, &stack, &arena);
        else if (strcmp(mode, "lines") == 0)
            show_lines(symbols, &stack, true, &arena);
        else if (strcmp(mode, "raw") == 0)
            show_raw(symbols, &stack);
        else
            show_time(symbols, opened, &stack);
        arena_free(&arena);
    }
    free(line);
}

int main(int argc, char **argv)
{
    struct symbols *symbols;
    struct error error;
    char *maps;
    if (argc < 3) {
        fprintf(stderr,
                "usage: symbol_tool stacks|lines|raw|exact|pid|time ... (see its source)\n");
        return ERROR_USAGE;
    }
    double start = milliseconds();
    if (strcmp(argv[1], "pid") == 0) {
        if (symbols_open_pid((pid_t)strtol(argv[2], NULL, 10), &symbols, &error) != 0)
            return fail(&error);
    } else {
        if (file_read(argv[2], 16 << 20, &maps, NULL, &error) != 0)
            return fail(&error);
        int status = symbols_open_maps(maps, &symbols, &error);
        free(maps);
        if (status != 0)
            return fail(&error);
    }
    double opened = milliseconds() - start;
    if (strcmp(argv[1], "exact") == 0 || strcmp(argv[1], "pid") == 0) {
        for (int i = 3; i < argc; i++) {
            struct arena arena = {0};
            struct stack stack = {"exact", {strtoull(argv[i], NULL, 16)}, 1};
            show_lines(symbols, &stack, false, &arena);
            arena_free(&arena);
        }
    } else {
        show_input(symbols, argv[1], opened);
    }
    symbols_close(symbols);
    return 0;
}
