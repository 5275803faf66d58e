#include "world/process/folder.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ENTRIES_MAX = 4096,
    KEPT_MAX = 64 << 10, /* limit on the bytes of a file whose content is kept at once */
    KEPT_ALL = 1 << 20,  /* ... and on those of all such files */
    COPY_MAX = 1 << 20,  /* limit on the bytes of a file that is copied */
    COPY_ALL = 64 << 20, /* ... and on those of all such files */
    WORK_MODE = 0700,
};

/* A file or folder in the listed directory. */
struct entry {
    const char *path;
    struct stat status;
    const char *content; /* content of a small file, or target of a link; NULL: not kept */
};

struct listing {
    struct arena arena;
    const char *directory, *except;
    struct entry *entries; /* sorted by path */
    size_t count;
    bool full; /* there are more entries than were listed */
};

struct workplace {
    char *root;         /* contains the two folders below */
    char *work, *start; /* the folder that executions run in; copies of its files as they are at the
                           start */
    struct listing *settled;
    size_t copied;
};

static int compare_entries(const void *one, const void *other)
{
    const struct entry *first = one, *second = other;
    return strcmp(first->path, second->path);
}

static const struct entry *find_entry(const struct listing *listing, const char *path)
{
    const struct entry key = {.path = path};
    return bsearch(&key, listing->entries, listing->count, sizeof key, compare_entries);
}

static bool folder_is_left_out(const struct listing *listing, const FTSENT *found)
{
    static const char *const names[] = {"tutti-out", ".git"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(found->fts_name, names[i]) == 0)
            return true;
    return listing->except && strcmp(listing->except, found->fts_path) == 0;
}

/* Returns the content of a small regular file; NULL: it is not one, or there is no room. */
static const char *keep_content(struct listing *listing, const FTSENT *found, size_t *kept)
{
    struct error ignored;
    size_t size = (size_t)found->fts_statp->st_size, length;
    char *bytes;
    if (!S_ISREG(found->fts_statp->st_mode) || size > KEPT_MAX || *kept + size > KEPT_ALL ||
        file_read(found->fts_accpath, KEPT_MAX, &bytes, &length, &ignored) != 0)
        return NULL;
    const char *content = length == size ? arena_copy_bytes(&listing->arena, bytes, length) : NULL;
    *kept += length;
    free(bytes);
    return content;
}

static struct listing *folder_list(const char *directory, const char *except, bool contents,
                                   size_t most)
{
    struct listing *listing = memory_zero(1, sizeof *listing);
    listing->directory = arena_copy(&listing->arena, directory);
    listing->except = except ? arena_copy(&listing->arena, except) : NULL;
    char *const paths[] = {(char *)listing->directory, NULL};
    FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    size_t root = strlen(directory) + 1, kept = 0;
    for (FTSENT *found; walk && !listing->full && (found = fts_read(walk));) {
        bool below = found->fts_level > 0;
        if (below && folder_is_left_out(listing, found))
            fts_set(walk, found, FTS_SKIP);
        else if (below && listing->count == most)
            listing->full = true;
        else if (below && found->fts_info != FTS_DP && found->fts_info != FTS_NS)
            *arena_push(&listing->arena, listing->entries, listing->count) =
                (struct entry){.path = arena_copy(&listing->arena, found->fts_path + root),
                               .status = *found->fts_statp,
                               .content = contents ? keep_content(listing, found, &kept) : NULL};
    }
    if (walk)
        fts_close(walk);
    if (listing->count > 0)
        qsort(listing->entries, listing->count, sizeof *listing->entries, compare_entries);
    return listing;
}

struct listing *listing_open(const char *directory, const char *except)
{
    return folder_list(directory, except, true, ENTRIES_MAX);
}

void listing_close(struct listing *listing)
{
    if (!listing)
        return;
    arena_free(&listing->arena);
    free(listing);
}

/* Returns whether two entries are the same. A folder is the same whatever is in it. */
static bool folder_is_same(const struct stat *one, const struct stat *other)
{
    if (one->st_mode != other->st_mode)
        return false;
    return S_ISDIR(one->st_mode) ||
           (one->st_size == other->st_size && one->st_ino == other->st_ino &&
            one->st_mtim.tv_sec == other->st_mtim.tv_sec &&
            one->st_mtim.tv_nsec == other->st_mtim.tv_nsec);
}

bool listing_changed(const struct listing *listing)
{
    struct listing *now = folder_list(listing->directory, listing->except, false, ENTRIES_MAX);
    bool same = now->count == listing->count;
    for (size_t i = 0; same && i < now->count; i++)
        same = strcmp(now->entries[i].path, listing->entries[i].path) == 0 &&
               folder_is_same(&now->entries[i].status, &listing->entries[i].status);
    listing_close(now);
    return !same;
}

/* Writes a file, which may exist. The file gets the given time: a later write then changes the
 * time, however soon it comes. */
static bool fill_file(const char *path, const struct stat *status, int from, const char *content)
{
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    size_t left = (size_t)status->st_size, done = 0;
    if (to < 0)
        return false;
    while (done < left) {
        ssize_t step = content ? write(to, content + done, left - done)
                               : sendfile(to, from, NULL, left - done);
        if (step <= 0)
            break;
        done += (size_t)step;
    }
    const struct timespec times[2] = {status->st_atim, status->st_mtim};
    bool well =
        done == left && fchmod(to, status->st_mode & 07777) == 0 && futimens(to, times) == 0;
    return close(to) == 0 && well;
}

static bool folder_copy_file(const char *from, const char *to, const struct stat *status)
{
    int file = open(from, O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && fill_file(to, status, file, NULL);
    if (file >= 0)
        close(file);
    return done;
}

/* Returns NULL if the path is not a link. */
static const char *link_target(const char *path, struct arena *arena)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target);
    return length < 0 ? NULL : arena_copy_bytes(arena, target, (size_t)length);
}

/* Copies a link. If it leads out of the folder, the copy leads to the original link. */
static bool copy_link(const char *from, const char *to)
{
    struct arena arena = {NULL};
    const char *target = link_target(from, &arena);
    bool leads_out = target && *target != '/' && strstr(target, "..");
    bool done = target && symlink(leads_out ? from : target, to) == 0;
    arena_free(&arena);
    return done;
}

static int copy_entry(struct workplace *workplace, const struct listing *listing,
                      const struct entry *entry, struct error *error)
{
    char *from = memory_printf("%s/%s", listing->directory, entry->path);
    char *to = memory_printf("%s/%s", workplace->work, entry->path);
    const struct stat *status = &entry->status;
    size_t size = (size_t)status->st_size;
    struct stat now;
    bool done = false, known = true;
    if (S_ISDIR(status->st_mode)) {
        done = mkdir(to, WORK_MODE) == 0;
    } else if (S_ISLNK(status->st_mode)) {
        done = copy_link(from, to);
    } else if (!S_ISREG(status->st_mode)) {
        done = true; /* a pipe or a socket */
    } else if (lstat(from, &now) != 0 || !folder_is_same(&now, status)) {
        known = entry->content != NULL;
        done = known && fill_file(to, status, -1, entry->content);
    } else if (size > COPY_MAX || workplace->copied + size > COPY_ALL) {
        done = symlink(from, to) == 0;
    } else {
        workplace->copied += size;
        done = folder_copy_file(from, to, status);
    }
    if (!known)
        error_set(error, ERROR_FAILED, "%s is changed by the program, and too large to be kept",
                  entry->path);
    else if (!done)
        error_errno(error, "cannot copy %s", from);
    free(from);
    free(to);
    return done ? 0 : -1;
}

int workplace_open(const struct listing *listing, const char *parent, struct workplace **result,
                   struct error *error)
{
    if (listing->full)
        return error_set(error, ERROR_FAILED, "there are more than %d files in %s", ENTRIES_MAX,
                         listing->directory);
    struct workplace *workplace = memory_zero(1, sizeof *workplace);
    workplace->root = memory_printf("%s/XXXXXX", parent);
    if (!mkdtemp(workplace->root)) {
        error_errno(error, "cannot make a folder in %s", parent);
        free(workplace->root);
        free(workplace);
        return -1;
    }
    workplace->work = memory_printf("%s/work", workplace->root);
    workplace->start = memory_printf("%s/start", workplace->root);
    int failed = 0;
    if (mkdir(workplace->work, WORK_MODE) != 0 || mkdir(workplace->start, WORK_MODE) != 0)
        failed = error_errno(error, "cannot make a folder in %s", workplace->root);
    /* Folders come before what is in them. */
    for (size_t i = 0; i < listing->count && !failed; i++)
        failed = copy_entry(workplace, listing, &listing->entries[i], error);
    if (failed) {
        workplace_close(workplace);
        return -1;
    }
    *result = workplace;
    return 0;
}

void workplace_close(struct workplace *workplace)
{
    struct error ignored;
    if (!workplace)
        return;
    listing_close(workplace->settled);
    file_remove_directory(workplace->root, &ignored);
    free(workplace->root);
    free(workplace->work);
    free(workplace->start);
    free(workplace);
}

const char *workplace_directory(const struct workplace *workplace)
{
    return workplace->work;
}

/* Returns the path of the copy of an entry. */
static char *start_path(const struct workplace *workplace, const struct entry *entry)
{
    size_t number = (size_t)(entry - workplace->settled->entries);
    return memory_printf("%s/%zu", workplace->start, number);
}

int workplace_settle(struct workplace *workplace, struct error *error)
{
    workplace->settled = folder_list(workplace->work, NULL, false, SIZE_MAX);
    int failed = 0;
    for (size_t i = 0; i < workplace->settled->count && !failed; i++) {
        struct entry *entry = &workplace->settled->entries[i];
        char *from = memory_printf("%s/%s", workplace->work, entry->path);
        char *to = start_path(workplace, entry);
        /* A file that the program has just made gets an older time, so that every later write
         * changes it. */
        struct timespec times[2] = {entry->status.st_atim, entry->status.st_mtim};
        times[1].tv_sec--;
        if (S_ISREG(entry->status.st_mode))
            entry->status.st_mtim = times[1];
        if (S_ISLNK(entry->status.st_mode))
            entry->content = link_target(from, &workplace->settled->arena);
        if (S_ISREG(entry->status.st_mode) && (utimensat(AT_FDCWD, from, times, 0) != 0 ||
                                               !folder_copy_file(from, to, &entry->status)))
            failed = error_errno(error, "cannot copy %s", from);
        free(from);
        free(to);
    }
    return failed;
}

/* Removes what was not there at the start. What is in a folder is removed before the folder. */
static void remove_new(const struct workplace *workplace, const struct listing *now)
{
    for (size_t i = now->count; i > 0; i--) {
        const struct entry *entry = &now->entries[i - 1];
        const struct entry *before = find_entry(workplace->settled, entry->path);
        if (before && (before->status.st_mode & S_IFMT) == (entry->status.st_mode & S_IFMT))
            continue;
        char *path = memory_printf("%s/%s", workplace->work, entry->path);
        if (S_ISDIR(entry->status.st_mode))
            rmdir(path);
        else
            unlink(path);
        free(path);
    }
}

static bool folder_put_back(const struct workplace *workplace, struct entry *entry,
                            const char *path)
{
    char *start = start_path(workplace, entry);
    bool done = true;
    if (S_ISDIR(entry->status.st_mode))
        done = (mkdir(path, WORK_MODE) == 0 || errno == EEXIST) &&
               chmod(path, entry->status.st_mode & 07777) == 0;
    else if (S_ISREG(entry->status.st_mode))
        done = folder_copy_file(start, path, &entry->status);
    else if (S_ISLNK(entry->status.st_mode))
        done = entry->content && (unlink(path) == 0 || errno == ENOENT) &&
               symlink(entry->content, path) == 0;
    struct stat now;
    if (done && lstat(path, &now) == 0)
        entry->status = now;
    free(start);
    return done;
}

int workplace_restore(struct workplace *workplace, struct error *error)
{
    struct listing *now = folder_list(workplace->work, NULL, false, SIZE_MAX);
    int failed = 0;
    remove_new(workplace, now);
    for (size_t i = 0; i < workplace->settled->count && !failed; i++) {
        struct entry *entry = &workplace->settled->entries[i];
        const struct entry *there = find_entry(now, entry->path);
        if (there && folder_is_same(&there->status, &entry->status))
            continue;
        char *path = memory_printf("%s/%s", workplace->work, entry->path);
        if (!folder_put_back(workplace, entry, path))
            failed = error_errno(error, "cannot put %s back", path);
        free(path);
    }
    listing_close(now);
    return failed;
}
