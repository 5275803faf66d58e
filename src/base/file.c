#include "base/file.h"

#include "base/memory.h"
#include "base/owner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STREAM_BUFFER = 64 * 1024, OPEN_AT_ONCE = 16 };

#define SHARED_MEMORY "/dev/shm"
/* The start of the names of all temporary folders. */
#define TEMPORARY_START "tutti-"

struct file_stream {
    char *path;   /* path as the user gave it */
    char *target; /* the file to replace at commit, behind symbolic links; NULL: the path is written
                     in place */
    char *temporary; /* its temporary name until then */
    bool standard_output;
    bool kept; /* the commit waits for the disk */
    int descriptor;
    int failure; /* errno of the first write that failed, or 0 */
    size_t used; /* bytes in the buffer */
    char buffer[STREAM_BUFFER];
};

static int file_write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(descriptor, bytes, length);
        if (wrote < 0 && errno == EAGAIN) {
            /* Another process has made the shared terminal or pipe non-blocking. */
            struct pollfd writable = {.fd = descriptor, .events = POLLOUT};
            poll(&writable, 1, -1);
        } else if (wrote < 0 && errno != EINTR) {
            return -1;
        } else if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        }
    }
    return 0;
}

int file_sync(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : -1;
}

int file_sync_name(const char *path)
{
    char *copy = memory_copy(path);
    int directory = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failed = directory >= 0 ? file_sync(directory) : -1;
    int number = errno;
    if (directory >= 0)
        close(directory);
    free(copy);
    errno = number;
    /* A user may have permission to write into a folder, but not to read it. */
    return directory < 0 && number == EACCES ? 0 : failed;
}

static bool file_starts_with(const char *string, const char *start)
{
    return strncmp(string, start, strlen(start)) == 0;
}

/* Returns whether to write the path in place. This includes /dev/fd/1, even if that is a file: a
 * rename would replace the entry of /dev, or replace a file that the shell has open. */
static bool names_device(const char *path)
{
    return (file_starts_with(path, "/dev/") && !file_starts_with(path, SHARED_MEMORY "/")) ||
           file_starts_with(path, "/proc/");
}

/* Opens a new file in the directory of the target. Its name does not contain that of the target,
 * which may have the maximum length. */
static int open_temporary(struct file_stream *stream)
{
    enum { ATTEMPTS = 1000 };
    const char *slash = strrchr(stream->target, '/');
    int directory = slash ? (int)(slash - stream->target) + 1 : 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *name = memory_printf("%.*s.tutti-%ld-%d.tmp", directory, stream->target,
                                   (long)getpid(), attempt);
        stream->descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (stream->descriptor >= 0) {
            stream->temporary = name;
            return 0;
        }
        int number = errno;
        free(name);
        errno = number;
        if (number != EEXIST)
            return -1;
    }
    return -1;
}

static int stream_open(struct file_stream *stream)
{
    const char *path = stream->path;
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (names_device(path) || (exists && !S_ISREG(status.st_mode))) {
        stream->descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        return stream->descriptor < 0 ? -1 : 0;
    }
    stream->target = exists ? realpath(path, NULL) : NULL;
    if (!stream->target)
        stream->target = memory_copy(path);
    if (open_temporary(stream) != 0)
        return -1;
    if (exists)
        (void)!fchmod(stream->descriptor, status.st_mode & 0777); /* the bytes matter more */
    return 0;
}

/* Closes and frees the stream; removes a file that was not committed. */
static void file_stream_end(struct file_stream *stream)
{
    if (stream->descriptor >= 0 && !stream->standard_output)
        close(stream->descriptor);
    if (stream->temporary)
        unlink(stream->temporary);
    free(stream->temporary);
    free(stream->target);
    free(stream->path);
    free(stream);
}

int file_stream_open(const char *path, struct file_stream **stream, struct error *error)
{
    struct file_stream *opened = memory_zero(1, sizeof *opened);
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        opened->path = memory_copy("to standard output");
        opened->standard_output = true;
        opened->descriptor = STDOUT_FILENO;
    } else {
        opened->path = memory_copy(path);
        if (stream_open(opened) != 0) {
            error_errno(error, "cannot write %s", path);
            file_stream_end(opened);
            return -1;
        }
    }
    *stream = opened;
    return 0;
}

static void stream_empty(struct file_stream *stream)
{
    if (stream->failure == 0 &&
        ((stream->standard_output && fflush(stdout) != 0) ||
         file_write_all(stream->descriptor, stream->buffer, stream->used) != 0))
        stream->failure = errno;
    stream->used = 0;
}

void file_stream_write(struct file_stream *stream, const char *bytes, size_t length)
{
    while (length > 0) {
        size_t part = STREAM_BUFFER - stream->used;
        if (part > length)
            part = length;
        memcpy(stream->buffer + stream->used, bytes, part);
        stream->used += part;
        bytes += part;
        length -= part;
        if (stream->used == STREAM_BUFFER)
            stream_empty(stream);
    }
}

int file_stream_flush(struct file_stream *stream, struct error *error)
{
    stream_empty(stream);
    errno = stream->failure;
    return stream->failure ? error_errno(error, "cannot write %s", stream->path) : 0;
}

int file_stream_commit(struct file_stream *stream, struct error *error)
{
    int failed = file_stream_flush(stream, error);
    if (!failed && !stream->standard_output) {
        bool sync = stream->kept && stream->temporary;
        failed = sync ? file_sync(stream->descriptor) : 0;
        int number = errno;
        /* Some file systems report only here that there was no room. */
        if (close(stream->descriptor) != 0 && !failed)
            failed = -1;
        else
            errno = number;
        stream->descriptor = -1;
        if (!failed && stream->temporary)
            failed = rename(stream->temporary, stream->target);
        if (!failed && sync)
            failed = file_sync_name(stream->target);
        if (failed) {
            error_errno(error, "cannot write %s", stream->path);
        } else {
            free(stream->temporary);
            stream->temporary = NULL;
        }
    }
    file_stream_end(stream);
    return failed;
}

void file_stream_abandon(struct file_stream *stream)
{
    file_stream_end(stream);
}

void file_stream_keep(struct file_stream *stream)
{
    stream->kept = true;
}

int file_keep(const char *path, const char *bytes, size_t length, struct error *error)
{
    struct file_stream *stream;
    if (file_stream_open(path, &stream, error) != 0)
        return -1;
    file_stream_keep(stream);
    file_stream_write(stream, bytes, length);
    return file_stream_commit(stream, error);
}

int file_write(const char *path, const char *bytes, size_t length, struct error *error)
{
    struct file_stream *stream;
    if (file_stream_open(path, &stream, error) != 0)
        return -1;
    file_stream_write(stream, bytes, length);
    return file_stream_commit(stream, error);
}

int file_read_descriptor(int descriptor, const char *path, size_t cap, char **bytes, size_t *length,
                         struct error *error)
{
    size_t space = 4096, used = 0;
    char *data = memory_alloc(space + 1);
    for (;;) {
        if (used == space)
            data = memory_resize(data, (space *= 2) + 1);
        ssize_t got = read(descriptor, data + used, space - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            error_errno(error, "cannot read %s", path);
            goto fail;
        }
        if (got == 0)
            break;
        used += (size_t)got;
        if (used > cap) {
            error_set(error, ERROR_FAILED, "%s is larger than the limit of %zu bytes", path, cap);
            goto fail;
        }
    }
    data[used] = '\0';
    *bytes = data;
    if (length)
        *length = used;
    return 0;

fail:
    free(data);
    return -1;
}

int file_read(const char *path, size_t cap, char **bytes, size_t *length, struct error *error)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return error_errno(error, "cannot read %s", path);
    int failed = file_read_descriptor(descriptor, path, cap, bytes, length, error);
    close(descriptor);
    return failed;
}

static int make_one(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return 0;
    int number = errno; /* it may be "no permission" or "read only" although the directory exists */
    if (stat(path, &status) != 0) {
        errno = number;
        return -1;
    }
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode) ? 0 : -1;
}

int file_make_directory(const char *path, struct error *error)
{
    char *partial = memory_copy(path);
    char *end = partial;
    int failed;
    do {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char kept = *end;
        *end = '\0';
        failed = make_one(partial);
        if (failed)
            error_errno(error, "cannot make the directory %s", partial);
        *end = kept;
    } while (!failed && *end);
    free(partial);
    return failed;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

int file_remove_directory(const char *path, struct error *error)
{
    if (nftw(path, remove_entry, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS) != 0)
        return error_errno(error, "cannot remove the directory %s", path);
    return 0;
}

/* Returns whether this is a directory or a file (`type`: S_IFDIR or S_IFREG) whose process is gone:
 * "<start>WHAT-OWNER-XXXXXX", where the owner has three parts. */
static bool file_is_left(const char *path, const char *start, mode_t type)
{
    enum { DASHES = 4 };
    struct stat status;
    const char *name = strrchr(path, '/') + 1, *at = name + strlen(name);
    if (!file_starts_with(name, start))
        return false;
    for (int dashes = 0; at > name && dashes < DASHES; at--)
        dashes += at[-1] == '-';
    return owner_state(at + 1) == OWNER_GONE && lstat(path, &status) == 0 &&
           (status.st_mode & S_IFMT) == type && status.st_uid == geteuid();
}

static void file_remove_left(const char *parent, const char *start, mode_t type)
{
    struct error ignored;
    DIR *directory = opendir(parent);
    if (!directory)
        return;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char *path = memory_printf("%s/%s", parent, entry->d_name);
        bool left = file_is_left(path, start, type);
        if (left && type == S_IFDIR)
            file_remove_directory(path, &ignored);
        else if (left)
            unlink(path);
        free(path);
    }
    closedir(directory);
}

int file_make_temporary_in(const char *parent, const char *prefix, char **path, struct error *error)
{
    char owner[OWNER_NAME_MAX];
    file_remove_left(parent, TEMPORARY_START, S_IFDIR);
    if (strcmp(parent, SHARED_MEMORY) != 0)
        file_remove_left(SHARED_MEMORY, TEMPORARY_START, S_IFDIR);
    owner_name(owner);
    char *made = memory_printf("%s/%s%s-XXXXXX", parent, prefix, owner);
    if (!mkdtemp(made)) {
        error_errno(error, "cannot make a temporary folder %s", made);
        free(made);
        return -1;
    }
    *path = made;
    return 0;
}

int file_make_private(const char *parent, const char *prefix, char **path, struct error *error)
{
    char owner[OWNER_NAME_MAX];
    file_remove_left(parent, prefix, S_IFREG);
    owner_name(owner);
    char *made = memory_printf("%s/%s%s-XXXXXX", parent, prefix, owner);
    int descriptor = mkostemp(made, O_CLOEXEC); /* 0600, whatever the umask */
    if (descriptor < 0) {
        error_errno(error, "cannot write %s", made);
        free(made);
        return -1;
    }
    *path = made;
    return descriptor;
}

int file_make_temporary(const char *prefix, char **path, struct error *error)
{
    const char *parent = getenv("TMPDIR");
    return file_make_temporary_in(parent && *parent ? parent : "/tmp", prefix, path, error);
}

static int sync_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)place;
    if (type != FTW_F && type != FTW_DP)
        return 0;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    int failed = file >= 0 ? file_sync(file) : -1;
    int number = errno;
    if (file >= 0)
        close(file);
    errno = number;
    return failed;
}

int file_sync_tree(const char *directory, struct error *error)
{
    if (nftw(directory, sync_entry, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS) != 0)
        return error_errno(error, "cannot write %s to the disk", directory);
    return 0;
}

char *file_installed(const char *relative)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return memory_printf("../%s", relative);
    self[length] = '\0';
    return memory_printf("%s/%s", dirname(dirname(self)), relative);
}

int file_make_memory(const char *name, size_t length)
{
    int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0 || (fchmod(memory, 0600) == 0 && ftruncate(memory, (off_t)length) == 0 &&
                       fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0))
        return memory;
    int number = errno;
    close(memory);
    errno = number;
    return -1;
}
