#include "watch/sample/board.h"

#include "base/file.h"
#include "base/memory.h"
#include "runtime/beacon/path.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JOB_BYTES = 16, REFUSED_MICROSECONDS = 50000 };

static int map_board(struct board *board, int flags, struct error *error)
{
    int memory = board->memory > 0 ? board->memory : -1;
    void *map = mmap(NULL, sizeof *board->file, PROT_READ | PROT_WRITE, flags, memory, 0);
    if (map == MAP_FAILED)
        return error_errno(error, "cannot map the memory that ranks share with their monitor");
    madvise(map, sizeof *board->file, MADV_DONTDUMP);
    board->file = map;
    memcpy(board->file->magic, BEACON_MAGIC, sizeof board->file->magic);
    board->file->version = BEACON_VERSION;
    board->file->monitor = getpid();
    return 0;
}

/* Makes the memory. The header has memory from the beginning; each process adds that of its own
 * record. */
static int make_memory(struct board *board, struct error *error)
{
    const off_t header = offsetof(struct beacon_file, processes);
    board->memory = file_make_memory("tutti-watch", sizeof *board->file);
    if (board->memory < 0)
        return error_errno(error, "cannot make memory that ranks share with their monitor");
    errno = posix_fallocate(board->memory, 0, header);
    if (errno != 0)
        return error_errno(error, "cannot reserve memory that ranks share with their monitor");
    return map_board(board, MAP_SHARED, error);
}

int board_open(struct board *board, int listener, struct error *error)
{
    *board = (struct board){.listener = listener};
    if (make_memory(board, error) == 0)
        return 0;
    board_close(board);
    return -1;
}

int board_private(struct board *board, struct error *error)
{
    *board = (struct board){0};
    return map_board(board, MAP_PRIVATE | MAP_ANONYMOUS, error);
}

/* Sends the descriptor and the number of the process on the board, without waiting. */
static void board_hand_out(const struct board *board, int connection)
{
    int32_t pid = beacon_peer_pid(connection);
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)),
                            .cmsg_level = SOL_SOCKET,
                            .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), &board->memory, sizeof board->memory);
    struct iovec data = {&pid, sizeof pid};
    const struct msghdr message = {.msg_iov = &data,
                                   .msg_iovlen = 1,
                                   .msg_control = control.bytes,
                                   .msg_controllen = sizeof control.bytes};
    sendmsg(connection, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Answers the processes. Processes of other users get nothing. If no descriptor is left for a
 * connection, it waits until there is one. */
static void *sample_board_serve(void *argument)
{
    const struct board *board = argument;
    for (;;) {
        int connection = accept4(board->listener, NULL, NULL, SOCK_CLOEXEC);
        if (connection >= 0) {
            if (beacon_is_own(connection))
                board_hand_out(board, connection);
            close(connection);
        } else if (errno == EINVAL) { /* the board is being closed */
            return NULL;
        } else {
            usleep(REFUSED_MICROSECONDS);
        }
    }
}

int board_serve(struct board *board, struct error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    errno = pthread_create(&board->server, NULL, sample_board_serve, board);
    board->serves = errno == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return board->serves ? 0 : error_errno(error, "cannot start a thread for the ranks");
}

/* Chooses a random name that nobody can guess, so the address is free on all nodes of the job. */
static int name_job(struct board *board, struct error *error)
{
    unsigned char bytes[JOB_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return error_errno(error, "cannot get a random number");
    board->job = memory_zero(2 * JOB_BYTES + 1, 1);
    for (size_t i = 0; i < JOB_BYTES; i++)
        snprintf(board->job + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

static int listen_for_ranks(struct board *board, struct error *error)
{
    struct sockaddr_un address;
    socklen_t length = beacon_address(board->job, &address);
    board->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (board->listener < 0 || bind(board->listener, (struct sockaddr *)&address, length) != 0 ||
        listen(board->listener, SOMAXCONN) != 0)
        return error_errno(error, "cannot make a local socket for the ranks");
    return 0;
}

int board_create(struct board *board, struct error *error)
{
    *board = (struct board){0};
    if (name_job(board, error) == 0 && listen_for_ranks(board, error) == 0 &&
        make_memory(board, error) == 0 && board_serve(board, error) == 0)
        return 0;
    board_close(board);
    return -1;
}

void board_close(struct board *board)
{
    if (board->serves) {
        shutdown(board->listener, SHUT_RDWR);
        pthread_join(board->server, NULL);
    }
    if (board->file)
        munmap(board->file, sizeof *board->file);
    if (board->listener > 0)
        close(board->listener);
    if (board->memory > 0)
        close(board->memory);
    free(board->job);
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
