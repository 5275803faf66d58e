#include "world/process/capture.h"

#include "base/memory.h"
#include "world/process/output.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT_MAX = 4 << 20 }; /* limit on the bytes that are kept of a stream */

struct capture {
    int ranks;
    int base;
    int count; /* number of files that are open */
    char *bytes;
};

int capture_open(int ranks, int first[2], struct capture **result, struct error *error)
{
    struct capture *capture = memory_zero(1, sizeof *capture);
    capture->ranks = ranks;
    capture->base = output_descriptors(ranks);
    for (; capture->count < 2 * ranks; capture->count++) {
        int file = memfd_create("tutti-output", MFD_CLOEXEC);
        int moved = file < 0 ? -1 : dup3(file, capture->base + capture->count, O_CLOEXEC);
        if (moved < 0)
            error_errno(error, "cannot make a descriptor for the output of rank %d",
                        capture->count / 2);
        if (file >= 0)
            close(file);
        if (moved < 0) {
            capture_close(capture);
            return -1;
        }
    }
    first[0] = capture->base;
    first[1] = capture->base + 1;
    *result = capture;
    return 0;
}

void capture_close(struct capture *capture)
{
    for (int i = 0; i < capture->count; i++)
        close(capture->base + i);
    free(capture->bytes);
    free(capture);
}

static size_t capture_size_of(const struct capture *capture, int i)
{
    struct stat status;
    return fstat(capture->base + i, &status) == 0 ? (size_t)status.st_size : 0;
}

static void process_capture_cut(const struct capture *capture, int i, size_t length)
{
    if (capture_size_of(capture, i) > length && ftruncate(capture->base + i, (off_t)length) != 0)
        return; /* the file stays longer than needed, which costs only memory */
}

void capture_cut(struct capture *capture, int rank, int stream, size_t length)
{
    process_capture_cut(capture, 2 * rank + stream, length);
}

void capture_reset(struct capture *capture)
{
    for (int i = 0; i < capture->count; i++)
        process_capture_cut(capture, i, 0);
}

void capture_limit(struct capture *capture)
{
    for (int i = 0; i < capture->count; i++)
        process_capture_cut(capture, i, KEPT_MAX);
}

size_t capture_length(const struct capture *capture, int rank, int stream)
{
    size_t length = capture_size_of(capture, 2 * rank + stream);
    return length < KEPT_MAX ? length : KEPT_MAX;
}

const char *capture_read(struct capture *capture, int rank, int stream, size_t *length)
{
    size_t room = capture_length(capture, rank, stream), done = 0;
    capture->bytes = memory_resize(capture->bytes, room + 1);
    while (done < room) {
        ssize_t got = pread(capture->base + 2 * rank + stream, capture->bytes + done, room - done,
                            (off_t)done);
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    capture->bytes[done] = '\0';
    *length = done;
    return capture->bytes;
}

void capture_print(struct capture *capture, enum world_output style)
{
    for (int rank = 0; rank < capture->ranks; rank++)
        for (int stream = 0; stream < 2; stream++) {
            size_t length;
            const char *bytes = capture_read(capture, rank, stream, &length);
            output_print(style, rank, stream, bytes, length);
        }
}
