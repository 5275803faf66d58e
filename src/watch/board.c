#include "watch/segment.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int segment_open(struct segment *segment, const char *path, struct error *error)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return error_errno(error, "cannot make %s", path);
    void *map = MAP_FAILED;
    if (ftruncate(descriptor, sizeof *segment->file) == 0)
        map = mmap(NULL, sizeof *segment->file, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (map == MAP_FAILED) {
        error_errno(error, "cannot map %s", path);
        unlink(path);
        close(descriptor);
        return -1;
    }
    close(descriptor);
    *segment = (struct segment){.path = memory_copy(path), .file = map};
    memcpy(segment->file->magic, BEACON_MAGIC, sizeof segment->file->magic);
    segment->file->version = BEACON_VERSION;
    segment->file->monitor = getpid();
    return 0;
}

int segment_create(struct segment *segment, struct error *error)
{
    char path[] = "/dev/shm/tutti-watch-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return error_errno(error, "cannot make a file in /dev/shm");
    close(descriptor);
    return segment_open(segment, path, error);
}

void segment_close(struct segment *segment)
{
    if (!segment->path)
        return;
    unlink(segment->path);
    munmap(segment->file, sizeof *segment->file);
    free(segment->path);
    *segment = (struct segment){0};
}

size_t segment_count(const struct segment *segment)
{
    uint32_t claimed = atomic_load(&segment->file->claimed);
    return claimed < BEACON_PROCESSES ? claimed : BEACON_PROCESSES;
}

const char *segment_function(const struct segment *segment, int function)
{
    if (!atomic_load(&segment->file->named) || function < 0 || function >= BEACON_FUNCTIONS)
        return NULL;
    return segment->file->names[function][0] ? segment->file->names[function] : NULL;
}
