#include "spread/journal.h"

#include "base/file.h"
#include "base/memory.h"
#include "spread/journal_records.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[] = "tutti journal 2\n";

enum { MAGIC_LENGTH = sizeof MAGIC - 1, REWRITE_STEP = 1 << 20 };

struct journal {
    char *path, *new_path;
    int descriptor;
    size_t size;      /* of what is whole in the file */
    size_t rewritten; /* the size when it was last rewritten */
    size_t limit;
    struct bytes header;
    struct bytes out; /* not yet written */
    struct bytes scratch;
    bool broken;
    struct sigaction old_action; /* of SIGXFSZ */
};

static struct journal *new_journal(const char *directory, const void *header, size_t length)
{
    struct journal *journal = memory_zero(1, sizeof *journal);
    journal->path = memory_printf("%s/journal", directory);
    journal->new_path = memory_printf("%s/journal.new", directory);
    journal->descriptor = -1;
    journal->limit = JOURNAL_COMPACT_BYTES;
    bytes_add(&journal->header, header, length);
    /* A limit of file sizes (ulimit -f) shall be an error that is reported, not the end. */
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN}, &journal->old_action);
    return journal;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    sigaction(SIGXFSZ, &journal->old_action, NULL);
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    free(journal->path);
    free(journal->new_path);
    bytes_free(&journal->header);
    bytes_free(&journal->out);
    bytes_free(&journal->scratch);
    free(journal);
}

void journal_remove(struct journal *journal)
{
    unlink(journal->path);
    journal->broken = true;
}

void journal_set_limit(struct journal *journal, size_t bytes)
{
    journal->limit = bytes;
}

/* Opens and locks the file of that name, whose place may be taken by another one at any time. -1
 * with `error` set, or with ENOENT. */
static int open_locked(const char *path, struct error *error)
{
    for (;;) {
        struct stat mine, there;
        int descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
        if (descriptor < 0) {
            int number = errno;
            error_errno(error, "cannot open %s", path);
            errno = number;
            return -1;
        }
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK)
                error_set(error, ERROR_USAGE,
                          "%s belongs to a search that is still running: wait for it, or choose "
                          "another directory",
                          path);
            else
                error_errno(error, "cannot lock %s", path);
            close(descriptor);
            errno = EWOULDBLOCK;
            return -1;
        }
        if (fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 &&
            mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
            return descriptor;
        close(descriptor);
    }
}

/* Writes all of `out` behind what is there. What is cut short is taken away again. */
static int append(struct journal *journal, int descriptor, const char *path, size_t *size,
                  struct error *error)
{
    struct bytes *out = &journal->out;
    size_t written = 0;
    while (written < out->length) {
        ssize_t count = write(descriptor, out->data + written, out->length - written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            error_errno(error,
                        "cannot write %s (all that it holds so far is kept: make room and resume)",
                        path);
            journal->broken = true;
            /* If this fails too, a torn record stays, which reading puts up with. */
            (void)!ftruncate(descriptor, (off_t)*size);
            return -1;
        }
        written += (size_t)count;
    }
    *size += written;
    bytes_clear(out);
    return 0;
}

static void write_head(struct journal *journal)
{
    bytes_add(&journal->out, MAGIC, MAGIC_LENGTH);
    record_header(&journal->out, journal->header.data, journal->header.length);
}

/* A new file under the temporary name, empty and locked. */
static int open_new(struct journal *journal, struct error *error)
{
    int descriptor =
        open(journal->new_path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return error_errno(error, "cannot write %s", journal->new_path);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        error_errno(error, "cannot lock %s", journal->new_path);
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* The new file, which is complete, takes the place of the old one. */
static int replace(struct journal *journal, int descriptor, size_t size, struct error *error)
{
    if (rename(journal->new_path, journal->path) != 0)
        return error_errno(error, "cannot rename %s", journal->new_path);
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    journal->descriptor = descriptor;
    journal->size = journal->rewritten = size;
    return 0;
}

static int give_up(struct journal *journal, int descriptor)
{
    close(descriptor);
    unlink(journal->new_path);
    journal->broken = true;
    return -1;
}

int journal_create(const char *directory, const void *header, size_t header_length,
                   const struct frontier *frontier, const struct journal_state *state,
                   struct journal **result, struct error *error)
{
    if (file_make_directory(directory, error) != 0)
        return -1;
    struct journal *journal = new_journal(directory, header, header_length);
    journal->descriptor = open_locked(journal->path, error);
    if (journal->descriptor < 0 && errno != ENOENT)
        goto close_journal;
    int descriptor = open_new(journal, error);
    if (descriptor < 0)
        goto close_journal;
    size_t size = 0;
    write_head(journal);
    record_state(&journal->out, state);
    record_frontier(&journal->out, frontier);
    if (append(journal, descriptor, journal->new_path, &size, error) != 0 ||
        replace(journal, descriptor, size, error) != 0) {
        give_up(journal, descriptor);
        goto close_journal;
    }
    *result = journal;
    return 0;

close_journal:
    journal_close(journal);
    return -1;
}

static int check_head(const struct journal *journal, struct reader *reader, struct error *error)
{
    const void *magic = reader_bytes(reader, MAGIC_LENGTH);
    size_t length = 0;
    const void *header = NULL;
    if (!magic || memcmp(magic, MAGIC, MAGIC_LENGTH) != 0 ||
        !record_read_header(reader, &header, &length))
        return error_set(error, ERROR_USAGE,
                         "%s is not a journal of this version of Tutti: start the search anew",
                         journal->path);
    if (length != journal->header.length ||
        (length > 0 && memcmp(header, journal->header.data, length) != 0))
        return error_set(error, ERROR_USAGE,
                         "%s belongs to another search (another program, or other options): "
                         "resume with what it was started with, or start anew",
                         journal->path);
    return 0;
}

/* Reads the file as far as it is whole; `whole` is how far that is. */
static int read_file(struct journal *journal, struct past *past, size_t *whole, struct error *error)
{
    struct stat status;
    if (fstat(journal->descriptor, &status) != 0)
        return error_errno(error, "cannot read %s", journal->path);
    size_t size = (size_t)status.st_size;
    void *memory = NULL;
    if (size > 0) {
        memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, journal->descriptor, 0);
        if (memory == MAP_FAILED)
            return error_errno(error, "cannot read %s", journal->path);
        madvise(memory, size, MADV_SEQUENTIAL);
    }
    struct reader reader = reader_of(memory, size);
    int failed = check_head(journal, &reader, error);
    if (!failed) {
        while (record_read(&reader, past))
            ;
        *whole = size - reader.left;
    }
    if (memory)
        munmap(memory, size);
    return failed;
}

int journal_resume(const char *directory, const void *header, size_t header_length,
                   struct frontier *frontier, struct journal_state *state,
                   const struct journal_visitor *visitor, struct journal **result,
                   struct error *error)
{
    struct journal *journal = new_journal(directory, header, header_length);
    struct past past = {.frontier = frontier, .state = state, .visitor = visitor};
    journal->descriptor = open_locked(journal->path, error);
    if (journal->descriptor < 0) {
        if (errno == ENOENT)
            error_set(error, ERROR_USAGE, "there is no search to resume in %s", directory);
        goto close_journal;
    }
    int failed = read_file(journal, &past, &journal->size, error);
    past_free(&past);
    if (failed)
        goto close_journal;
    if (ftruncate(journal->descriptor, (off_t)journal->size) != 0) {
        error_errno(error, "cannot write %s", journal->path);
        goto close_journal;
    }
    *result = journal;
    return 0;

close_journal:
    journal_close(journal);
    return -1;
}

/* What is read is written to the new file, results and failures at once. */
struct rewriting {
    struct journal *journal;
    int descriptor;
    size_t size;
    bool failed;
    struct error *error;
};

static void flush_step(struct rewriting *rewriting, size_t step)
{
    struct journal *journal = rewriting->journal;
    if (!rewriting->failed && journal->out.length >= step)
        rewriting->failed = append(journal, rewriting->descriptor, journal->new_path,
                                   &rewriting->size, rewriting->error) != 0;
    if (rewriting->failed)
        bytes_clear(&journal->out);
}

static void rewrite_result(void *data, const struct spread_item *item, const void *result,
                           size_t length)
{
    struct rewriting *rewriting = data;
    record_old_result(&rewriting->journal->out, item, result, length);
    flush_step(rewriting, REWRITE_STEP);
}

static void rewrite_failure(void *data, const struct spread_item *item, const char *sentence)
{
    struct rewriting *rewriting = data;
    record_old_failure(&rewriting->journal->out, item, sentence);
    flush_step(rewriting, REWRITE_STEP);
}

/* The journal knows all that is needed: it is read as on resume. */
static int rewrite(struct journal *journal, struct error *error)
{
    struct rewriting rewriting = {.journal = journal, .error = error};
    struct journal_visitor visitor = {&rewriting, rewrite_result, rewrite_failure};
    struct frontier frontier;
    struct journal_state state = {0};
    struct past past = {.frontier = &frontier, .state = &state, .visitor = &visitor};
    size_t whole = 0;
    rewriting.descriptor = open_new(journal, error);
    if (rewriting.descriptor < 0)
        return -1;
    frontier_open(&frontier, 1);
    write_head(journal);
    if (read_file(journal, &past, &whole, error) != 0)
        rewriting.failed = true;
    record_state(&journal->out, &state);
    record_frontier(&journal->out, &frontier);
    flush_step(&rewriting, 0);
    past_free(&past);
    frontier_close(&frontier);
    if (rewriting.failed || replace(journal, rewriting.descriptor, rewriting.size, error) != 0)
        return give_up(journal, rewriting.descriptor);
    return 0;
}

int journal_write(struct journal *journal, struct error *error)
{
    if (journal->broken)
        return error_set(error, ERROR_FAILED, "%s can no longer be written", journal->path);
    if (append(journal, journal->descriptor, journal->path, &journal->size, error) != 0)
        return -1;
    if (journal->size <= journal->limit || journal->size / 2 <= journal->rewritten)
        return 0;
    return rewrite(journal, error);
}

void journal_done(struct journal *journal, const struct item *item, uint64_t first,
                  const struct run *run, bool keep)
{
    record_done(&journal->out, item, first, run, keep);
}

void journal_failed(struct journal *journal, const struct item *item, const char *sentence)
{
    record_failed(&journal->out, item, sentence);
}

void journal_state(struct journal *journal, const struct journal_state *state)
{
    record_state(&journal->out, state);
}
