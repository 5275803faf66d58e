#include "runtime/symbolic/sources.h"

#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/variables.h"

#include <ctype.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool source_has_pattern(const char *prefix, const char *name)
{
    size_t length = strlen(prefix);
    uint32_t count = state.segment->pattern_count;
    for (uint32_t i = 0; i < count && i < SYMBOLIC_PATTERNS; i++) {
        const char *pattern = state.segment->patterns[i];
        if (strncmp(pattern, prefix, length) != 0)
            continue;
        pattern += length; /* "argv[2]" is a name, but means something else to fnmatch() */
        if (strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0)
            return true;
    }
    return false;
}

uint32_t source_find(enum symbolic_source_kind kind, uint32_t index, const char *path)
{
    struct symbolic_region *region = state.region;
    if (state_wants(SYMBOLIC_NO_INPUTS) || (path && strlen(path) >= SYMBOLIC_PATH))
        return SOURCE_NONE;
    for (uint32_t i = 0; i < region->source_count; i++) {
        const struct symbolic_source *known = &region->sources[i];
        if (known->kind == kind && known->index == index &&
            strcmp(known->path, path ? path : "") == 0)
            return i;
    }
    if (region->source_count == SYMBOLIC_SOURCES) {
        region->full = 1;
        return SOURCE_NONE;
    }
    struct symbolic_source *source = &region->sources[region->source_count];
    *source = (struct symbolic_source){.kind = kind, .index = index};
    if (path)
        strcpy(source->path, path);
    return region->source_count++;
}

/* Returns whether each byte is a variable, because the program examines bytes and converts
 * nothing. */
static bool has_symbolic_bytes(uint32_t source)
{
    const struct symbolic_source *of = &state.region->sources[source];
    switch ((enum symbolic_source_kind)of->kind) {
    case SYMBOLIC_ARGUMENT:
        return state_wants(SYMBOLIC_ARGUMENT_BYTES);
    case SYMBOLIC_INPUT:
        return source_has_pattern("bytes:", "-");
    case SYMBOLIC_FILE:
        return source_has_pattern("bytes:", of->path);
    case SYMBOLIC_ENVIRONMENT:
        return false;
    }
    return false;
}

void source_mark(uint32_t source, uint64_t offset, const void *at, size_t length)
{
    unsigned char *bytes = (unsigned char *)at; /* only its shadow is written */
    bool symbolic = source != SOURCE_NONE && has_symbolic_bytes(source);
    size_t known = 0;
    for (; source != SOURCE_NONE && known < length; known++) {
        if (offset + known >= SYMBOLIC_ORIGIN_OFFSETS)
            break;
        uint32_t place = (uint32_t)(offset + known);
        uint32_t expression = symbolic ? variable_byte(source, place, bytes[known])
                                       : SYMBOLIC_ORIGIN_BIT | source << 23 | place;
        shadow_store(bytes + known, SYMBOLIC_I8, expression, bytes[known]);
    }
    shadow_forget(bytes + known, length - known);
}

bool source_of(const void *text, size_t length, uint32_t *source, uint32_t *offset)
{
    for (size_t i = 0; i < length; i++) {
        unsigned part = 0;
        uint32_t id = shadow_byte((const char *)text + i, &part);
        if (!node_is_origin(id) || part != 0)
            return false;
        id &= ~SYMBOLIC_ORIGIN_BIT;
        uint32_t from = id >> 23, at = id & (SYMBOLIC_ORIGIN_OFFSETS - 1);
        if (i == 0) {
            *source = from;
            *offset = at;
        }
        if (from != *source || at != *offset + i)
            return false;
    }
    return length > 0;
}

/* How far the lines of a file are counted, and words in the last one. */
struct counting {
    uint32_t source;
    uint64_t at;
    unsigned line, word;
    bool between; /* between words */
};

static void count_byte(struct counting *counting, unsigned char byte)
{
    bool blank = isspace(byte);
    if (counting->between && !blank)
        counting->word++;
    counting->between = blank;
    counting->at++;
}

/* Counts from where the last count ended, because most files are read once from the beginning to
 * the end. */
static bool find_line(uint32_t source, const char *path, uint32_t offset, unsigned *line,
                      unsigned *word)
{
    static struct counting last;
    struct stat status;
    char buffer[4096];
    bool newline = false;
    if (last.line == 0 || last.source != source || last.at > offset)
        last = (struct counting){.source = source, .line = 1, .between = true};
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (file < 0)
        return false;
    bool known = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    while (known && last.at <= offset) {
        long count = syscall(SYS_pread64, file, buffer, sizeof buffer, last.at);
        known = count > 0;
        for (long i = 0; i < count && last.at <= offset; i++) {
            if (newline) {
                last.line++;
                last.word = 0;
            }
            newline = buffer[i] == '\n';
            count_byte(&last, (unsigned char)buffer[i]);
        }
    }
    syscall(SYS_close, file);
    *line = last.line;
    *word = last.word;
    last.line += newline; /* that was the end of a line */
    last.word = newline ? 0 : last.word;
    return known;
}

void source_name(uint32_t source, uint32_t offset, char name[SYMBOLIC_NAME])
{
    const struct symbolic_source *of = &state.region->sources[source];
    unsigned line, word;
    enum { PATH = SYMBOLIC_NAME - 24 };
    size_t length = strlen(of->path);
    const char *path = of->path + (length > PATH ? length - PATH : 0);
    const char *file = of->path;
    switch ((enum symbolic_source_kind)of->kind) {
    case SYMBOLIC_ARGUMENT:
        if (offset == 0)
            snprintf(name, SYMBOLIC_NAME, "argv[%u]", of->index);
        else
            snprintf(name, SYMBOLIC_NAME, "argv[%u]+%u", of->index, offset);
        return;
    case SYMBOLIC_ENVIRONMENT:
        snprintf(name, SYMBOLIC_NAME, "$%s", path);
        return;
    case SYMBOLIC_INPUT:
        path = "stdin";
        file = "/proc/self/fd/0";
        break;
    case SYMBOLIC_FILE:
        break;
    }
    if (find_line(source, file, offset, &line, &word))
        snprintf(name, SYMBOLIC_NAME, "%s:%u:%u", path, line, word);
    else
        snprintf(name, SYMBOLIC_NAME, "%s@%u", path, offset);
}
