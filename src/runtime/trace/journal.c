#include "runtime/trace/journal.h"

#include "runtime/quota.h"
#include "runtime/trace/format.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { JOURNAL_WINDOW = 1 << 20 }; /* bytes mapped at a time */

static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static enum { JOURNAL_NEW, JOURNAL_OPEN, JOURNAL_CLOSED } journal_state;
static char journal_path[4096];
static struct trace_header *journal_header;
static char *journal_window; /* maps the file from `window_start` on */
static uint64_t window_start;
static uint64_t journal_end; /* bytes of the file in use, including the header */

static void journal_close(void)
{
    if (journal_window)
        munmap(journal_window, JOURNAL_WINDOW);
    if (journal_header)
        munmap(journal_header, TRACE_HEADER_SIZE);
    journal_window = NULL;
    journal_header = NULL;
    journal_state = JOURNAL_CLOSED;
}

/* Maps part of the file. Its space is allocated first: a store into a hole would cause SIGBUS if
 * the disk is full. The file is opened by name each time and no descriptor is kept, because the
 * program may close descriptors that it does not know, and then use their numbers for its own
 * files. */
static void *journal_map_part(uint64_t start, size_t size)
{
    struct quota quota;
    int file = open(journal_path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *part = MAP_FAILED;
    quota_begin(&quota);
    bool whole = posix_fallocate(file, (off_t)start, (off_t)size) == 0;
    quota_end(&quota);
    if (whole)
        part = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)start);
    close(file);
    return part == MAP_FAILED ? NULL : part;
}

static bool journal_map(uint64_t start)
{
    if (journal_window)
        munmap(journal_window, JOURNAL_WINDOW);
    journal_window = journal_map_part(start, JOURNAL_WINDOW);
    window_start = start;
    return journal_window != NULL;
}

static int rank_from_launcher(void)
{
    static const char *const names[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK",
                                        "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return (int)strtol(value, NULL, 10);
    }
    return TRACE_RANK_UNKNOWN;
}

static bool journal_create(void)
{
    const char *directory = getenv(TRACE_DIRECTORY);
    if (!directory)
        return false;
    char host[TRACE_HOST_SIZE] = "";
    gethostname(host, sizeof host - 1);
    for (int file = -1, attempt = 0; file < 0; attempt++) {
        int length = snprintf(journal_path, sizeof journal_path, "%s/%s.%ld.%d" TRACE_SUFFIX,
                              directory, host, (long)getpid(), attempt);
        if (length < 0 || (size_t)length >= sizeof journal_path)
            return false;
        file = open(journal_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            return false;
        if (file >= 0)
            close(file);
    }
    journal_header = journal_map_part(0, TRACE_HEADER_SIZE);
    if (!journal_header)
        return false;
    journal_header->process = getpid();
    journal_header->rank = rank_from_launcher();
    memcpy(journal_header->host, host, sizeof host);
    snprintf(journal_header->flavour, sizeof journal_header->flavour, "%s", TUTTI_FLAVOUR);
    journal_end = TRACE_HEADER_SIZE;
    if (!journal_map(TRACE_HEADER_SIZE))
        return false;
    atomic_thread_fence(memory_order_release);
    memcpy(journal_header->magic, TRACE_MAGIC, sizeof TRACE_MAGIC);
    journal_state = JOURNAL_OPEN;
    return true;
}

/* Makes a forked child start a file of its own. The lock may be held by a thread that the child
 * does not have. */
static void journal_forked(void)
{
    pthread_mutex_init(&journal_lock, NULL);
    if (journal_state == JOURNAL_OPEN)
        journal_close();
    journal_state = JOURNAL_NEW;
}

__attribute__((constructor)) static void journal_prepare(void)
{
    pthread_atfork(NULL, NULL, journal_forked);
}

/* Copies bytes into the file, window by window, and then makes them visible to the reader. */
static bool journal_copy(const char *line, size_t length)
{
    uint64_t end = journal_end;
    while (length > 0) {
        uint64_t offset = end - window_start;
        if (offset == JOURNAL_WINDOW) {
            if (!journal_map(end))
                return false;
            offset = 0;
        }
        size_t part = JOURNAL_WINDOW - (size_t)offset;
        if (part > length)
            part = length;
        memcpy(journal_window + offset, line, part);
        line += part;
        length -= part;
        end += part;
    }
    journal_end = end;
    atomic_store_explicit(&journal_header->committed, end - TRACE_HEADER_SIZE,
                          memory_order_release);
    return true;
}

void journal_append(const char *line, size_t length)
{
    int saved = errno;
    pthread_mutex_lock(&journal_lock);
    if (journal_state == JOURNAL_NEW && !journal_create())
        journal_close();
    if (journal_state == JOURNAL_OPEN && !journal_copy(line, length)) {
        atomic_store(&journal_header->full, 1);
        journal_close();
    }
    pthread_mutex_unlock(&journal_lock);
    errno = saved;
}

void journal_set_rank(int rank, int size)
{
    pthread_mutex_lock(&journal_lock);
    if (journal_state == JOURNAL_OPEN) {
        atomic_store(&journal_header->rank, rank);
        atomic_store(&journal_header->size, size);
    }
    pthread_mutex_unlock(&journal_lock);
}
