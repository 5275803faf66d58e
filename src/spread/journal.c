#include "spread/journal.h"

#include "base/file.h"
#include "base/lock.h"
#include "base/memory.h"
#include "spread/journal_records.h"
#include "spread/syncer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* First line of the file, for people and for earlier versions. */
static const char MAGIC[] = "tutti journal 3\n";

enum { MAGIC_LENGTH = sizeof MAGIC - 1, REWRITE_STEP = 1 << 20 };

struct journal {
    char *path, *new_path, *old_path;
    struct lock *lock;
    struct syncer *syncer;
    int descriptor;
    size_t size;      /* of the whole records in the file */
    size_t rewritten; /* size after it was last rewritten */
    size_t limit;
    struct bytes header, root;
    struct records out; /* not yet written */
    struct journal_damage damage;
    bool kept_old; /* the file at `old_path` was an unfinished journal when this one began */
    bool broken;
    struct sigaction old_action; /* of SIGXFSZ */
};

static struct journal *journal_open_file(const struct journal_about *about, struct error *error)
{
    struct lock *lock;
    if (lock_take(about->directory, "search", &lock, error) != 0)
        return NULL;
    struct journal *journal = memory_zero(1, sizeof *journal);
    journal->path = memory_printf("%s/journal", about->directory);
    journal->new_path = memory_printf("%s/journal.new", about->directory);
    journal->old_path = memory_printf("%s/journal.old", about->directory);
    journal->lock = lock;
    journal->syncer = syncer_open(journal->path);
    journal->descriptor = -1;
    journal->limit = JOURNAL_COMPACT_BYTES;
    bytes_add(&journal->header, about->header, about->header_length);
    bytes_add(&journal->root, about->root, about->root_length);
    /* If a limit of file sizes (ulimit -f) is reached, the write must fail with an error, and not
     * end the command. */
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN}, &journal->old_action);
    return journal;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    sigaction(SIGXFSZ, &journal->old_action, NULL);
    syncer_close(journal->syncer);
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    lock_release(journal->lock);
    free(journal->path);
    free(journal->new_path);
    free(journal->old_path);
    bytes_free(&journal->header);
    bytes_free(&journal->root);
    bytes_free(&journal->out.bytes);
    free(journal);
}

const struct journal_damage *journal_damage(const struct journal *journal)
{
    return &journal->damage;
}

const char *journal_note(const struct journal *journal)
{
    return lock_note(journal->lock);
}

bool journal_kept_old(const struct journal *journal)
{
    return journal->kept_old;
}

/* Gives the journal that was put aside its name back. Returns whether there was one. */
static bool journal_take_back(struct journal *journal)
{
    bool there = journal->kept_old && rename(journal->old_path, journal->path) == 0;
    journal->kept_old = false;
    return there;
}

void journal_remove(struct journal *journal)
{
    if (!journal_take_back(journal))
        unlink(journal->path);
    journal->broken = true;
}

void journal_set_limit(struct journal *journal, size_t bytes)
{
    journal->limit = bytes;
}

/* Appends all of `out` to the file. If a write fails, what it left is removed again. */
static int spread_journal_append(struct journal *journal, int descriptor, const char *path,
                                 size_t *size, struct error *error)
{
    struct bytes *out = &journal->out.bytes;
    size_t written = 0;
    while (written < out->length) {
        ssize_t count = write(descriptor, out->data + written, out->length - written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            error_errno(error,
                        "cannot write %s (everything written so far is kept: make room and resume)",
                        path);
            journal->broken = true;
            /* If this fails too, a torn record stays, which reading tolerates. */
            (void)!ftruncate(descriptor, (off_t)*size);
            return -1;
        }
        written += (size_t)count;
    }
    *size += written;
    bytes_clear(out);
    return 0;
}

static void begin_head(struct journal *journal)
{
    journal->out.next = 0;
    bytes_add(&journal->out.bytes, MAGIC, MAGIC_LENGTH);
    record_header(&journal->out, journal->header.data, journal->header.length);
}

static void add_root(const struct journal *journal, struct frontier *frontier)
{
    struct item_parts root = {.id = FRONTIER_ROOT,
                              .weight = 1,
                              .tail = journal->root.data,
                              .tail_length = journal->root.length};
    frontier_add(frontier, 0, &root);
}

/* Creates an empty file under the temporary name; one that a killed command has left is removed. */
static int open_new(struct journal *journal, struct error *error)
{
    unlink(journal->new_path);
    int descriptor =
        open(journal->new_path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return error_errno(error, "cannot write %s", journal->new_path);
    return descriptor;
}

/* Replaces the old journal by the new file, which is complete. */
static int journal_replace(struct journal *journal, int descriptor, size_t size,
                           struct error *error)
{
    if (rename(journal->new_path, journal->path) != 0)
        return error_errno(error, "cannot rename %s", journal->new_path);
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    journal->descriptor = descriptor;
    journal->size = journal->rewritten = size;
    return 0;
}

static int journal_give_up(struct journal *journal, int descriptor)
{
    close(descriptor);
    unlink(journal->new_path);
    journal->broken = true;
    return -1;
}

static int check_header(const struct journal *journal, const struct past *past, bool any,
                        struct error *error)
{
    if (!past->header)
        return error_set(error, ERROR_USAGE,
                         "%s is not a journal of this version of Tutti, or its beginning is "
                         "damaged: start the search anew",
                         journal->path);
    if (!any && (past->header_length != journal->header.length ||
                 (past->header_length > 0 &&
                  memcmp(past->header, journal->header.data, past->header_length) != 0)))
        return error_set(error, ERROR_USAGE,
                         "%s belongs to another search (another program, or other options): "
                         "resume with what it was started with, or start anew",
                         journal->path);
    return 0;
}

/* Reads the whole records in the file; `end` is the end of the last one. Records of another search
 * are not passed on, unless `any` search will do. */
static int read_records(const struct journal *journal, struct reader reader, struct past *past,
                        bool any, size_t *end, struct error *error)
{
    size_t size = reader.left;
    past->effort = RECORD_EFFORT * size;
    if (size >= MAGIC_LENGTH && memcmp(reader.at, MAGIC, MAGIC_LENGTH) == 0)
        reader_bytes(&reader, MAGIC_LENGTH);
    record_read_header(&reader, past);
    if (check_header(journal, past, any, error) != 0)
        return -1;
    while (record_read(&reader, past))
        ;
    *end = size - reader.left;
    past->damage.tail = reader.left;
    return 0;
}

static int journal_read_file(const struct journal *journal, struct past *past, bool any,
                             size_t *end, struct error *error)
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
    add_root(journal, past->frontier);
    int failed = read_records(journal, reader_of(memory, size), past, any, end, error);
    past_end(past);
    if (memory)
        munmap(memory, size);
    return failed;
}

static void pass_over_result(void *data, const struct spread_item *item, const void *result,
                             size_t length)
{
    (void)data, (void)item, (void)result, (void)length;
}

static void pass_over_failure(void *data, const struct spread_item *item, const char *sentence)
{
    (void)data, (void)item, (void)sentence;
}

/* Returns whether the file at the path is the journal of a search, of any program, that has done
 * something and is not finished. */
static bool journal_is_unfinished(struct journal *journal)
{
    static const struct journal_visitor visitor = {NULL, pass_over_result, pass_over_failure};
    struct frontier frontier;
    struct journal_state state = {0};
    struct past past = {.frontier = &frontier, .state = &state, .visitor = &visitor};
    struct error ignored;
    size_t whole;
    journal->descriptor = open(journal->path, O_RDONLY | O_CLOEXEC);
    if (journal->descriptor < 0)
        return false;
    frontier_open(&frontier, 1);
    /* The items of another search may not fit to the root of this one: then its records do not
     * count, but are there. */
    bool unfinished = journal_read_file(journal, &past, true, &whole, &ignored) == 0 &&
                      frontier.count > 0 && (state.done > 0 || past.damage.again > 0);
    frontier_close(&frontier);
    close(journal->descriptor);
    journal->descriptor = -1;
    return unfinished;
}

/* Keeps the journal of an unfinished search under another name. */
static int journal_put_aside(struct journal *journal, struct error *error)
{
    if (!journal_is_unfinished(journal))
        return 0;
    if (rename(journal->path, journal->old_path) != 0)
        return error_errno(error, "cannot rename %s", journal->path);
    journal->kept_old = true;
    return 0;
}

int journal_create(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, struct journal **result, struct error *error)
{
    if (file_make_directory(about->directory, error) != 0)
        return -1;
    struct journal *journal = journal_open_file(about, error);
    if (!journal)
        return -1;
    int descriptor = open_new(journal, error);
    if (descriptor < 0)
        goto close_journal;
    size_t size = 0;
    *state = (struct journal_state){.author = 1}; /* the root is of author 0 */
    begin_head(journal);
    record_state(&journal->out, state);
    if (spread_journal_append(journal, descriptor, journal->new_path, &size, error) != 0 ||
        (!about->again && journal_put_aside(journal, error) != 0) ||
        journal_replace(journal, descriptor, size, error) != 0) {
        journal_take_back(journal);
        journal_give_up(journal, descriptor);
        goto close_journal;
    }
    add_root(journal, frontier);
    *result = journal;
    return 0;

close_journal:
    journal_close(journal);
    return -1;
}

static int journal_rewrite(struct journal *journal, struct error *error);

/* Repairs a journal for appending. One that is damaged before its end is rewritten, since the
 * damage would be found again each time. */
static int journal_mend(struct journal *journal, struct error *error)
{
    if (journal->damage.records > 0 || journal->damage.bytes > 0)
        return journal_rewrite(journal, error);
    if (ftruncate(journal->descriptor, (off_t)journal->size) != 0)
        return error_errno(error, "cannot write %s", journal->path);
    return 0;
}

int journal_resume(const struct journal_about *about, struct frontier *frontier,
                   struct journal_state *state, const struct journal_visitor *visitor,
                   struct journal **result, struct error *error)
{
    char *path = memory_printf("%s/journal", about->directory);
    bool there = access(path, F_OK) == 0;
    free(path);
    if (!there)
        return error_set(error, ERROR_USAGE, "there is no search to resume in %s",
                         about->directory);
    struct journal *journal = journal_open_file(about, error);
    if (!journal)
        return -1;
    struct past past = {.frontier = frontier, .state = state, .visitor = visitor};
    journal->descriptor = open(journal->path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (journal->descriptor < 0) {
        error_errno(error, "cannot open %s", journal->path);
        goto close_journal;
    }
    if (journal_read_file(journal, &past, false, &journal->size, error) != 0)
        goto close_journal;
    journal->out.next = past.next;
    journal->damage = past.damage;
    if (journal_mend(journal, error) != 0)
        goto close_journal;
    *result = journal;
    return 0;

close_journal:
    journal_close(journal);
    return -1;
}

/* State of a rewrite. Results and failures are written to the new file as they are read. */
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
    if (!rewriting->failed && journal->out.bytes.length >= step)
        rewriting->failed = spread_journal_append(journal, rewriting->descriptor, journal->new_path,
                                                  &rewriting->size, rewriting->error) != 0;
    if (rewriting->failed)
        bytes_clear(&journal->out.bytes);
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

/* Rewrites the journal from its own records, which are read as on resume: they hold all that is
 * needed. */
static int journal_rewrite(struct journal *journal, struct error *error)
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
    begin_head(journal);
    if (journal_read_file(journal, &past, false, &whole, error) != 0)
        rewriting.failed = true;
    record_frontier(&journal->out, &frontier);
    record_state(&journal->out, &state);
    flush_step(&rewriting, 0);
    frontier_close(&frontier);
    /* A power failure must leave the old journal or the new one. */
    if (!rewriting.failed && file_sync(rewriting.descriptor) != 0) {
        error_errno(error, "cannot write %s", journal->new_path);
        rewriting.failed = true;
    }
    if (rewriting.failed ||
        journal_replace(journal, rewriting.descriptor, rewriting.size, error) != 0)
        return journal_give_up(journal, rewriting.descriptor);
    if (file_sync_name(journal->path) != 0)
        return error_errno(error, "cannot write %s", journal->path);
    return 0;
}

/* Gives up after a failed sync: the kernel reports such a failure to one call only, so later writes
 * would be in vain. */
static int check_sync(struct journal *journal, int failure, struct error *error)
{
    if (failure == 0)
        return 0;
    journal->broken = true;
    errno = failure;
    return error_errno(error, "cannot write %s to the disk", journal->path);
}

int journal_write(struct journal *journal, struct error *error)
{
    if (journal->broken)
        return error_set(error, ERROR_FAILED, "%s can no longer be written", journal->path);
    if (journal->out.bytes.length == 0)
        return 0;
    if (spread_journal_append(journal, journal->descriptor, journal->path, &journal->size, error) !=
            0 ||
        check_sync(journal, syncer_ask(journal->syncer, journal->descriptor), error) != 0)
        return -1;
    if (journal->size <= journal->limit || journal->size / 2 <= journal->rewritten)
        return 0;
    return journal_rewrite(journal, error);
}

int journal_finish(struct journal *journal, struct error *error)
{
    if (journal_write(journal, error) != 0)
        return -1;
    return check_sync(journal, syncer_finish(journal->syncer, journal->descriptor), error);
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

void journal_time(struct journal *journal, const struct journal_state *state)
{
    record_time(&journal->out, state);
}
