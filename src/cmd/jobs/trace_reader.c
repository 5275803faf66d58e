#include "cmd/jobs/trace_reader.h"

#include "base/memory.h"
#include "base/text.h"
#include "runtime/trace/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utarray.h>
#include <uthash.h>
#include <utlist.h>

enum {
    READ_CHUNK = 1 << 16, /* bytes of a file that are read at once */
    WAITING_MAX = 4096, /* limit on the calls of a file that wait for older ones in other files; at
                           the limit the file is not read, unless others wait for it */
    LINE_CAP = 1 << 20,
};

/* A call whose line has been read. Open ones form a stack per thread. */
struct entry {
    struct trace_call call;
    struct process_file *file; /* its rank may become known after the call, in MPI_Init */
    struct entry *next;
};

struct process_file {
    char *name; /* key of the hash table */
    int descriptor;
    struct trace_header header;
    uint64_t read;       /* bytes of lines consumed */
    uint64_t newest;     /* time of the newest line that was read */
    unsigned waiting;    /* calls that returned and have not been handed on yet */
    struct text partial; /* the beginning of a line that crosses two reads */
    struct entry *open;  /* innermost first */
    UT_hash_handle hh;
};

struct trace_reader {
    char *directory;
    struct process_file *files;
    UT_array *returned; /* struct entry *, not handed on yet */
    bool full;
};

static const UT_icd entry_pointer = {sizeof(struct entry *), NULL, NULL, NULL};

struct trace_reader *trace_reader_open(const char *directory)
{
    struct trace_reader *reader = memory_zero(1, sizeof *reader);
    reader->directory = memory_copy(directory);
    utarray_new(reader->returned, &entry_pointer);
    return reader;
}

static void entry_free(struct entry *entry)
{
    free((char *)entry->call.line_in);
    free((char *)entry->call.line_out);
    free(entry);
}

void trace_reader_close(struct trace_reader *reader)
{
    struct process_file *next = reader->files;
    HASH_CLEAR(hh, reader->files);
    while (next) {
        struct process_file *file = next;
        next = file->hh.next;
        while (file->open) {
            struct entry *entry = file->open;
            file->open = entry->next;
            entry_free(entry);
        }
        close(file->descriptor);
        text_free(&file->partial);
        free(file->name);
        free(file);
    }
    for (struct entry **each = NULL; (each = utarray_next(reader->returned, each));)
        entry_free(*each);
    utarray_free(reader->returned);
    free(reader->directory);
    free(reader);
}

/* Ends the field at the next tab, and steps over the tab; NULL behind the last field. */
static char *next_field(char **rest)
{
    char *field = *rest;
    if (field) {
        char *tab = strchr(field, '\t');
        if (tab)
            *tab = '\0';
        *rest = tab ? tab + 1 : NULL;
    }
    return field;
}

static void read_enter(struct process_file *file, int thread, uint64_t time, const char *line,
                       char *rest)
{
    struct entry *entry = memory_zero(1, sizeof *entry);
    entry->file = file;
    entry->call.line_in = line;
    entry->call.thread = thread;
    entry->call.start = time;
    entry->call.name = next_field(&rest);
    entry->call.in = rest;
    entry->call.process = file->header.process;
    entry->call.host = file->header.host;
    entry->call.flavour = file->header.flavour;
    LL_PREPEND(file->open, entry);
}

static void read_leave(struct trace_reader *reader, struct process_file *file, int thread,
                       uint64_t time, char *line, char *rest)
{
    struct entry *entry;
    LL_SEARCH_SCALAR(file->open, entry, call.thread, thread);
    if (!entry) {
        free(line);
        return;
    }
    LL_DELETE(file->open, entry);
    entry->call.line_out = line;
    entry->call.end = time;
    entry->call.result = next_field(&rest);
    entry->call.out = rest;
    file->waiting++;
    utarray_push_back(reader->returned, &entry);
}

/* Takes over the line. Ignores a line that does not have the form of format.h. */
static void trace_reader_read_line(struct trace_reader *reader, struct process_file *file,
                                   char *line)
{
    char *rest = line;
    const char *mark = next_field(&rest), *thread = next_field(&rest), *time = next_field(&rest);
    if (!rest || !mark || !thread || !time) {
        free(line);
        return;
    }
    int number = (int)strtol(thread, NULL, 10);
    uint64_t nanoseconds = strtoull(time, NULL, 10);
    if (nanoseconds > file->newest)
        file->newest = nanoseconds;
    if (*mark == '>')
        read_enter(file, number, nanoseconds, line, rest);
    else
        read_leave(reader, file, number, nanoseconds, line, rest);
}

static void read_bytes(struct trace_reader *reader, struct process_file *file, const char *bytes,
                       size_t length)
{
    while (length > 0) {
        const char *newline = memchr(bytes, '\n', length);
        size_t part = newline ? (size_t)(newline - bytes) : length;
        text_add_bytes(&file->partial, bytes, part);
        if (!newline)
            return;
        trace_reader_read_line(reader, file, text_take(&file->partial));
        bytes += part + 1;
        length -= part + 1;
    }
}

/* Reads how far the process has written its file. */
static void trace_reader_look(struct trace_reader *reader, struct process_file *file)
{
    static const char magic[] = TRACE_MAGIC;
    if (pread(file->descriptor, &file->header, sizeof file->header, 0) !=
            (ssize_t)sizeof file->header ||
        memcmp(file->header.magic, magic, sizeof magic) != 0) {
        file->header.committed = 0; /* not ready yet */
        return;
    }
    file->header.host[TRACE_HOST_SIZE - 1] = '\0';
    file->header.flavour[sizeof file->header.flavour - 1] = '\0';
    if (file->header.full)
        reader->full = true;
}

static bool has_more(const struct process_file *file)
{
    return file->read < file->header.committed;
}

static int trace_reader_read_chunk(struct trace_reader *reader, struct process_file *file,
                                   struct error *error)
{
    char chunk[READ_CHUNK];
    uint64_t left = file->header.committed - file->read;
    ssize_t got = pread(file->descriptor, chunk, left < READ_CHUNK ? left : READ_CHUNK,
                        (off_t)(TRACE_HEADER_SIZE + file->read));
    if (got <= 0)
        return error_errno(error, "cannot read %s/%s", reader->directory, file->name);
    read_bytes(reader, file, chunk, (size_t)got);
    file->read += (uint64_t)got;
    return 0;
}

static int find_files(struct trace_reader *reader, struct error *error)
{
    DIR *directory = opendir(reader->directory);
    if (!directory)
        return error_errno(error, "cannot read the folder %s", reader->directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        struct process_file *file;
        size_t length = strlen(entry->d_name), suffix = sizeof TRACE_SUFFIX - 1;
        if (length < suffix || strcmp(entry->d_name + length - suffix, TRACE_SUFFIX) != 0)
            continue;
        HASH_FIND_STR(reader->files, entry->d_name, file);
        if (file)
            continue;
        char *path = memory_printf("%s/%s", reader->directory, entry->d_name);
        int descriptor = open(path, O_RDONLY | O_CLOEXEC);
        free(path);
        if (descriptor < 0) {
            error_errno(error, "cannot read %s/%s", reader->directory, entry->d_name);
            closedir(directory);
            return -1;
        }
        file = memory_zero(1, sizeof *file);
        file->name = memory_copy(entry->d_name);
        file->descriptor = descriptor;
        text_init(&file->partial, LINE_CAP);
        HASH_ADD_KEYPTR(hh, reader->files, file->name, strlen(file->name), file);
    }
    closedir(directory);
    return 0;
}

static int by_end(const void *left, const void *right)
{
    const struct entry *a = *(struct entry *const *)left, *b = *(struct entry *const *)right;
    return (a->call.end > b->call.end) - (a->call.end < b->call.end);
}

static void hand_on(struct trace_reader *reader, uint64_t until, trace_call_function *each,
                    void *data)
{
    if (utarray_len(reader->returned) > 0)
        utarray_sort(reader->returned, by_end);
    unsigned done = 0;
    for (struct entry **entry = NULL; (entry = utarray_next(reader->returned, entry)); done++) {
        if ((*entry)->call.end > until)
            break;
        (*entry)->call.rank = (*entry)->file->header.rank;
        (*entry)->file->waiting--;
        each(&(*entry)->call, data);
        entry_free(*entry);
    }
    if (done > 0)
        utarray_erase(reader->returned, 0, done);
}

/* Returns the time up to which all files have been read; UINT64_MAX: to their ends. */
static uint64_t read_until(const struct trace_reader *reader)
{
    uint64_t until = UINT64_MAX;
    for (const struct process_file *file = reader->files; file; file = file->hh.next)
        if (has_more(file) && file->newest < until)
            until = file->newest;
    return until;
}

/* Reads the files in small parts, in turn, so that the memory does not grow with them. */
int trace_reader_poll(struct trace_reader *reader, uint64_t until, trace_call_function *each,
                      void *data, struct error *error)
{
    uint64_t read;
    if (find_files(reader, error) != 0)
        return -1;
    for (struct process_file *file = reader->files; file; file = file->hh.next)
        trace_reader_look(reader, file);
    while ((read = read_until(reader)) != UINT64_MAX) {
        for (struct process_file *file = reader->files; file; file = file->hh.next)
            if (has_more(file) && (file->waiting < WAITING_MAX || file->newest == read) &&
                trace_reader_read_chunk(reader, file, error) != 0)
                return -1;
        uint64_t settled = read_until(reader);
        settled = settled > TRACE_SETTLE_NANOSECONDS ? settled - TRACE_SETTLE_NANOSECONDS : 0;
        hand_on(reader, settled < until ? settled : until, each, data);
    }
    hand_on(reader, until, each, data);
    return 0;
}

void trace_reader_open_calls(struct trace_reader *reader, trace_call_function *each, void *data)
{
    for (struct process_file *file = reader->files; file; file = file->hh.next)
        for (struct entry *entry = file->open; entry; entry = entry->next) {
            entry->call.rank = file->header.rank;
            each(&entry->call, data);
        }
}

int trace_reader_process_count(const struct trace_reader *reader)
{
    return (int)HASH_COUNT(reader->files);
}

bool trace_reader_full(const struct trace_reader *reader)
{
    return reader->full;
}
