#include "watch/sample/board.h"

#include "base/memory.h"
#include "runtime/beacon/path.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int map_board(struct board *board, int descriptor, int flags, struct error *error)
{
    void *map = mmap(NULL, sizeof *board->file, PROT_READ | PROT_WRITE, flags, descriptor, 0);
    if (map == MAP_FAILED)
        return error_errno(error, "cannot map %s", board->path ? board->path : "memory");
    board->file = map;
    memcpy(board->file->magic, BEACON_MAGIC, sizeof board->file->magic);
    board->file->version = BEACON_VERSION;
    board->file->monitor = getpid();
    return 0;
}

int board_open(struct board *board, const char *path, struct error *error)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600), failed;
    if (descriptor < 0)
        return error_errno(error, "cannot make %s", path);
    *board = (struct board){.path = memory_copy(path)};
    if (ftruncate(descriptor, sizeof *board->file) == 0)
        failed = map_board(board, descriptor, MAP_SHARED, error);
    else
        failed = error_errno(error, "cannot make %s", path);
    close(descriptor);
    if (failed)
        board_close(board);
    return failed;
}

int board_private(struct board *board, struct error *error)
{
    *board = (struct board){0};
    return map_board(board, -1, MAP_PRIVATE | MAP_ANONYMOUS, error);
}

/* The name that is free on this node is taken to be free on all: it is random. */
int board_create(struct board *board, struct error *error)
{
    char prefix[] = "/dev/shm/tutti-watch-XXXXXX", path[BEACON_PATH];
    int descriptor = mkstemp(prefix);
    if (descriptor < 0)
        return error_errno(error, "cannot make a file in /dev/shm");
    close(descriptor);
    beacon_path(prefix, path);
    int failed = board_open(board, path, error);
    unlink(prefix);
    if (!failed)
        board->prefix = memory_copy(prefix);
    return failed;
}

void board_close(struct board *board)
{
    if (board->path)
        unlink(board->path);
    if (board->file)
        munmap(board->file, sizeof *board->file);
    free(board->path);
    free(board->prefix);
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
