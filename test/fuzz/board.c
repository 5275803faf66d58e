/* board.c: the records that processes of a job write into shared memory. A program that is wrong
 * may have written over them. The bytes are a record and what is behind it, the same for all ranks
 * but for their numbers. */
#include "fuzz.h"
#include "watch/diagnose/diagnose.h"

#include <stdlib.h>
#include <string.h>

enum { RANKS = 3, LOOKS = 8 };

static void fill(struct board *board, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < RANKS; i++) {
        struct beacon_process *process = &board->file->processes[i];
        size_t length = size < sizeof *process ? size : sizeof *process;
        memset(process, 0, sizeof *process);
        memcpy((char *)process, data, length);
        process->pid = 0; /* of no process: /proc/0 */
        process->rank = (int32_t)((uint32_t)process->rank + i);
    }
    atomic_store(&board->file->claimed, RANKS);
    atomic_store(&board->file->named, 1);
    memset(board->file->names, 'x', sizeof board->file->names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct board board;
    struct monitor monitor;
    struct document document;
    struct error error;
    double now = 1;
    if (!board.file && board_private(&board, &error) != 0)
        abort();
    fill(&board, data, size);
    monitor_start(
        &monitor,
        &(struct monitor_options){.budget = 1, .by_parastack = size % 2, .from_outside = size & 2},
        now);
    for (int i = 0; i < LOOKS; i++) {
        monitor_look(&monitor, &board, now, now);
        now += i < 2 ? 1 : 60;
    }
    document_init(&document, "watch");
    struct rank_look looks[RANKS] = {0};
    if (monitor.state != MONITOR_HEALTHY)
        diagnose(&monitor, looks, now, &document);
    document_free(&document);
    monitor_free(&monitor);
    return 0;
}
