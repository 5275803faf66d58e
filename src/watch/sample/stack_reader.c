#include "watch/sample/stack_reader.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "watch/sample/stack_place.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    READER_SOCKET = 3, /* descriptor in the reader */
    READER_FRAMES_MAX = 4096,
    READER_LINES_MAX = 65536,
    READER_MESSAGE_MAX = 64 << 20,
    READER_STATUS_MAX = 1 << 16,
};
static const rlim_t READER_MEMORY = 2UL << 30;
static const double READER_PATIENCE = 60; /* limit in seconds for one question and its answer */

/* The kinds of questions and answers. */
enum {
    ASK_OPEN = 'o',
    ASK_UNWIND = 'u',
    ASK_PATH = 'p',
    ASK_PLACE = 'l',
    SAYS_YES = 'y',
    SAYS_NO = 'n'
};

struct stack_reader {
    pid_t pid;
    int socket; /* -1: the reader has ended */
    struct bytes question, answer;
};

bool stack_reader_needed(pid_t pid, uid_t *user, gid_t *group)
{
    char path[64], *text;
    struct error ignored;
    unsigned uid = STACK_READER_UNKNOWN, gid = STACK_READER_UNKNOWN;
    if (geteuid() != 0)
        return false;
    *user = uid;
    *group = gid;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    if (file_read(path, READER_STATUS_MAX, &text, NULL, &ignored) != 0)
        return true;
    /* The owner of the folder in /proc does not tell: it is root if a process hides its memory. */
    const char *users = strstr(text, "\nUid:"), *groups = strstr(text, "\nGid:");
    bool told = users && groups && sscanf(users, "\nUid: %u", &uid) == 1 &&
                sscanf(groups, "\nGid: %u", &gid) == 1;
    free(text);
    if (!told)
        return true;
    *user = uid;
    *group = gid;
    return uid != 0;
}

/* Both sides ------------------------------------------------------------------------------------
 */

/* Waits until something can be read or written. Returns false at the deadline (INFINITY: none). */
static bool stack_reader_wait(int socket, short event, double deadline)
{
    struct pollfd ready = {.fd = socket, .events = event};
    int polled;
    do {
        double left = deadline - clock_seconds();
        polled = poll(&ready, 1,
                      left > READER_PATIENCE ? -1
                      : left > 0             ? (int)(left * 1e3) + 1
                                             : 0);
    } while (polled < 0 && errno == EINTR);
    return polled > 0;
}

static int send_all(int socket, const void *data, size_t length, double deadline)
{
    for (const char *at = data; length > 0;) {
        if (!stack_reader_wait(socket, POLLOUT, deadline))
            return -1;
        ssize_t sent = send(socket, at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (sent <= 0)
            return -1;
        at += sent;
        length -= (size_t)sent;
    }
    return 0;
}

static int receive_all(int socket, void *data, size_t length, double deadline)
{
    for (char *at = data; length > 0;) {
        if (!stack_reader_wait(socket, POLLIN, deadline))
            return -1;
        ssize_t got = recv(socket, at, length, MSG_DONTWAIT);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return -1;
        at += got;
        length -= (size_t)got;
    }
    return 0;
}

static int receive_message(int socket, struct bytes *message, double deadline)
{
    uint32_t length;
    bytes_clear(message);
    if (receive_all(socket, &length, sizeof length, deadline) != 0 || length > READER_MESSAGE_MAX ||
        receive_all(socket, bytes_room(message, length), length, deadline) != 0)
        return -1;
    message->length = length;
    return 0;
}

static void stack_reader_add_word(struct bytes *bytes, const char *word)
{
    bytes_add_kind(bytes, word ? SAYS_YES : SAYS_NO);
    if (word)
        bytes_add_string(bytes, word, strlen(word));
}

static const char *read_word(struct reader *reader, struct arena *arena)
{
    size_t length;
    if (reader_kind(reader) != SAYS_YES)
        return NULL;
    const char *bytes = reader_string(reader, &length);
    return bytes ? arena_copy_bytes(arena, bytes, strnlen(bytes, length)) : NULL;
}

static void add_addresses(struct bytes *bytes, const uint64_t *pcs, size_t count)
{
    bytes_add_number(bytes, count);
    for (size_t i = 0; i < count; i++)
        bytes_add_id(bytes, pcs[i]);
}

/* Reads at most `cap` addresses. */
static size_t read_addresses(struct reader *reader, uint64_t *pcs, size_t cap)
{
    size_t count = reader_number(reader);
    if (count > cap) {
        reader->bad = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        pcs[i] = reader_id(reader);
    return reader->bad ? 0 : count;
}

/* Root's side -----------------------------------------------------------------------------------
 */

static void reader_end(struct stack_reader *reader)
{
    if (reader->socket < 0)
        return;
    close(reader->socket);
    reader->socket = -1;
    kill(reader->pid, SIGKILL); /* it is a child of this process and not reaped yet, so its number
                                   is still its own */
    while (waitpid(reader->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

void stack_reader_close(struct stack_reader *reader)
{
    if (!reader)
        return;
    reader_end(reader);
    bytes_free(&reader->question);
    bytes_free(&reader->answer);
    free(reader);
}

static size_t ask_begin(struct stack_reader *reader, char what)
{
    bytes_clear(&reader->question);
    size_t begin = bytes_begin_frame(&reader->question);
    bytes_add_kind(&reader->question, what);
    return begin;
}

/* Sends the question and waits for the answer. Returns -1 if there is none; then there will be none
 * to any other question either. */
static int stack_reader_ask(struct stack_reader *reader, size_t begin, struct reader *answer)
{
    const double deadline = clock_seconds() + READER_PATIENCE;
    bytes_end_frame(&reader->question, begin);
    if (reader->socket < 0 ||
        send_all(reader->socket, reader->question.data, reader->question.length, deadline) != 0 ||
        receive_message(reader->socket, &reader->answer, deadline) != 0) {
        reader_end(reader);
        return -1;
    }
    *answer = reader_of(reader->answer.data, reader->answer.length);
    return 0;
}

/* Leaves root's terminal: closes it, and moves to a session of its own, which has none. Otherwise a
 * user who takes over the reader could read what root types, and type for root (TIOCSTI). Leaves
 * root's folder too: files in it may be out of the user's reach by their path. */
static bool leave_terminal(void)
{
    int nothing = open("/dev/null", O_RDWR);
    bool closed = nothing >= 0;
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO && closed; standard++)
        closed = dup2(nothing, standard) == standard;
    return closed && setsid() > 0 && chdir("/") == 0;
}

/* Becomes the reader. The arguments and the environment of the command belong to root and must not
 * reach it, and nor must any other descriptor. */
static _Noreturn void become_reader(int socket)
{
    static char name[] = "tutti", word[] = STACK_READER_WORD;
    char *const words[] = {name, word, NULL}, *const environment[] = {NULL};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(socket, READER_SOCKET) == READER_SOCKET &&
        (socket == READER_SOCKET ? fcntl(socket, F_SETFD, 0) : 0) == 0 && leave_terminal() &&
        close_range(READER_SOCKET + 1, ~0U, 0) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        execve("/proc/self/exe", words, environment);
    _exit(ERROR_FAILED);
}

int stack_reader_open(const char *maps, uid_t user, gid_t group, struct stack_reader **reader,
                      struct error *error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_errno(error, "cannot start a reader of stacks");
    pid_t pid = fork();
    if (pid == 0)
        become_reader(ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_errno(error, "cannot start a reader of stacks");
    }
    struct stack_reader *made = memory_zero(1, sizeof *made);
    made->pid = pid;
    made->socket = ends[0];
    struct reader answer;
    size_t begin = ask_begin(made, ASK_OPEN);
    bytes_add_number(&made->question, user);
    bytes_add_number(&made->question, group);
    bytes_add_string(&made->question, maps, strlen(maps) + 1);
    if (stack_reader_ask(made, begin, &answer) != 0 || reader_kind(&answer) != SAYS_YES) {
        stack_reader_close(made);
        return error_set(error, ERROR_FAILED,
                         "no process could be started as user %lu to read stacks",
                         (unsigned long)user);
    }
    *reader = made;
    return 0;
}

int stack_reader_unwind(struct stack_reader *reader, const struct unwind_input *input,
                        uint64_t *pcs, size_t cap, size_t *count, enum unwind_end *end,
                        size_t *mpi_depth, struct error *error)
{
    struct reader answer;
    size_t begin = ask_begin(reader, ASK_UNWIND);
    struct bytes *question = &reader->question;
    for (size_t i = 0; i < UNWIND_REGISTERS_MAX; i++)
        bytes_add_id(question, input->registers[i]);
    bytes_add_id(question, input->known);
    bytes_add_id(question, input->pc);
    bytes_add_id(question, input->stack_pointer);
    bytes_add_id(question, input->address);
    bytes_add_string(question, input->bytes, input->size);
    if (stack_reader_ask(reader, begin, &answer) != 0)
        return error_set(error, ERROR_FAILED, "the reader of stacks has ended");
    if (reader_kind(&answer) != SAYS_YES)
        return error_set(error, ERROR_FAILED,
                         "the user of the process cannot read any of its files");
    size_t found = read_addresses(&answer, pcs, cap);
    uint64_t why = reader_number(&answer), depth = reader_number(&answer);
    if (answer.bad || why > UNWIND_FULL || depth > found)
        return error_set(error, ERROR_FAILED, "the reader of stacks gave an invalid answer");
    *count = found;
    *end = (enum unwind_end)why;
    *mpi_depth = depth;
    return 0;
}

void stack_reader_path(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                       enum unwind_end end, struct arena *arena, struct stack_path *path)
{
    struct reader answer;
    size_t begin = ask_begin(reader, ASK_PATH);
    *path = (struct stack_path){0};
    add_addresses(&reader->question, pcs, count);
    bytes_add_number(&reader->question, end);
    if (stack_reader_ask(reader, begin, &answer) != 0 || reader_kind(&answer) != SAYS_YES)
        return;
    struct stack_path read = {0};
    size_t lines = reader_number(&answer);
    for (size_t i = 0; i < lines && lines <= READER_LINES_MAX && !answer.bad; i++) {
        struct stack_line *line = arena_push(arena, read.lines, read.count);
        line->function = read_word(&answer, arena);
        line->file = read_word(&answer, arena);
        line->line = (int)(reader_number(&answer) & INT32_MAX);
        if (!line->function)
            line->function = "??";
    }
    read.complete = reader_number(&answer) == 1;
    read.in_mpi = reader_number(&answer) == 1;
    read.mpi_function = read_word(&answer, arena);
    if (!answer.bad)
        *path = read;
}

void stack_reader_place(struct stack_reader *reader, const uint64_t *pcs, size_t count,
                        bool is_return_address, struct arena *arena, struct location *place)
{
    struct reader answer;
    size_t begin = ask_begin(reader, ASK_PLACE);
    add_addresses(&reader->question, pcs, count);
    bytes_add_number(&reader->question, is_return_address);
    if (stack_reader_ask(reader, begin, &answer) != 0 || reader_kind(&answer) != SAYS_YES)
        return;
    place->file = read_word(&answer, arena);
    place->directory = read_word(&answer, arena);
    place->line = (int)(reader_number(&answer) & INT32_MAX);
    place->column = (int)(reader_number(&answer) & INT32_MAX);
    place->function = read_word(&answer, arena);
    size_t lines = reader_number(&answer);
    for (size_t i = 0; i < lines && lines <= READER_LINES_MAX && !answer.bad; i++) {
        const char *line = read_word(&answer, arena);
        *arena_push(arena, place->stack, place->stack_count) = line ? line : "??";
    }
}

/* The reader's side -----------------------------------------------------------------------------
 */

/* Gives up all privileges for good: the process cannot regain them, not even by executing a
 * program. */
static int give_up_rights(uid_t user, gid_t group)
{
    const struct rlimit memory = {READER_MEMORY, READER_MEMORY}, none = {0, 0};
    if (user == 0 || setgroups(0, NULL) != 0 || setresgid(group, group, group) != 0 ||
        setresuid(user, user, user) != 0 || setuid(0) == 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || setrlimit(RLIMIT_DATA, &memory) != 0 ||
        setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_FSIZE, &none) != 0 ||
        setrlimit(RLIMIT_NPROC, &none) != 0)
        return -1;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* must follow the change of user, which resets it */
    return 0;
}

static struct symbols *answer_open(struct reader *question)
{
    uid_t user = (uid_t)reader_number(question);
    gid_t group = (gid_t)reader_number(question);
    size_t length;
    const char *maps = reader_string(question, &length);
    struct symbols *symbols;
    struct error ignored;
    if (!maps || length == 0 || maps[length - 1] || give_up_rights(user, group) != 0 ||
        symbols_open_maps(maps, &symbols, &ignored) != 0)
        return NULL;
    symbols_take_own_image(symbols);
    return symbols;
}

static int answer_unwind(struct symbols *symbols, struct reader *question, struct bytes *answer)
{
    uint64_t pcs[READER_FRAMES_MAX];
    struct unwind_input input = {0};
    struct error ignored;
    enum unwind_end end;
    size_t count = 0;
    for (size_t i = 0; i < UNWIND_REGISTERS_MAX; i++)
        input.registers[i] = reader_id(question);
    input.known = reader_id(question);
    input.pc = reader_id(question);
    input.stack_pointer = reader_id(question);
    input.address = reader_id(question);
    input.bytes = reader_string(question, &input.size);
    if (question->bad ||
        unwind_copied(symbols, &input, pcs, READER_FRAMES_MAX, &count, &end, &ignored) != 0)
        return -1;
    bytes_add_kind(answer, SAYS_YES);
    add_addresses(answer, pcs, count);
    bytes_add_number(answer, end);
    bytes_add_number(answer, stack_mpi_depth(symbols, pcs, count));
    return 0;
}

static void answer_path(struct symbols *symbols, struct reader *question, struct bytes *answer)
{
    uint64_t pcs[READER_FRAMES_MAX];
    struct arena arena = {0};
    struct stack_path path;
    size_t count = read_addresses(question, pcs, READER_FRAMES_MAX);
    enum unwind_end end = (enum unwind_end)reader_number(question);
    stack_path_make(symbols, pcs, count, end, &arena, &path);
    bytes_add_kind(answer, SAYS_YES);
    bytes_add_number(answer, path.count);
    for (size_t i = 0; i < path.count; i++) {
        stack_reader_add_word(answer, path.lines[i].function);
        stack_reader_add_word(answer, path.lines[i].file);
        bytes_add_number(answer, (uint64_t)path.lines[i].line);
    }
    bytes_add_number(answer, path.complete);
    bytes_add_number(answer, path.in_mpi);
    stack_reader_add_word(answer, path.mpi_function);
    arena_free(&arena);
}

static void answer_place(struct symbols *symbols, struct reader *question, struct bytes *answer)
{
    uint64_t pcs[READER_FRAMES_MAX];
    struct arena arena = {0};
    struct location place = {0};
    size_t count = read_addresses(question, pcs, READER_FRAMES_MAX);
    bool is_return_address = reader_number(question) == 1;
    stack_place(symbols, pcs, count, is_return_address, &arena, &place);
    bytes_add_kind(answer, SAYS_YES);
    stack_reader_add_word(answer, place.file);
    stack_reader_add_word(answer, place.directory);
    bytes_add_number(answer, (uint64_t)place.line);
    bytes_add_number(answer, (uint64_t)place.column);
    stack_reader_add_word(answer, place.function);
    bytes_add_number(answer, place.stack_count);
    for (size_t i = 0; i < place.stack_count; i++)
        stack_reader_add_word(answer, place.stack[i]);
    arena_free(&arena);
}

/* Answers a question, but not before the reader has given up its privileges. Returns false if the
 * question makes no sense. */
static bool answer_question(struct symbols **symbols, struct reader *question, struct bytes *answer)
{
    char what = reader_kind(question);
    bool known = true;
    if (what == ASK_OPEN && !*symbols) {
        *symbols = answer_open(question);
        bytes_add_kind(answer, *symbols ? SAYS_YES : SAYS_NO);
        return *symbols;
    }
    if (!*symbols)
        return false;
    if (what == ASK_UNWIND && answer_unwind(*symbols, question, answer) != 0)
        bytes_add_kind(answer, SAYS_NO);
    else if (what == ASK_PATH)
        answer_path(*symbols, question, answer);
    else if (what == ASK_PLACE)
        answer_place(*symbols, question, answer);
    else
        known = what == ASK_UNWIND;
    return known;
}

int stack_reader_main(void)
{
    struct symbols *symbols = NULL;
    struct bytes message = {0}, answer = {0};
    bool goes_on = true;
    while (goes_on && receive_message(READER_SOCKET, &message, INFINITY) == 0) {
        struct reader question = reader_of(message.data, message.length);
        bytes_clear(&answer);
        size_t begin = bytes_begin_frame(&answer);
        goes_on = answer_question(&symbols, &question, &answer);
        bytes_end_frame(&answer, begin);
        goes_on = send_all(READER_SOCKET, answer.data, answer.length, INFINITY) == 0 && goes_on;
    }
    symbols_close(symbols);
    bytes_free(&message);
    bytes_free(&answer);
    return 0;
}
