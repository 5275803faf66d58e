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
        pattern += length; /* "argv[2]" is a name, and to fnmatch() another one */
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

/* Whether each byte is a variable, because the program looks at bytes and converts nothing. */
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
    for (size_t i = 0; i < length; i++) {
        uint32_t expression = 0;
        if (source != SOURCE_NONE && offset + i < SYMBOLIC_ORIGIN_OFFSETS) {
            uint32_t place = (uint32_t)(offset + i);
            expression = symbolic ? variable_byte(source, place, bytes[i])
                                  : SYMBOLIC_ORIGIN_BIT | source << 23 | place;
        }
        shadow_store(bytes + i, SYMBOLIC_I8, expression, bytes[i]);
    }
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

/* Counts lines, and words in the last one, up to the offset of a file. */
static bool find_line(const char *path, uint32_t offset, unsigned *line, unsigned *word)
{
    struct stat status;
    char buffer[4096];
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (file < 0)
        return false;
    bool known = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    uint64_t at = 0;
    bool between = true;
    *line = 1;
    *word = 0;
    while (known && at <= offset) {
        long count = syscall(SYS_pread64, file, buffer, sizeof buffer, at);
        known = count > 0;
        for (long i = 0; i < count && at <= offset; i++, at++) {
            bool blank = isspace((unsigned char)buffer[i]);
            if (between && !blank)
                ++*word;
            between = blank;
            if (buffer[i] == '\n' && at < offset) {
                ++*line;
                *word = 0;
            }
        }
    }
    syscall(SYS_close, file);
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
    if (find_line(file, offset, &line, &word))
        snprintf(name, SYMBOLIC_NAME, "%s:%u:%u", path, line, word);
    else
        snprintf(name, SYMBOLIC_NAME, "%s@%u", path, offset);
}
