/* lay_out.c: makes the directory for one test. */
#include "base/file.h"
#include "concolic/input/input.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT           ".tutti-root" /* see apply.c */
#define STANDARD_INPUT ".tutti-stdin"
#define RESULTS        "tutti-out" /* directory of the command's own results */

struct laying {
    const struct input *input;
    const struct input_originals *originals;
    struct arena *arena;
    size_t copied; /* in bytes */
};

static bool lay_out_copy_bytes(int from, int to, size_t length)
{
    char buffer[INPUT_COPY_MAX];
    ssize_t got = read(from, buffer, length);
    return got == (ssize_t)length && write(to, buffer, length) == got;
}

/* Copies a small file. Returns false if it must be linked instead. */
static bool lay_out_copy_file(struct laying *laying, int from_directory, int to_directory,
                              const char *name)
{
    struct stat status;
    if (from_directory < 0 || fstatat(from_directory, name, &status, 0) != 0 ||
        !S_ISREG(status.st_mode) || status.st_size > INPUT_COPY_MAX ||
        laying->copied + (size_t)status.st_size > INPUT_COPIES_MAX)
        return false;
    int from = openat(from_directory, name, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return false;
    int to = openat(to_directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    (status.st_mode & 0777) | S_IWUSR);
    bool done = to >= 0 && lay_out_copy_bytes(from, to, (size_t)status.st_size);
    if (to >= 0)
        close(to);
    if (to >= 0 && !done)
        unlinkat(to_directory, name, 0);
    close(from);
    laying->copied += done ? (size_t)status.st_size : 0;
    return done;
}

/* Puts everything of the user's directory `from` into the empty directory `to`. */
static int lay_out_fill(struct laying *laying, const char *from, const char *to,
                        struct error *error)
{
    int into = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC), failed = 0;
    if (into < 0)
        return error_errno(error, "cannot use the directory %s", to);
    DIR *listing = opendir(from);
    if (!listing) {
        close(into);
        return error_errno(error, "cannot read the directory %s", from);
    }
    for (const struct dirent *entry; !failed && (entry = readdir(listing));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, RESULTS) == 0)
            continue;
        if (entry->d_type != DT_DIR && lay_out_copy_file(laying, dirfd(listing), into, name))
            continue;
        char *target = memory_printf("%s/%s", from, name);
        const char *results = laying->originals->results;
        if (!(results && strcmp(results, target) == 0) && symlinkat(target, into, name) != 0)
            failed = error_errno(error, "cannot make a link in %s", to);
        free(target);
    }
    close(into);
    closedir(listing);
    return failed;
}

/* Replaces the link to a directory, inside the test's, by a directory with files of its own. */
static int open_up(struct laying *laying, const char *relative, struct error *error)
{
    const struct input_originals *originals = laying->originals;
    const char *here = arena_printf(laying->arena, "%s/%s", originals->laid_out, relative);
    const char *there = arena_printf(laying->arena, "%s/%s", originals->directory, relative);
    struct stat status;
    if (lstat(here, &status) == 0 && S_ISDIR(status.st_mode))
        return 0;
    bool linked = unlink(here) == 0;
    if (mkdir(here, 0777) != 0)
        return error_errno(error, "cannot make the directory %s", here);
    return linked ? lay_out_fill(laying, there, here, error) : 0;
}

/* Moves an absolute path below the test's directory. */
static const char *path_here(struct laying *laying, const char *path)
{
    return arena_printf(laying->arena, "%s/%s%s", laying->originals->laid_out,
                        *path == '/' ? ROOT : "", path);
}

static int lay_out_put_file(struct laying *laying, const struct input_file *file,
                            struct error *error)
{
    const char *path = path_here(laying, file->path);
    const char *relative = path + strlen(laying->originals->laid_out) + 1;
    for (const char *slash = strchr(relative, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - relative);
        if (length > 0 &&
            open_up(laying, arena_copy_bytes(laying->arena, relative, length), error) != 0)
            return -1;
    }
    if (unlink(path) != 0 && errno != ENOENT)
        return error_errno(error, "cannot replace %s", path);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return error_errno(error, "cannot make %s", path);
    ssize_t written = write(descriptor, file->bytes, file->length);
    close(descriptor);
    return written == (ssize_t)file->length ? 0 : error_errno(error, "cannot write %s", path);
}

/* Adapts a path in an argument, perhaps after "--name=", if it would lead elsewhere from the test's
 * directory, or if the input has that file. */
static const char *word_here(struct laying *laying, const char *word)
{
    const char *sign = word[0] == '-' ? strchr(word, '=') : NULL;
    const char *path = sign ? sign + 1 : word;
    int before = (int)(path - word);
    if (*path != '/' && input_leads_up(path)) {
        char *whole = memory_printf("%s/%s", laying->originals->directory, path);
        char *real = realpath(whole, NULL);
        path = real ? arena_copy(laying->arena, real) : path;
        free(real);
        free(whole);
    }
    if (*path == '/' && input_find(laying->input, path))
        path = path_here(laying, path);
    return arena_printf(laying->arena, "%.*s%s", before, word, path);
}

static int put_all(struct laying *laying, struct input_place *place, struct error *error)
{
    const struct input *input = laying->input;
    size_t variables = 0;
    place->environment = arena_alloc(&place->arena, (input->file_count + 1) * sizeof(char *));
    place->input = laying->originals->input ? laying->originals->input : "/dev/null";
    for (size_t i = 0; i < input->file_count; i++) {
        struct input_file file = input->files[i];
        if (*file.path == '$') {
            place->environment[variables++] =
                arena_printf(&place->arena, "%s=%.*s", file.path + 1, (int)file.length, file.bytes);
            continue;
        }
        if (strcmp(file.path, "-") == 0) {
            file.path = STANDARD_INPUT;
            place->input = path_here(laying, file.path);
        }
        if (lay_out_put_file(laying, &file, error) != 0)
            return -1;
    }
    place->arguments = arena_alloc(&place->arena, (input->argument_count + 1) * sizeof(char *));
    for (size_t i = 0; i < input->argument_count; i++)
        place->arguments[i] = i == 0 ? arena_copy(&place->arena, input->arguments[0])
                                     : word_here(laying, input->arguments[i]);
    return 0;
}

int input_lay_out(const struct input *input, const struct input_originals *originals,
                  struct input_place *place, struct error *error)
{
    *place = (struct input_place){0};
    struct laying laying = {.input = input, .originals = originals, .arena = &place->arena};
    if (access(originals->laid_out, F_OK) == 0 &&
        file_remove_directory(originals->laid_out, error) != 0)
        return -1;
    if (file_make_directory(originals->laid_out, error) != 0 ||
        lay_out_fill(&laying, originals->directory, originals->laid_out, error) != 0)
        return -1;
    return put_all(&laying, place, error);
}

void input_place_free(struct input_place *place)
{
    arena_free(&place->arena);
}
