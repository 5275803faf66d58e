#include "report/source.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <uthash.h>

struct source {
    char *path;
    char *problem; /* NULL: the file was read */
    char *bytes;
    size_t length;
    size_t *starts; /* start of each line, and the start of a further line */
    size_t line_count;
    UT_hash_handle hh;
};

struct sources {
    const char *directory;
    const char *const *roots;
    struct source *files;
    size_t total;
};

struct sources *sources_open(const char *directory, const char *const *roots)
{
    struct sources *sources = memory_zero(1, sizeof *sources);
    sources->directory = directory;
    sources->roots = roots;
    return sources;
}

void sources_close(struct sources *sources)
{
    struct source *source = sources->files;
    HASH_CLEAR(hh, sources->files); /* frees the table; the files keep their links */
    while (source) {
        struct source *next = source->hh.next;
        free(source->path);
        free(source->problem);
        free(source->bytes);
        free(source->starts);
        free(source);
        source = next;
    }
    free(sources);
}

static void find_lines(struct source *source)
{
    size_t lines = 0;
    for (size_t i = 0; i < source->length; i++)
        lines += source->bytes[i] == '\n';
    if (source->length > 0 && source->bytes[source->length - 1] != '\n')
        lines++;
    source->starts = memory_zero(lines + 1, sizeof *source->starts);
    for (size_t i = 0, line = 1; i < source->length && line < lines; i++)
        if (source->bytes[i] == '\n')
            source->starts[line++] = i + 1;
    source->starts[lines] = source->length;
    source->line_count = lines;
}

static bool looks_like_source(const char *path)
{
    static const char *const endings[] = {
        "c",   "h",   "cc",  "hh",  "cpp", "hpp", "cxx", "hxx", "c++", "h++", "inl", "ipp", "tpp",
        "tcc", "inc", "cu",  "cuh", "f",   "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18",
        "fpp", "py",  "pyx", "pxd", "pxi", "m",   "mm",  "s",   "y",   "l",   "d",   "jl",  "rs",
    };
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    for (size_t i = 0; dot && dot > slash && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot + 1, endings[i]) == 0)
            return true;
    return false;
}

/* Returns whether a root is above the real path, without a hidden folder or file between them. */
static bool is_below(const char *const *roots, const char *real)
{
    for (; *roots; roots++) {
        size_t length = strlen(*roots);
        if (length == 1)
            length = 0; /* "/" */
        if (strncmp(real, *roots, length) == 0 && real[length] == '/' &&
            !strstr(real + length, "/."))
            return true;
    }
    return false;
}

/* Returns why a file of an untrusted document is not shown; NULL: it is. */
static const char *source_refusal(const struct sources *sources, const char *full)
{
    char *real = sources->roots ? realpath(full, NULL) : NULL;
    const char *why = NULL;
    if (real && !is_below(sources->roots, real))
        why = "is not in this project; --sources=DIR shows the sources below another folder";
    else if (real && !looks_like_source(real))
        why = "does not look like a source";
    free(real);
    return why;
}

static void read_source(struct sources *sources, struct source *source)
{
    const char *directory = sources->directory ? sources->directory : ".";
    char *full = source->path[0] == '/' ? memory_copy(source->path)
                                        : memory_printf("%s/%s", directory, source->path);
    struct stat status;
    struct error error = {0};
    int failure = stat(full, &status) == 0 ? 0 : errno;
    const char *refused = source_refusal(sources, full);
    if (refused)
        source->problem = memory_copy(refused);
    else if (failure == ENOENT || failure == ENOTDIR)
        source->problem = source->path[0] == '/' || !sources->directory
                              ? memory_copy("was not found")
                              : memory_printf("was not found in %s", directory);
    else if (failure != 0)
        source->problem = memory_printf("cannot be read (%s)", strerror(failure));
    else if (!S_ISREG(status.st_mode))
        source->problem = memory_copy("is not a regular file");
    else if (status.st_size > SOURCE_FILE_CAP ||
             sources->total + (size_t)status.st_size > SOURCE_TOTAL_CAP)
        source->problem = memory_copy("is too large to be shown");
    else if (file_read(full, SOURCE_FILE_CAP, &source->bytes, &source->length, &error) != 0)
        source->problem = memory_printf("cannot be read (%s)", error.text);
    else
        find_lines(source);
    sources->total += source->length;
    free(full);
}

const struct source *sources_find(struct sources *sources, const char *path)
{
    struct source *source;
    HASH_FIND_STR(sources->files, path, source);
    if (source)
        return source;
    source = memory_zero(1, sizeof *source);
    source->path = memory_copy(path);
    read_source(sources, source);
    HASH_ADD_KEYPTR(hh, sources->files, source->path, strlen(source->path), source);
    return source;
}

const struct source *sources_find_in(struct sources *sources, const char *directory,
                                     const char *path)
{
    if (!directory || path[0] == '/')
        return sources_find(sources, path);
    char *full = memory_printf("%s/%s", directory, path);
    const struct source *source = sources_find(sources, full);
    free(full);
    if (!source_problem(source))
        return source;
    const struct source *other = sources_find(sources, path);
    return source_problem(other) ? source : other;
}

const char *source_problem(const struct source *source)
{
    return source->problem;
}

size_t source_line_count(const struct source *source)
{
    return source->line_count;
}

const char *source_line(const struct source *source, size_t number, size_t *length)
{
    size_t start = source->starts[number - 1], end = source->starts[number];
    if (end > start && source->bytes[end - 1] == '\n')
        end--;
    if (end > start && source->bytes[end - 1] == '\r')
        end--;
    *length = end - start;
    return source->bytes + start;
}
