#include "scale/trial/trial.h"

#include "scale/trial/content.h"
#include "scale/trial/report.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096 };

struct trial {
    const struct trial_job *job;
    const struct point *point;
    struct buffer send, receive; /* if this rank has them */
    struct call call;
};

/* The parameters are as MPI_User_function has them. */
/* NOLINTNEXTLINE(readability-non-const-parameter) */
static void trial_add_elements(void *from, void *to, int *count, MPI_Datatype *type)
{
    MPI_Aint bottom, extent;
    int size;
    MPI_Type_get_extent(*type, &bottom, &extent);
    MPI_Type_size(*type, &size);
    for (MPI_Aint i = 0; i < *count; i++)
        for (int byte = 0; byte < size; byte++)
            ((unsigned char *)to)[i * extent + byte] ^=
                ((const unsigned char *)from)[i * extent + byte];
}

static void make_neighbours(struct trial_job *job)
{
    size_t ranks = (size_t)job->ranks;
    int *all = calloc(ranks, sizeof *all), *weights = calloc(ranks, sizeof *weights);
    if (!all || !weights) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    for (int i = 0; i < job->ranks; i++) {
        all[i] = i;
        weights[i] = 1;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, job->ranks, all, weights, job->ranks, all,
                                   weights, MPI_INFO_NULL, 0, &job->neighbours);
    free(all);
    free(weights);
}

void trial_open(struct trial_job *job)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &job->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job->ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &job->world);
    make_neighbours(job);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(job->world, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(job->neighbours, MPI_ERRORS_RETURN);
    MPI_Op_create(trial_add_elements, 1, &job->exclusive_or);
}

void trial_close(struct trial_job *job)
{
    MPI_Op_free(&job->exclusive_or);
    MPI_Comm_free(&job->neighbours);
    MPI_Comm_free(&job->world);
}

/* Returns how many blocks this rank sends from and receives into; 0: it has no such buffer. */
static void trial_blocks_of(const struct trial *trial, uint64_t *send, uint64_t *receive)
{
    const struct function *f = &trial->point->function;
    uint64_t all = (uint64_t)trial->job->ranks;
    bool root = trial->job->rank == CALL_ROOT, apart = !f->in_place;
    *send = *receive = 0;
    switch (f->shape) {
    case SHAPE_BCAST:
    case SHAPE_SEND:
    case SHAPE_SSEND:
        *send = root;
        *receive = f->shape == SHAPE_BCAST ? !root : trial->job->rank == 1;
        break;
    case SHAPE_GATHER:
    case SHAPE_REDUCE:
        *send = apart || !root;
        *receive = root ? (f->shape == SHAPE_GATHER ? all : 1) : 0;
        break;
    case SHAPE_SCATTER:
        *send = root ? all : 0;
        *receive = apart || !root;
        break;
    case SHAPE_ALLGATHER:
        *send = apart;
        *receive = all;
        break;
    case SHAPE_ALLTOALL:
        *send = apart ? all : 0;
        *receive = all;
        break;
    case SHAPE_ALLREDUCE:
    case SHAPE_SCAN:
    case SHAPE_EXSCAN:
        *send = apart;
        *receive = 1;
        break;
    case SHAPE_REDUCE_SCATTER:
    case SHAPE_REDUCE_SCATTER_BLOCK:
        *send = apart ? all : 0;
        *receive = apart ? 1 : all;
        break;
    case SHAPE_SENDRECV:
        *send = *receive = trial->job->rank < 2;
        break;
    case SHAPE_SENDRECV_REPLACE:
        *receive = trial->job->rank < 2;
        break;
    case SHAPE_PACK_SIZE:
        break;
    }
}

static bool open_buffers(struct trial *trial)
{
    const struct point *point = trial->point;
    uint64_t send, receive;
    struct layout layout = {.elements = point->axis == AXIS_DISPLACEMENT ? 1 : point->count,
                            .size = point->size,
                            .extent = point->extent,
                            .stride = point->count * point->extent};
    trial_blocks_of(trial, &send, &receive);
    layout.blocks = send;
    if (send && !buffer_open(&trial->send, &layout, point->real, false, trial->job->rank))
        return false;
    layout.blocks = receive;
    return !receive || buffer_open(&trial->receive, &layout, point->real, true, trial->job->rank);
}

/* Puts this rank's own data, as if it began at block `from`, into blocks first to last-1. */
static void put_own(struct trial *trial, uint64_t first, uint64_t last, uint64_t from)
{
    const struct layout *layout = &trial->receive.layout;
    struct piece piece = {0};
    while (buffer_next(&trial->receive, first, last, &piece)) {
        memset(piece.address, 0, piece.length);
        content_add(piece.address, piece.length, trial->job->rank,
                    (piece.block - first + from) * layout->elements * layout->size + piece.start);
    }
}

static void prepare_in_place(struct trial *trial)
{
    const struct function *f = &trial->point->function;
    uint64_t own = (uint64_t)trial->job->rank, blocks = trial->receive.layout.blocks;
    if (!trial->receive.base || (!f->in_place && f->shape != SHAPE_SENDRECV_REPLACE))
        return;
    if (f->shape == SHAPE_SCATTER || (f->shape == SHAPE_REDUCE && own != CALL_ROOT))
        return;
    if (f->shape == SHAPE_ALLGATHER || f->shape == SHAPE_GATHER)
        put_own(trial, own, own + 1, 0);
    else
        put_own(trial, 0, blocks, 0);
}

/* Computes the expected content of a piece of the receive buffer. */
static void trial_expect(const struct trial *trial, const struct piece *piece, unsigned char *bytes)
{
    int own = trial->job->rank, ranks = trial->job->ranks;
    const struct layout *layout = &trial->receive.layout;
    uint64_t block = layout->elements * layout->size;
    uint64_t mine = (uint64_t)own * block + piece->start; /* if there is a block for each */
    size_t length = piece->length;
    memset(bytes, 0, length);
    switch (trial->point->function.shape) {
    case SHAPE_BCAST:
    case SHAPE_SEND:
    case SHAPE_SSEND:
        content_add(bytes, length, CALL_ROOT, piece->start);
        break;
    case SHAPE_GATHER:
    case SHAPE_ALLGATHER:
        content_add(bytes, length, (int)piece->block, piece->start);
        break;
    case SHAPE_SCATTER:
        content_add(bytes, length, CALL_ROOT, mine);
        break;
    case SHAPE_ALLTOALL:
        content_add(bytes, length, (int)piece->block, mine);
        break;
    case SHAPE_REDUCE:
    case SHAPE_ALLREDUCE:
        for (int r = 0; r < ranks; r++)
            content_add(bytes, length, r, piece->start);
        break;
    case SHAPE_REDUCE_SCATTER:
    case SHAPE_REDUCE_SCATTER_BLOCK:
        for (int r = 0; r < ranks; r++)
            content_add(bytes, length, r, mine);
        break;
    case SHAPE_SCAN:
    case SHAPE_EXSCAN:
        for (int r = 0; r < own + (trial->point->function.shape == SHAPE_SCAN); r++)
            content_add(bytes, length, r, piece->start);
        break;
    case SHAPE_SENDRECV:
    case SHAPE_SENDRECV_REPLACE:
        content_add(bytes, length, 1 - own, piece->start);
        break;
    case SHAPE_PACK_SIZE:
        break;
    }
}

static bool trial_check(const struct trial *trial)
{
    enum shape shape = trial->point->function.shape;
    bool block_only = shape == SHAPE_REDUCE_SCATTER || shape == SHAPE_REDUCE_SCATTER_BLOCK;
    unsigned char expected[CHUNK];
    struct piece piece = {0};
    if (!trial->receive.base || (shape == SHAPE_EXSCAN && trial->job->rank == 0))
        return true;
    while (buffer_next(&trial->receive, 0, block_only ? 1 : trial->receive.layout.blocks, &piece)) {
        trial_expect(trial, &piece, expected);
        for (size_t i = 0; i < piece.length; i++)
            if (piece.address[i] != expected[i]) {
                report_end(TRIAL_WRONG_DATA,
                           "rank %d: success was returned, but byte %" PRIu64 " of block %" PRIu64
                           " is wrong",
                           trial->job->rank, piece.start + i, piece.block);
                return false;
            }
    }
    return true;
}

static bool open_arrays(struct trial *trial)
{
    struct call *call = &trial->call;
    size_t ranks = (size_t)trial->job->ranks;
    call->counts = calloc(ranks, sizeof *call->counts);
    call->displacements = calloc(ranks, sizeof *call->displacements);
    call->long_displacements = calloc(ranks, sizeof *call->long_displacements);
    call->types = calloc(ranks, sizeof(MPI_Datatype));
    call->long_counts = calloc(ranks, sizeof *call->long_counts);
    if (!call->long_counts)
        return false;
    return call->counts && call->displacements && call->long_displacements && call->types;
}

static void close_arrays(struct trial *trial)
{
    free(trial->call.counts);
    free(trial->call.displacements);
    free(trial->call.long_displacements);
    free(trial->call.types);
    free(trial->call.long_counts);
}

/* Fills the arrays, and returns the block at whose address the call gets its buffer: the first one,
 * or the middle one if int displacements would not reach the last. On the axis of displacements
 * these are what a careless program passes: the lowest 32 bits. */
static uint64_t fill_arrays(struct trial *trial)
{
    const struct point *point = trial->point;
    struct call *call = &trial->call;
    int ranks = trial->job->ranks;
    int64_t unit =
        (int64_t)(point->function.form == FORM_W ? point->count * point->extent : point->count);
    bool displaced = point->function.form != FORM_REGULAR &&
                     point->function.shape != SHAPE_REDUCE_SCATTER && !point->function.large &&
                     !(point->function.form == FORM_W && point->function.neighbour);
    bool centred = displaced && point->axis != AXIS_DISPLACEMENT && (ranks - 1) * unit > INT_MAX;
    int middle = centred ? ranks / 2 : 0;
    for (int i = 0; i < ranks; i++) {
        int64_t displacement = (i - middle) * unit;
        call->counts[i] = (int)call->count;
        call->displacements[i] = (int)(uint32_t)displacement;
        call->long_displacements[i] = displacement;
        call->types[i] = call->type;
        call->long_counts[i] = (MPI_Count)call->count;
    }
    return (uint64_t)middle;
}

/* Returns the address of a buffer for the call; of a buffer with a block for each rank it may be
 * that of the middle block. */
static void *trial_address_of(const struct buffer *buffer, uint64_t middle)
{
    if (!buffer->base)
        return NULL;
    return buffer->base + (buffer->layout.blocks > 1 ? middle * buffer->layout.stride : 0);
}

static void fill_call(struct trial *trial)
{
    const struct point *point = trial->point;
    struct call *call = &trial->call;
    const struct function *f = &point->function;
    call->function = *f;
    call->count = point->axis == AXIS_DISPLACEMENT ? 1 : point->count;
    call->rank = trial->job->rank;
    call->ranks = trial->job->ranks;
    call->comm = f->neighbour ? trial->job->neighbours : trial->job->world;
    call->op = point->extent == point->size ? MPI_BXOR : trial->job->exclusive_or;
    uint64_t middle = fill_arrays(trial);
    call->send = trial_address_of(&trial->send, middle);
    call->receive = trial_address_of(&trial->receive, middle);
    if (f->shape == SHAPE_BCAST && call->rank == CALL_ROOT)
        call->receive = trial_address_of(&trial->send, 0);
    if (!f->in_place)
        return;
    if (f->shape == SHAPE_SCATTER) {
        if (call->rank == CALL_ROOT)
            call->receive = MPI_IN_PLACE;
    } else if (!trial->send.base) {
        call->send = MPI_IN_PLACE;
    }
}

static bool make_type(const struct point *point, MPI_Datatype *type)
{
    MPI_Datatype base = point->size == 1   ? MPI_BYTE
                        : point->size == 2 ? MPI_UINT16_T
                        : point->size == 4 ? MPI_UINT32_T
                                           : MPI_UINT64_T;
    bool basic = point->size == 1 || point->size == 2 || point->size == 4 || point->size == 8;
    MPI_Datatype element = base;
    if (point->size == 0 || point->size > INT_MAX || point->extent < point->size)
        return false;
    if (!basic)
        MPI_Type_contiguous((int)point->size, MPI_BYTE, &element);
    if (point->extent != point->size) {
        MPI_Type_create_resized(element, 0, (MPI_Aint)point->extent, type);
        if (!basic)
            MPI_Type_free(&element);
    } else {
        *type = element;
    }
    if (*type != base)
        MPI_Type_commit(type);
    return true;
}

static void free_type(const struct point *point, MPI_Datatype *type)
{
    bool basic = point->size == 1 || point->size == 2 || point->size == 4 || point->size == 8;
    if (!basic || point->extent != point->size)
        MPI_Type_free(type);
}

static bool trial_judge(const struct trial *trial, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0, class = MPI_ERR_OTHER;
    if (code == CALL_WRONG_RESULT) {
        report_end(TRIAL_WRONG_DATA, "rank %d: success was returned, with an impossible result",
                   trial->job->rank);
        return false;
    }
    if (code == MPI_SUCCESS)
        return trial_check(trial);
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    /* The detail is one line. */
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    report_end(TRIAL_ERROR, "rank %d: error class %d: %.140s", trial->job->rank, class, text);
    return false;
}

static bool try_call(struct trial *trial)
{
    if (!make_type(trial->point, &trial->call.type)) {
        report_end(TRIAL_REFUSED, "a type of this size cannot be made");
        return false;
    }
    bool good = open_arrays(trial) && open_buffers(trial);
    if (good) {
        prepare_in_place(trial);
        fill_call(trial);
        good = trial_judge(trial, call_issue(&trial->call));
    } else {
        report_end(TRIAL_NO_MEMORY, "rank %d: no memory for the buffers", trial->job->rank);
    }
    free_type(trial->point, &trial->call.type);
    return good;
}

bool trial_run(const struct trial_job *job, const struct point *point)
{
    struct trial trial = {.job = job, .point = point};
    bool good = try_call(&trial);
    close_arrays(&trial);
    buffer_close(&trial.send);
    buffer_close(&trial.receive);
    return good;
}
