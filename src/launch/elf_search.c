/* elf_search.c: searches for a shared library in the places where ld.so does. */
#include "base/file.h"
#include "base/text.h"
#include "launch/elf.h"

#include <elf.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONFIGURATION_DEPTH_MAX = 8,   /* includes within includes of ld.so.conf */
    CONFIGURATION_FILES_MAX = 256, /* in total: a file may include itself, more than once */
    CONFIGURATION_SIZE_MAX = 1024 * 1024,
    LIBRARY_NAMES_MAX = 3,
};

static const char configuration_path[] = "/etc/ld.so.conf";

struct library_search {
    const char *soname;
    const struct elf_image *image;
    struct arena *arena;
};

static const char *multiarch_name(int machine, int bits)
{
    switch (machine) {
    case EM_X86_64:
        return bits == 64 ? "x86_64-linux-gnu" : "x86_64-linux-gnux32";
    case EM_386:
        return "i386-linux-gnu";
    case EM_AARCH64:
        return "aarch64-linux-gnu";
    case EM_ARM:
        return "arm-linux-gnueabihf";
    case EM_PPC64:
        return "powerpc64le-linux-gnu";
    case EM_RISCV:
        return "riscv64-linux-gnu";
    case EM_S390:
        return "s390x-linux-gnu";
    default:
        return NULL;
    }
}

static const char *platform_name(int machine)
{
    return machine == EM_X86_64 ? "x86_64" : machine == EM_AARCH64 ? "aarch64" : "";
}

/* Returns the value of $ORIGIN: the kernel resolves symbolic links in the program's own path, but
 * nothing resolves those in a library's path. */
static const char *elf_origin(const struct elf_image *image, struct arena *arena)
{
    char resolved[PATH_MAX], here[PATH_MAX];
    const char *path = image->path;
    if (!image->loader && realpath(path, resolved))
        path = resolved;
    if (*path != '/' && getcwd(here, sizeof here))
        path = arena_printf(arena, "%s/%s", here, path);
    return dirname(arena_copy(arena, path));
}

/* Returns the length of the token ($LIB or ${LIB}) at `at`; 0: it is none. */
static size_t token_length(const char *at, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(at, "${", 2) == 0 && strncmp(at + 2, name, length) == 0 && at[2 + length] == '}')
        return length + 3;
    if (*at == '$' && strncmp(at + 1, name, length) == 0) {
        char next = at[1 + length]; /* $LIBRARY is no $LIB */
        bool word = next == '_' || (next >= '0' && next <= '9') ||
                    ((next | 0x20) >= 'a' && (next | 0x20) <= 'z');
        return word ? 0 : length + 1;
    }
    return 0;
}

static const char *elf_search_expand(const struct library_search *search, const char *directory,
                                     const struct elf_image *of, const char *library_name)
{
    const struct {
        const char *name, *value;
    } tokens[] = {{"ORIGIN", elf_origin(of, search->arena)},
                  {"LIB", library_name},
                  {"PLATFORM", platform_name(of->machine)}};
    struct text text;
    text_init(&text, PATH_MAX);
    while (*directory) {
        size_t length = 0;
        for (size_t i = 0; i < 3 && length == 0; i++) {
            length = token_length(directory, tokens[i].name);
            if (length > 0)
                text_add(&text, tokens[i].value);
        }
        if (length == 0) {
            text_add_char(&text, *directory);
            length = 1;
        }
        directory += length;
    }
    const char *expanded = arena_copy(search->arena, text.data);
    text_free(&text);
    return expanded;
}

static const char *try_directory(const struct library_search *search, const char *directory)
{
    struct elf_image found;
    struct error ignored;
    /* An empty element is the current directory, as for ld.so. */
    const char *path =
        arena_printf(search->arena, "%s/%s", *directory ? directory : ".", search->soname);
    if (access(path, R_OK) != 0 || elf_read(path, search->arena, &found, &ignored) != 0)
        return NULL;
    bool fits = found.machine == search->image->machine && found.bits == search->image->bits;
    return fits ? path : NULL;
}

/* Tries a directory that may contain tokens. The value of $LIB was fixed when ld.so was built, so
 * all its possible values are tried. */
static const char *try_template(const struct library_search *search, const char *directory,
                                const struct elf_image *of)
{
    if (!strchr(directory, '$'))
        return try_directory(search, directory);
    const char *multiarch = multiarch_name(of->machine, of->bits);
    const char *names[LIBRARY_NAMES_MAX] = {
        multiarch ? arena_printf(search->arena, "lib/%s", multiarch) : "lib", "lib64", "lib"};
    const char *found = NULL;
    for (size_t i = 0; i < LIBRARY_NAMES_MAX && !found; i++)
        found = try_directory(search, elf_search_expand(search, directory, of, names[i]));
    return found;
}

static const char *try_list(const struct library_search *search, const char *list,
                            const char *separators, const struct elf_image *of)
{
    const char *found = NULL;
    while (list && !found) {
        size_t length = strcspn(list, separators);
        found = try_template(search, arena_copy_bytes(search->arena, list, length), of);
        list = list[length] ? list + length + 1 : NULL;
    }
    return found;
}

static const char *try_rpaths(const struct library_search *search)
{
    /* If an image has a RUNPATH, RPATHs do not apply to it, neither its own nor those of its
     * loaders. */
    if (search->image->runpath)
        return NULL;
    const char *found = NULL;
    for (const struct elf_image *of = search->image; of && !found; of = of->loader)
        if (of->rpath && !of->runpath)
            found = try_list(search, of->rpath, ":", of);
    return found;
}

struct configuration {
    const char **directories;
    size_t count, files;
    struct arena *arena;
};

static void read_configuration(struct configuration *configuration, const char *path, int depth);

static void include_pattern(struct configuration *configuration, const char *path,
                            const char *pattern, int depth)
{
    glob_t files;
    if (*pattern != '/')
        pattern = arena_printf(configuration->arena, "%s/%s",
                               dirname(arena_copy(configuration->arena, path)), pattern);
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc; i++)
        read_configuration(configuration, files.gl_pathv[i], depth + 1);
    globfree(&files);
}

static void read_configuration_line(struct configuration *configuration, const char *path,
                                    char *line, int depth)
{
    char *rest = line;
    line[strcspn(line, "#")] = '\0';
    char *word = strtok_r(line, " \t\r", &rest);
    if (!word || strcmp(word, "hwcap") == 0)
        return;
    if (strcmp(word, "include") == 0) {
        while ((word = strtok_r(NULL, " \t\r", &rest)))
            include_pattern(configuration, path, word, depth);
        return;
    }
    for (; word; word = strtok_r(NULL, " \t\r", &rest)) {
        char *more = word;
        for (char *one = strtok_r(word, ":,", &more); one; one = strtok_r(NULL, ":,", &more)) {
            one[strcspn(one, "=")] = '\0'; /* "=libc6", an obsolete mark */
            if (*one)
                *arena_push(configuration->arena, configuration->directories,
                            configuration->count) = arena_copy(configuration->arena, one);
        }
    }
}

static void read_configuration(struct configuration *configuration, const char *path, int depth)
{
    struct error ignored;
    char *bytes, *rest;
    if (depth > CONFIGURATION_DEPTH_MAX || configuration->files++ >= CONFIGURATION_FILES_MAX ||
        file_read(path, CONFIGURATION_SIZE_MAX, &bytes, NULL, &ignored) != 0)
        return;
    for (char *line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        read_configuration_line(configuration, path, line, depth);
    free(bytes);
}

const char **elf_configured_directories(const char *path, struct arena *arena, size_t *count)
{
    struct configuration found = {.arena = arena};
    read_configuration(&found, path, 0);
    *count = found.count;
    return found.directories;
}

static const char *try_system(const struct library_search *search)
{
    static const char *const formats[] = {"/lib", "/usr/lib", "/lib64", "/usr/lib64"};
    size_t count;
    const char *found = NULL;
    const char **directories =
        elf_configured_directories(configuration_path, search->arena, &count);
    for (size_t i = 0; i < count && !found; i++)
        found = try_directory(search, directories[i]);
    const char *multiarch = multiarch_name(search->image->machine, search->image->bits);
    for (size_t i = 0; i < sizeof formats / sizeof *formats && !found; i++) {
        if (multiarch)
            found =
                try_directory(search, arena_printf(search->arena, "%s/%s", formats[i], multiarch));
        if (!found)
            found = try_directory(search, formats[i]);
    }
    return found;
}

/* Tries a need that is a path, for which ld.so does not search. */
static const char *try_path(const struct library_search *search)
{
    const char *path = elf_search_expand(search, search->soname, search->image, "lib");
    const char *slash = strrchr(path, '/');
    struct library_search named = *search;
    named.soname = slash + 1;
    return try_directory(
        &named,
        slash == path ? "/" : arena_copy_bytes(search->arena, path, (size_t)(slash - path)));
}

const char *elf_find_library(const char *soname, const struct elf_image *image, struct arena *arena)
{
    const struct library_search search = {soname, image, arena};
    const struct elf_image *program = image;
    while (program->loader)
        program = program->loader;
    if (strchr(soname, '/'))
        return try_path(&search);
    const char *found = try_rpaths(&search);
    const char *variable = getenv("LD_LIBRARY_PATH");
    if (!found && variable && *variable)
        found = try_list(&search, variable, ":;", program);
    if (!found && image->runpath)
        found = try_list(&search, image->runpath, ":", image);
    return found ? found : try_system(&search);
}
