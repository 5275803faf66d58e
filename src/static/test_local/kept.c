/* Requests that are kept in memory which several functions know. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define COMM MPI_COMM_WORLD /* a call and what is expected of it fit into a line */

struct halo {
    double data[8];
    MPI_Request request, other;
    MPI_Request several[2];
};

static void start(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 0, COMM, &h->request); // warn: request.missing-wait
}

static void start_in_table(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 1, COMM, &h->request); // warn: request.missing-wait
}

static struct halo table[4];

static void start_in_heap(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 2, COMM, &h->request); // warn: request.missing-wait
}

/* The other field is completed: that does not help. */
static void start_both(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 3, COMM, &h->request); // warn: request.missing-wait
    MPI_Isend(h->data + 4, 1, MPI_DOUBLE, 0, 3, COMM, &h->other);
}

static void finish_one(struct halo *h)
{
    MPI_Wait(&h->other, MPI_STATUS_IGNORE);
}

static void start_plain(double *data, MPI_Request *request)
{
    MPI_Irecv(data, 1, MPI_DOUBLE, 0, 4, COMM, request); // warn: request.missing-wait
}

/* A look at the handle is no completion. */
static void start_compared(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 5, COMM, &h->request); // warn: request.missing-wait
}

static int is_pending(const struct halo *h)
{
    return h->request != MPI_REQUEST_NULL;
}

/* Other fields are copied from and to: not the handle. */
static void start_filled(struct halo *h)
{
    MPI_Irecv(h->data + 4, 1, MPI_DOUBLE, 0, 22, COMM, &h->request); // warn: request.missing-wait
}

static void fill(struct halo *h, double *data)
{
    memcpy(h->data, data, 4 * sizeof *data);
    memcpy(data, h->data, 4 * sizeof *data);
}

/* Only what was sent before is waited for: another object. */
static void start_of_two(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 6, COMM, &h->request);
}

static void finish_of_two(struct halo *h)
{
    MPI_Wait(&h->request, MPI_STATUS_IGNORE);
}

static void start_several(struct halo *h)
{
    for (int i = 0; i < 2; i++)
        MPI_Irecv(h->data + i, 1, MPI_DOUBLE, 0, 7, COMM, &h->several[i]);
}

static void finish_several(struct halo *h)
{
    MPI_Waitall(2, h->several, MPI_STATUSES_IGNORE);
}

/* Fields that stand side by side are an array for who knows that. */
static void start_neighbours(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 8, COMM, &h->request);
    MPI_Irecv(h->data + 1, 1, MPI_DOUBLE, 0, 8, COMM, &h->other);
}

static void finish_neighbours(struct halo *h)
{
    MPI_Waitall(2, &h->request, MPI_STATUSES_IGNORE);
}

static void start_copied(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 9, COMM, &h->request);
}

static void finish_copied(const struct halo *h)
{
    MPI_Request copy = h->request;
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
}

static void start_moved(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 10, COMM, &h->request);
}

static void finish_moved(const struct halo *h)
{
    struct halo copy = *h;
    MPI_Wait(&copy.request, MPI_STATUS_IGNORE);
}

static void start_persistent(struct halo *h)
{
    MPI_Recv_init(h->data, 1, MPI_DOUBLE, 0, 11, COMM, &h->request);
    MPI_Start(&h->request);
}

static void prepare_only(struct halo *h)
{
    MPI_Recv_init(h->data, 1, MPI_DOUBLE, 0, 11, COMM, &h->request);
}

static void start_tested(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 12, COMM, &h->request);
}

static void test_it(struct halo *h, int *flag)
{
    MPI_Test(&h->request, flag, MPI_STATUS_IGNORE);
}

static void start_freed(struct halo *h)
{
    MPI_Isend(h->data, 1, MPI_DOUBLE, 0, 13, COMM, &h->request);
}

static void forget(struct halo *h)
{
    MPI_Request_free(&h->request);
}

/* One of two tables: the wait is behind a pointer that may be either. */
static struct halo even, odd;

static void start_alternating(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 14, COMM, &h->request);
}

static struct halo *newest;

static void finish_newest(void)
{
    MPI_Wait(&newest->request, MPI_STATUS_IGNORE);
}

/* Called through a pointer. */
static void start_called(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 15, COMM, &h->request);
}

static int (*const finishes[])(MPI_Request *, MPI_Status *) = {MPI_Wait};

static void finish_called(struct halo *h, int which)
{
    finishes[which](&h->request, MPI_STATUS_IGNORE);
}

/* realloc() moves the requests. */
static void start_grown(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 16, COMM, &h->request);
}

/* An attribute leads to the object. */
static void start_attached(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 17, COMM, &h->request);
}

static void finish_attached(int key)
{
    struct halo *h;
    int flag;
    MPI_Comm_get_attr(COMM, key, &h, &flag);
    MPI_Wait(&h->request, MPI_STATUS_IGNORE);
}

/* The member is reached from a member beside it. */
static void start_by_member(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 18, COMM, &h->other);
}

static void finish_by_member(MPI_Request *request)
{
    MPI_Wait(request + 1, MPI_STATUS_IGNORE);
}

/* The library sorts them. */
static void start_sorted(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 19, COMM, &h->request);
}

static int in_order(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(double));
}

/* It comes back in the result. */
static struct halo make(void)
{
    struct halo h;
    MPI_Irecv(h.data, 1, MPI_DOUBLE, 0, 20, COMM, &h.request);
    return h;
}

struct pair {
    int number;
    MPI_Request request;
};

static struct pair make_small(int *data)
{
    struct pair pair;
    MPI_Irecv(data, 1, MPI_INT, 0, 20, COMM, &pair.request);
    pair.number = 1;
    return pair;
}

/* The copies of a function's own variables are completed. */
static void copy_own(double *data)
{
    MPI_Request requests[2], copies[2];
    MPI_Irecv(data, 1, MPI_DOUBLE, 0, 21, COMM, &requests[0]);
    MPI_Irecv(data + 1, 1, MPI_DOUBLE, 0, 21, COMM, &requests[1]);
    memcpy(copies, requests, sizeof copies);
    MPI_Waitall(2, copies, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int flag, number = 0, key = atoi(argv[1]);
    double data[8];
    MPI_Request plain;
    struct halo local, both, compared, first, second, several, neighbours, copied, moved;
    struct halo filled, persistent, prepared, tested, freed, called, attached, member, sorted[3];
    MPI_Init(&argc, &argv);
    start(&local);
    start_in_table(&table[argc]);
    struct halo *heap = malloc(sizeof *heap);
    start_in_heap(heap);
    free(heap);
    start_both(&both);
    finish_one(&both);
    start_plain(data, &plain);
    start_compared(&compared);
    flag = is_pending(&compared);
    start_of_two(&first);
    start_of_two(&second);
    finish_of_two(&second);
    start_several(&several);
    finish_several(&several);
    start_neighbours(&neighbours);
    finish_neighbours(&neighbours);
    start_copied(&copied);
    finish_copied(&copied);
    start_moved(&moved);
    finish_moved(&moved);
    start_filled(&filled);
    fill(&filled, data);
    start_persistent(&persistent);
    prepare_only(&prepared);
    start_tested(&tested);
    test_it(&tested, &flag);
    start_freed(&freed);
    forget(&freed);
    newest = argc % 2 ? &odd : &even;
    start_alternating(newest);
    finish_newest();
    start_called(&called);
    finish_called(&called, flag);
    struct halo *grown = malloc(2 * sizeof *grown);
    start_grown(grown);
    grown = realloc(grown, 4 * sizeof *grown);
    MPI_Wait(&grown[0].request, MPI_STATUS_IGNORE);
    free(grown);
    MPI_Comm_set_attr(COMM, key, &attached);
    start_attached(&attached);
    finish_attached(key);
    start_by_member(&member);
    finish_by_member(&member.request);
    for (int i = 0; i < 3; i++)
        start_sorted(&sorted[i]);
    qsort(sorted, 3, sizeof sorted[0], in_order);
    struct halo made = make();
    MPI_Wait(&made.request, MPI_STATUS_IGNORE);
    struct pair pair = make_small(&number);
    MPI_Wait(&pair.request, MPI_STATUS_IGNORE);
    copy_own(data);
    MPI_Finalize();
    return flag;
}
