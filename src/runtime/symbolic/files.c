#include "runtime/symbolic/files.h"

#include "runtime/symbolic/events.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/variables.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DESCRIPTORS = 1024,
    WRITTEN = 256,          /* files that are remembered because the program wrote them */
    READ_AGAIN = 1 << 20,   /* limit on bytes of a stream */
    OFTEN_ENOUGH = 1 << 12, /* ...for which memory is always available */
    UNKNOWN = 0,
    NO_INPUT = 1,
    FIRST = 2, /* stands for source 0 */
};

/* The files of one process; the program must not use one descriptor in several threads at a
 * time. */
static struct {
    uint32_t descriptors[DESCRIPTORS];
    struct file_written {
        dev_t device;
        ino_t number;
    } written[WRITTEN];
    size_t written_count;
    char directory[SYMBOLIC_PATH]; /* empty: not known */
} files;

void files_open(void)
{
    int kept = errno;
    if (!getcwd(files.directory, sizeof files.directory))
        files.directory[0] = '\0';
    errno = kept;
}

static bool was_written(const struct stat *status)
{
    for (size_t i = 0; i < files.written_count; i++)
        if (files.written[i].device == status->st_dev && files.written[i].number == status->st_ino)
            return true;
    return false;
}

static bool file_leads_up(const char *path)
{
    for (const char *at = strstr(path, ".."); at; at = strstr(at + 1, ".."))
        if ((at == path || at[-1] == '/') && (at[2] == '\0' || at[2] == '/'))
            return true;
    return false;
}

/* Makes a path relative to the directory where the program started; returns false if it is not
 * below it. */
static bool below_start(const char *path, char result[SYMBOLIC_PATH])
{
    size_t length = strlen(files.directory);
    char here[SYMBOLIC_PATH];
    if (file_leads_up(path) || strlen(path) >= SYMBOLIC_PATH)
        return false;
    if (*path == '/') {
        strcpy(result, path);
    } else if (length == 0 || !getcwd(here, sizeof here) || strcmp(here, files.directory) == 0) {
        strcpy(result, path);
        return true;
    } else if (snprintf(result, SYMBOLIC_PATH, "%s/%s", here, path) >= SYMBOLIC_PATH) {
        return false;
    }
    return length == 0 || (strncmp(result, files.directory, length) == 0 && result[length] == '/');
}

static uint32_t find_source(int descriptor, const char *path)
{
    struct stat status;
    char below[SYMBOLIC_PATH];
    int flags = fcntl(descriptor, F_GETFL);
    bool regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (flags == -1 || !regular)
        return NO_INPUT;
    bool known = was_written(&status), writable = (flags & O_ACCMODE) != O_RDONLY;
    if (writable && !known && files.written_count < WRITTEN)
        files.written[files.written_count++] =
            (struct file_written){.device = status.st_dev, .number = status.st_ino};
    bool own = known || (writable && status.st_size == 0);
    if ((flags & O_ACCMODE) == O_WRONLY || own || (path && !below_start(path, below)))
        return NO_INPUT;
    if (!state_enter())
        return NO_INPUT;
    uint32_t source =
        path ? source_find(SYMBOLIC_FILE, 0, below) : source_find(SYMBOLIC_INPUT, 0, NULL);
    state_leave();
    return source == SOURCE_NONE ? NO_INPUT : FIRST + source;
}

void file_opened(int descriptor, const char *path)
{
    int kept = errno;
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        files.descriptors[descriptor] = find_source(descriptor, path);
    errno = kept;
}

/* A later test may create the file. */
void file_wanted(const char *path, bool there)
{
    int kept = errno;
    char below[SYMBOLIC_PATH];
    if ((there || kept == ENOENT) && path && *path && below_start(path, below) && state_enter()) {
        uint32_t source = source_find(SYMBOLIC_FILE, 0, below);
        uint32_t exists = source != SOURCE_NONE ? variable_exists(source, there) : 0;
        uint32_t node =
            exists ? node_binary(SYMBOLIC_EQUAL, SYMBOLIC_I1, exists, 0, there, 1, there) : 0;
        if (node)
            event_branch(EVENTS_IN_MODEL, node, there);
        state_leave();
    }
    errno = kept;
}

void file_closed(int descriptor)
{
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        files.descriptors[descriptor] = UNKNOWN;
}

/* Finds the source of a descriptor that no model opened: the kernel knows its path. */
static uint32_t file_look_up(int descriptor)
{
    char link[64], path[PATH_MAX];
    if (descriptor == STDIN_FILENO)
        return find_source(descriptor, NULL);
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return NO_INPUT;
    path[length] = '\0';
    return find_source(descriptor, path);
}

/* Returns the source that a descriptor reads; SOURCE_NONE: no input. */
static uint32_t source_at(int descriptor)
{
    if (descriptor < 0 || descriptor >= DESCRIPTORS || !state.region)
        return SOURCE_NONE;
    uint32_t known = files.descriptors[descriptor];
    if (known == UNKNOWN)
        files.descriptors[descriptor] = known = file_look_up(descriptor);
    return known == NO_INPUT ? SOURCE_NONE : known - FIRST;
}

void file_duplicated(int descriptor, int of)
{
    int kept = errno;
    uint32_t source = source_at(of);
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        files.descriptors[descriptor] = source == SOURCE_NONE ? NO_INPUT : FIRST + source;
    errno = kept;
}

bool file_place(int descriptor, struct symbolic_file_place *place)
{
    int kept = errno;
    place->source = source_at(descriptor);
    off_t at = place->source == SOURCE_NONE ? -1 : lseek(descriptor, 0, SEEK_CUR);
    place->offset = (uint64_t)at;
    errno = kept;
    return at >= 0;
}

bool file_place_of(FILE *stream, struct symbolic_file_place *place)
{
    int kept = errno;
    place->source = source_at(fileno(stream));
    off_t at = place->source == SOURCE_NONE ? -1 : ftello(stream);
    place->offset = (uint64_t)at;
    errno = kept;
    return at >= 0;
}

uint32_t file_source(const char *path)
{
    int kept = errno, descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    uint32_t found = descriptor < 0 ? (uint32_t)NO_INPUT : find_source(descriptor, path);
    if (descriptor >= 0)
        close(descriptor);
    errno = kept;
    return found == NO_INPUT ? SOURCE_NONE : found - FIRST;
}

static char often[OFTEN_ENOUGH]; /* only one thread is inside at a time */

char *file_again(int descriptor, const struct symbolic_file_place *place, size_t length)
{
    if (length > READ_AGAIN)
        return NULL;
    char *text = length < sizeof often ? often : memory_map(length + 1);
    if (!text)
        return NULL;
    if (pread(descriptor, text, length, (off_t)place->offset) != (ssize_t)length) {
        file_again_done(text, length);
        return NULL;
    }
    text[length] = '\0';
    source_mark(place->source, place->offset, text, length);
    return text;
}

void file_again_done(char *text, size_t length)
{
    shadow_forget(text, length);
    if (text != often)
        memory_unmap(text, length + 1);
}

void file_bytes(const struct symbolic_file_place *place, const void *at, size_t length)
{
    if (!state_enter())
        return;
    if (place)
        source_mark(place->source, place->offset, at, length);
    else
        shadow_forget(at, length);
    state_leave();
}
