#include "watch/board.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int board_open(struct board *board, const char *path, struct error *error)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        return error_errno(error, "cannot make %s", path);
    void *map = MAP_FAILED;
    if (ftruncate(descriptor, sizeof *board->file) == 0)
        map = mmap(NULL, sizeof *board->file, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (map == MAP_FAILED) {
        error_errno(error, "cannot map %s", path);
        unlink(path);
        close(descriptor);
        return -1;
    }
    close(descriptor);
    *board = (struct board){.path = memory_copy(path), .file = map};
    memcpy(board->file->magic, BEACON_MAGIC, sizeof board->file->magic);
    board->file->version = BEACON_VERSION;
    board->file->monitor = getpid();
    return 0;
}

int board_create(struct board *board, struct error *error)
{
    char path[] = "/dev/shm/tutti-watch-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return error_errno(error, "cannot make a file in /dev/shm");
    close(descriptor);
    return board_open(board, path, error);
}

void board_close(struct board *board)
{
    if (!board->path)
        return;
    unlink(board->path);
    munmap(board->file, sizeof *board->file);
    free(board->path);
    *board = (struct board){0};
}

size_t board_count(const struct board *board)
{
    uint32_t claimed = atomic_load(&board->file->claimed);
    return claimed < BEACON_PROCESSES ? claimed : BEACON_PROCESSES;
}

const char *board_function(const struct board *board, int function)
{
    if (!atomic_load(&board->file->named) || function < 0 || function >= BEACON_FUNCTIONS)
        return NULL;
    return board->file->names[function][0] ? board->file->names[function] : NULL;
}
