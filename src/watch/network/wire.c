#include "watch/network/wire.h"

#include <string.h>

enum { LINES = 4096 }; /* limit on the lines of a stack */

size_t wire_begin(struct bytes *out, enum wire_kind kind, uint64_t node)
{
    size_t begin = bytes_begin_frame(out);
    bytes_add_kind(out, (char)kind);
    bytes_add_number(out, node);
    return begin;
}

void wire_add_word(struct bytes *out, enum wire_kind kind, uint64_t node)
{
    bytes_end_frame(out, wire_begin(out, kind, node));
}

void wire_pass_on(struct bytes *out, const struct reader *frame)
{
    size_t begin = bytes_begin_frame(out);
    bytes_add(out, frame->at, frame->left);
    bytes_end_frame(out, begin);
}

void wire_add_text(struct bytes *out, const char *text)
{
    bytes_add_number(out, text != NULL);
    if (text)
        bytes_add_string(out, text, strlen(text));
}

const char *wire_text(struct reader *in, struct arena *arena)
{
    size_t length;
    if (reader_number(in) == 0)
        return NULL;
    const char *text = reader_string(in, &length);
    return text ? arena_copy_bytes(arena, text, length) : NULL;
}

/* Adds a number between -3 and INT32_MAX. */
static void add_signed(struct bytes *out, int32_t number)
{
    bytes_add_number(out, (uint64_t)((int64_t)number + 16));
}

static int32_t read_signed(struct reader *in)
{
    return (int32_t)(reader_number(in) - 16);
}

static void add_lane(struct bytes *out, const struct beacon_lane *lane)
{
    bytes_add_number(out, atomic_load(&lane->sequence));
    bytes_add_id(out, lane->site);
    bytes_add_number(out, lane->ordinal);
    bytes_add_number(out, atomic_load(&lane->polls));
    bytes_add_number(out, (uint64_t)lane->thread);
    add_signed(out, lane->peer);
    add_signed(out, lane->second);
    add_signed(out, lane->tag);
    add_signed(out, lane->comm);
    bytes_add_number(out, lane->kind);
    bytes_add_number(out, lane->small);
}

static void read_lane(struct reader *in, struct beacon_lane *lane)
{
    atomic_store(&lane->sequence, reader_number(in));
    lane->site = reader_id(in);
    lane->ordinal = reader_number(in);
    atomic_store(&lane->polls, reader_number(in));
    lane->thread = (int32_t)reader_number(in);
    lane->peer = read_signed(in);
    lane->second = read_signed(in);
    lane->tag = read_signed(in);
    lane->comm = read_signed(in);
    lane->kind = (uint8_t)reader_number(in);
    lane->small = (uint8_t)reader_number(in);
}

static void add_comms(struct bytes *out, const struct beacon_process *record)
{
    uint64_t count = 0;
    for (int i = 0; i < BEACON_COMMS; i++)
        count += record->comms[i].id != 0;
    bytes_add_number(out, count);
    for (int i = 0; i < BEACON_COMMS; i++) {
        const struct beacon_comm *comm = &record->comms[i];
        if (comm->id == 0)
            continue;
        bytes_add_number(out, (uint64_t)i);
        bytes_add_id(out, comm->id);
        bytes_add_number(out, comm->entered);
        bytes_add_number(out, (uint64_t)comm->size);
        bytes_add_number(out, (uint64_t)comm->intercomm);
    }
}

static void read_comms(struct reader *in, struct beacon_process *record)
{
    for (uint64_t count = reader_number(in); count > 0 && !in->bad; count--) {
        uint64_t index = reader_number(in);
        struct beacon_comm comm = {.id = reader_id(in)};
        comm.entered = reader_number(in);
        comm.size = (int32_t)reader_number(in);
        comm.intercomm = (int32_t)reader_number(in);
        if (index < BEACON_COMMS)
            record->comms[index] = comm;
    }
}

static void add_peers(struct bytes *out, const struct beacon_process *record)
{
    uint64_t count = 0;
    for (int i = 0; i < BEACON_PEERS; i++)
        count += record->peers[i].sent != 0;
    bytes_add_number(out, count);
    for (int i = 0; i < BEACON_PEERS; i++)
        if (record->peers[i].sent != 0) {
            bytes_add_number(out, record->peers[i].rank);
            bytes_add_number(out, record->peers[i].sent);
        }
}

/* Reads the peers. Their order differs from that in the original record, so a record that was full
 * may have no room for all. */
static void read_peers(struct reader *in, struct beacon_process *record)
{
    for (uint64_t count = reader_number(in); count > 0 && !in->bad; count--) {
        uint64_t rank = reader_number(in), sent = reader_number(in);
        struct beacon_peer *peer =
            rank > 0 && rank < INT32_MAX ? beacon_peer(record->peers, (int)(rank - 1)) : NULL;
        if (peer)
            peer->sent = (uint32_t)sent;
        else
            atomic_fetch_or(&record->doubts, BEACON_DOUBT_ROOM);
    }
}

void wire_add_place(struct bytes *out, const struct tracked *process)
{
    const struct beacon_lane *lane = tracker_lane(process);
    bytes_add_number(out, lane ? atomic_load(&lane->sequence) : 0);
    bytes_add_id(out, lane ? lane->site : 0);
    bytes_add_number(out, lane ? lane->kind : 0);
}

void wire_place(struct reader *in, struct tracked *process)
{
    const struct beacon_lane *known = tracker_lane(process);
    size_t index = known ? (size_t)(known - process->record.lanes) : 0;
    struct beacon_lane *lane = &process->record.lanes[index];
    atomic_store(&lane->sequence, reader_number(in));
    lane->site = reader_id(in);
    lane->kind = (uint8_t)reader_number(in);
}

void wire_add_record(struct bytes *out, const struct tracked *process)
{
    const struct beacon_process *record = &process->record;
    uint32_t lanes = atomic_load(&record->lane_count);
    lanes = lanes < BEACON_LANES ? lanes : BEACON_LANES;
    wire_add_text(out, process->function);
    bytes_add_number(out, process->visits);
    bytes_add_number(out, atomic_load(&record->state));
    bytes_add_number(out, (uint64_t)record->pid);
    add_signed(out, record->rank);
    bytes_add_number(out, (uint64_t)record->size);
    bytes_add_id(out, record->base);
    add_signed(out, record->threads);
    bytes_add_number(out, atomic_load(&record->doubts));
    bytes_add_number(out, record->posted);
    bytes_add_number(out, record->received);
    bytes_add_number(out, record->sends_open);
    bytes_add_number(out, record->collectives_open);
    bytes_add_number(out, record->others_open);
    add_comms(out, record);
    add_peers(out, record);
    bytes_add_number(out, lanes);
    for (uint32_t i = 0; i < lanes; i++)
        add_lane(out, &record->lanes[i]);
}

void wire_record(struct reader *in, struct arena *arena, struct tracked *process)
{
    struct beacon_process *record = &process->record;
    const char *function = wire_text(in, arena);
    memset(record, 0, sizeof *record);
    process->function = function;
    process->visits = (uint32_t)reader_number(in);
    atomic_store(&record->state, (uint32_t)reader_number(in));
    record->pid = (int32_t)reader_number(in);
    record->rank = read_signed(in);
    record->size = (int32_t)reader_number(in);
    record->base = reader_id(in);
    record->threads = read_signed(in);
    atomic_store(&record->doubts, (uint32_t)reader_number(in));
    record->posted = reader_number(in);
    record->received = reader_number(in);
    record->sends_open = reader_number(in);
    record->collectives_open = reader_number(in);
    record->others_open = reader_number(in);
    read_comms(in, record);
    read_peers(in, record);
    uint64_t lanes = reader_number(in);
    lanes = lanes < BEACON_LANES ? lanes : BEACON_LANES;
    for (uint64_t i = 0; i < lanes; i++)
        read_lane(in, &record->lanes[i]);
    atomic_store(&record->lane_count, (uint32_t)lanes);
}

void wire_add_vitals(struct bytes *out, const struct vitals *vitals)
{
    bytes_add_number(out, (uint64_t)vitals->alive | (uint64_t)vitals->stopped << 1 |
                              (uint64_t)vitals->sleeping << 2 | (uint64_t)vitals->suspended << 3);
    bytes_add_double(out, vitals->processor);
    bytes_add_double(out, vitals->ran);
    bytes_add_number(out, vitals->turns);
    add_signed(out, vitals->threads);
    bytes_add_number(out, vitals->moved);
}

void wire_vitals(struct reader *in, struct vitals *vitals)
{
    uint64_t bits = reader_number(in);
    *vitals = (struct vitals){
        .alive = bits & 1, .stopped = bits & 2, .sleeping = bits & 4, .suspended = bits & 8};
    vitals->processor = reader_double(in);
    vitals->ran = reader_double(in);
    vitals->turns = reader_number(in);
    vitals->threads = read_signed(in);
    vitals->moved = reader_number(in);
}

void wire_add_look(struct bytes *out, const struct rank_look *look)
{
    bytes_add_number(out, (uint64_t)look->taken | (uint64_t)look->path.complete << 1 |
                              (uint64_t)look->path.in_mpi << 2);
    wire_add_text(out, look->refused);
    wire_add_text(out, look->path.mpi_function);
    bytes_add_number(out, look->path.count);
    for (size_t i = 0; i < look->path.count; i++) {
        wire_add_text(out, look->path.lines[i].function);
        wire_add_text(out, look->path.lines[i].file);
        bytes_add_number(out, (uint64_t)look->path.lines[i].line);
    }
    wire_add_text(out, look->place.file);
    bytes_add_number(out, (uint64_t)look->place.line);
    bytes_add_number(out, (uint64_t)look->place.column);
    wire_add_text(out, look->place.function);
    bytes_add_number(out, look->place.stack_count);
    for (size_t i = 0; i < look->place.stack_count; i++)
        wire_add_text(out, look->place.stack[i]);
}

/* Reads a number of lines, each of which takes at least a byte. */
static size_t wire_read_count(struct reader *in)
{
    uint64_t count = reader_number(in);
    return in->bad || count > LINES || count > in->left ? 0 : (size_t)count;
}

void wire_look(struct reader *in, struct arena *arena, struct rank_look *look)
{
    uint64_t bits = reader_number(in);
    *look = (struct rank_look){.taken = bits & 1};
    look->path.complete = bits & 2;
    look->path.in_mpi = bits & 4;
    look->refused = wire_text(in, arena);
    look->path.mpi_function = wire_text(in, arena);
    look->path.count = wire_read_count(in);
    look->path.lines = arena_alloc(arena, (look->path.count + 1) * sizeof *look->path.lines);
    for (size_t i = 0; i < look->path.count; i++) {
        const char *function = wire_text(in, arena), *file = wire_text(in, arena);
        look->path.lines[i] =
            (struct stack_line){function ? function : "??", file, (int)reader_number(in)};
    }
    look->place.file = wire_text(in, arena);
    look->place.line = (int)reader_number(in);
    look->place.column = (int)reader_number(in);
    look->place.function = wire_text(in, arena);
    look->place.stack_count = wire_read_count(in);
    look->place.stack =
        arena_alloc(arena, (look->place.stack_count + 1) * sizeof *look->place.stack);
    for (size_t i = 0; i < look->place.stack_count; i++) {
        const char *line = wire_text(in, arena);
        look->place.stack[i] = line ? line : "??";
    }
}
