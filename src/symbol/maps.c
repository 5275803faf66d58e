#include "symbol/maps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Restores newlines in a path, which the kernel writes as \012; it escapes nothing else. */
static void maps_unescape(char *path)
{
    char *to = path;
    for (const char *from = path; *from; to++) {
        bool newline = strncmp(from, "\\012", 4) == 0;
        *to = *from;
        if (newline)
            *to = '\n';
        from += newline ? 4 : 1;
    }
    *to = '\0';
}

static bool maps_cut_end(char *string, const char *end)
{
    size_t length = strlen(string), end_length = strlen(end);
    if (length < end_length || strcmp(string + length - end_length, end) != 0)
        return false;
    string[length - end_length] = '\0';
    return true;
}

/* Parses a line: "start-end rwxp offset major:minor inode path". */
static bool maps_parse_line(const char *line, size_t length, struct arena *arena,
                            struct mapping *mapping, bool *executable)
{
    char *copy = arena_copy_bytes(arena, line, length);
    char rights[5];
    int path_at = -1;
    /* NOLINTNEXTLINE(cert-err34-c): numbers of the kernel; those too large fail the check below */
    if (sscanf(copy, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 "%n", &mapping->start,
               &mapping->end, rights, &mapping->offset, &mapping->major, &mapping->minor,
               &mapping->inode, &path_at) != 7 ||
        path_at < 0 || strlen(rights) != 4 || mapping->start >= mapping->end)
        return false;
    char *path = copy + path_at;
    path += strspn(path, " ");
    mapping->deleted = maps_cut_end(path, " (deleted)");
    maps_unescape(path);
    mapping->path = path;
    *executable = rights[2] == 'x';
    return true;
}

/* Says whether a mapping continues another. A library that patches code of another one (UCX that of
 * libc) splits its mapping. The parts are one file at one distance: opened twice, libdwfl would
 * drop the first. */
static bool maps_continues(const struct mapping *next, const struct mapping *mapping)
{
    return next->inode != 0 && next->inode == mapping->inode && next->major == mapping->major &&
           next->minor == mapping->minor && strcmp(next->path, mapping->path) == 0 &&
           next->start - next->offset == mapping->start - mapping->offset;
}

size_t maps_parse(const char *text, struct arena *arena, struct mapping **mappings,
                  size_t *mapping_count)
{
    size_t all = 0;
    /* A line without a newline ends a capture that was cut, so its path may be cut too. */
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        struct mapping mapping;
        bool executable;
        if (!maps_parse_line(text, (size_t)(end - text), arena, &mapping, &executable))
            continue;
        all++;
        if (executable && *mapping_count > 0 &&
            maps_continues(&mapping, &(*mappings)[*mapping_count - 1]))
            (*mappings)[*mapping_count - 1].end = mapping.end;
        else if (executable)
            *arena_push(arena, *mappings, *mapping_count) = mapping;
    }
    return all;
}
