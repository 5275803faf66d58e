/* Tests of deadlock.h: records as ranks would leave them. */
#include "watch/model/deadlock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RANKS_MAX = 5000 };

struct job {
    struct beacon_process *records[RANKS_MAX];
    int size;
    bool moved[RANKS_MAX];
    const char *functions[RANKS_MAX];
    bool dead[RANKS_MAX];
    struct arena arena;
};

static void begin(struct job *job, int size)
{
    *job = (struct job){.size = size};
    for (int i = 0; i < size; i++) {
        job->records[i] = calloc(1, sizeof *job->records[i]);
        job->records[i]->rank = i;
        job->records[i]->size = size;
        atomic_store(&job->records[i]->state, BEACON_RUNNING);
        atomic_store(&job->records[i]->lane_count, 1);
        job->records[i]->lanes[0].thread = 1;
        job->records[i]->comms[0] = (struct beacon_comm){.id = 7, .size = size};
    }
}

static void end(struct job *job)
{
    for (int i = 0; i < job->size; i++)
        free(job->records[i]);
    arena_free(&job->arena);
}

static struct beacon_lane *enter(struct job *job, int rank, enum beacon_kind kind, int peer)
{
    struct beacon_lane *lane = &job->records[rank]->lanes[0];
    atomic_store(&lane->sequence, 1);
    lane->kind = (uint8_t)kind;
    lane->peer = peer;
    lane->second = BEACON_NOBODY;
    lane->comm = 0;
    return lane;
}

static void receive(struct job *job, int rank, int from)
{
    enter(job, rank, BEACON_RECEIVE, from);
    job->records[rank]->posted++;
}

static uint32_t *sent(struct job *job, int rank, int to)
{
    return &beacon_peer(job->records[rank]->peers, to)->sent;
}

static void send_to(struct job *job, int rank, int to)
{
    enter(job, rank, BEACON_SEND, to);
    ++*sent(job, rank, to);
}

static void collective(struct job *job, int rank, enum beacon_kind kind, int root)
{
    struct beacon_lane *lane = enter(job, rank, kind, root);
    lane->ordinal = ++job->records[rank]->comms[0].entered;
}

static size_t prove(struct job *job, bool settled, const struct stuck **stuck)
{
    static struct deadlock_rank ranks[RANKS_MAX];
    for (int i = 0; i < job->size; i++)
        ranks[i] = (struct deadlock_rank){job->records[i], !job->moved[i], job->functions[i],
                                          job->dead[i]};
    return deadlock_prove(ranks, job->size, settled, &job->arena, stuck);
}

/* Each of the two waits for the other's message. */
static void receives_in_a_circle(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    receive(&job, 0, 1);
    receive(&job, 1, 0);
    assert_int_equal(prove(&job, false, &stuck), 2); /* whatever rank 2 does */
    assert_int_equal(stuck[0].rank, 0);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 1);
    assert_int_equal(stuck[1].rank, 1);
    /* A message is under way: rank 0 will receive it, or it has another tag. */
    ++*sent(&job, 1, 0);
    assert_int_equal(prove(&job, false, &stuck), 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    job.records[0]->posted++, job.records[0]->received++; /* an older message was received */
    assert_int_equal(prove(&job, false, &stuck), 2);
    end(&job);
}

static void a_rank_that_computes_may_send(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    receive(&job, 0, 1);
    receive(&job, 1, 2);
    assert_int_equal(prove(&job, true, &stuck), 0);
    /* A rank in MPI_Finalize sends nothing more. */
    atomic_store(&job.records[2]->state, BEACON_FINALIZING);
    assert_int_equal(prove(&job, true, &stuck), 2);
    assert_int_equal(stuck[1].needs[0], 2);
    /* One that ends sends nothing more once it has ended. */
    atomic_store(&job.records[2]->state, BEACON_ENDED);
    assert_int_equal(prove(&job, true, &stuck), 0);
    job.dead[2] = true;
    assert_int_equal(prove(&job, true, &stuck), 2);
    end(&job);
}

static void any_source_needs_all(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    receive(&job, 0, BEACON_ANY);
    receive(&job, 1, 0);
    assert_int_equal(prove(&job, true, &stuck), 0);
    receive(&job, 2, 0);
    assert_int_equal(prove(&job, true, &stuck), 3);
    assert_int_equal(stuck[0].need_count, 2);
    end(&job);
}

static void sends_that_nobody_receives(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 2);
    send_to(&job, 0, 1);
    send_to(&job, 1, 0);
    assert_int_equal(prove(&job, false, &stuck), 2);
    /* There is a receive: the message may be large, and still under way. */
    job.records[1]->posted++;
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
    /* The message was received: the sender is about to return. */
    begin(&job, 2);
    send_to(&job, 0, 1);
    job.records[1]->posted++, job.records[1]->received++;
    receive(&job, 1, 0);
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* Rank 0 sent a message that rank 1 does not receive yet, and waits for rank 2. */
static void the_send_of_a_sendrecv_may_be_complete(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    enter(&job, 0, BEACON_BOTH, 2)->second = 1;
    job.records[0]->lanes[0].small = 1;
    job.records[0]->posted++;
    ++*sent(&job, 0, 1);
    receive(&job, 1, 0);
    job.records[1]->posted--;                       /* as if it waited for another tag */
    assert_int_equal(prove(&job, true, &stuck), 0); /* rank 2 may send */
    receive(&job, 2, 1);
    assert_int_equal(prove(&job, true, &stuck), 3);
    assert_int_equal(stuck[0].needs[0], 2);
    end(&job);
}

static void collectives(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    collective(&job, 0, BEACON_ALL, BEACON_NOBODY);
    collective(&job, 1, BEACON_ALL, BEACON_NOBODY);
    assert_int_equal(prove(&job, true, &stuck), 0); /* rank 2 may come */
    receive(&job, 2, 0);
    assert_int_equal(prove(&job, true, &stuck), 3);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 2);
    /* All ranks are in the collective, which may take its time. */
    collective(&job, 2, BEACON_ALL, BEACON_NOBODY);
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

static void roots(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    /* The root of a broadcast waits for a message from a rank that waits for the broadcast. */
    begin(&job, 3);
    receive(&job, 0, 1);
    collective(&job, 1, BEACON_FROM_ROOT, 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    end(&job);
    /* The root came and continued: the data is under way. */
    begin(&job, 3);
    collective(&job, 0, BEACON_FROM_ROOT, 0);
    receive(&job, 0, 1);
    collective(&job, 1, BEACON_FROM_ROOT, 0);
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
    /* The root of a reduction needs all; the others can leave. */
    begin(&job, 3);
    collective(&job, 0, BEACON_TO_ROOT, 0);
    collective(&job, 1, BEACON_TO_ROOT, 0);
    receive(&job, 2, 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    assert_int_equal(stuck[0].rank, 0);
    assert_int_equal(stuck[1].rank, 2);
    end(&job);
}

static void waits(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 2);
    for (int i = 0; i < 2; i++) {
        enter(&job, i, BEACON_WAIT, BEACON_NOBODY);
        job.records[i]->posted++;
    }
    assert_int_equal(prove(&job, false, &stuck), 2);
    job.records[0]->collectives_open = 1;
    assert_int_equal(prove(&job, true, &stuck), 0);
    job.records[0]->collectives_open = 0;
    job.records[0]->sends_open = 1; /* and the message may still match */
    ++*sent(&job, 0, 1);
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* Each receive of MPI_Waitall needs a message of its own: one message under way is not enough for
 * two, whatever sends are open. */
static void waits_for_two_messages(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 2);
    enter(&job, 0, BEACON_WAIT, BEACON_NOBODY);
    job.records[0]->posted = 2;
    job.records[0]->lanes[0].second = 2;
    enter(&job, 1, BEACON_WAIT, BEACON_NOBODY);
    job.records[1]->posted = 1;
    job.records[1]->lanes[0].second = 1;
    job.records[1]->sends_open = 1;
    *sent(&job, 1, 0) = 1;
    assert_int_equal(prove(&job, false, &stuck), 2);
    *sent(&job, 1, 0) = 2; /* both may arrive, and then rank 0 continues */
    assert_int_equal(prove(&job, false, &stuck), 0);
    end(&job);
}

/* A rank starts a collective and waits for it; it may have more requests than this one. */
static void start_and_wait(struct job *job, int rank, int root)
{
    collective(job, rank, BEACON_WAIT, root);
    job->records[rank]->collectives_open++;
    job->functions[rank] = "MPI_Waitall";
}

static void waits_for_collectives(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 4);
    start_and_wait(&job, 0, BEACON_NOBODY);
    start_and_wait(&job, 1, BEACON_NOBODY);
    receive(&job, 2, 0);
    assert_int_equal(prove(&job, false, &stuck), 3); /* whatever rank 3 does */
    assert_int_equal(stuck[0].rank, 0);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 2);
    /* Rank 2 started the collective before its receive: then only rank 3 is missing, and may
     * come. */
    job.records[2]->comms[0].entered++;
    assert_int_equal(prove(&job, true, &stuck), 0);
    receive(&job, 3, 0);
    assert_int_equal(prove(&job, true, &stuck), 4);
    assert_int_equal(stuck[0].needs[0], 3);
    /* All ranks have started it. The function in which a rank waits does not tell the
     * collective. */
    collective(&job, 3, BEACON_ALL, BEACON_NOBODY);
    job.functions[3] = "MPI_Allreduce";
    assert_int_equal(prove(&job, true, &stuck), 0);
    /* A communicator of which nothing is known. */
    job.records[3]->comms[0].entered--;
    receive(&job, 3, 0);
    job.records[0]->lanes[0].comm = job.records[1]->lanes[0].comm = 5;
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* The source of the awaited receive is known: messages from other ranks do not help, and need not
 * be complete. */
static void waits_for_one_receive(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 4);
    struct beacon_lane *wait = enter(&job, 0, BEACON_WAIT, 1);
    wait->comm = -1;
    wait->second = 1;
    job.records[0]->posted++;
    receive(&job, 1, 0);
    send_to(&job, 2, 0); /* a large one; with another tag it is not received */
    assert_int_equal(prove(&job, false, &stuck), 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    assert_int_equal(stuck[0].rank, 0);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 1);
    /* Rank 1 has an incomplete send, or may still come: that may be the message. */
    job.records[1]->sends_open = 1;
    assert_int_equal(prove(&job, true, &stuck), 0);
    job.records[1]->sends_open = 0;
    send_to(&job, 1, 0);
    assert_int_equal(prove(&job, true, &stuck), 0);
    /* A receive from any source may match the message of rank 2. */
    job.records[1]->lanes[0].kind = BEACON_RECEIVE;
    wait->peer = BEACON_ANY;
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* A broadcast needs only its root. */
static void waits_for_a_root(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 3);
    start_and_wait(&job, 0, 1);
    receive(&job, 1, 0);
    receive(&job, 2, 0);
    assert_int_equal(prove(&job, true, &stuck), 3);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 1); /* and not rank 2, which has not come either */
    job.records[1]->comms[0].entered++;
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

static void doubts_prove_nothing(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 2);
    receive(&job, 0, 1);
    receive(&job, 1, 0);
    atomic_store(&job.records[1]->doubts, BEACON_DOUBT_MESSAGES);
    assert_int_equal(prove(&job, true, &stuck), 0);
    atomic_store(&job.records[1]->doubts, 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    job.moved[0] = true;
    assert_int_equal(prove(&job, true, &stuck), 0);
    job.moved[0] = false;
    job.records[1]->lanes[0].kind = BEACON_OTHER; /* it is not known what the rank waits for */
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* Different collectives count as a deadlock only after a while. */
static void different_collectives_meet(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, 2);
    collective(&job, 0, BEACON_ALL, BEACON_NOBODY);
    collective(&job, 1, BEACON_ALL, BEACON_NOBODY);
    job.functions[0] = "MPI_Barrier";
    job.functions[1] = "MPI_Allreduce";
    assert_int_equal(prove(&job, false, &stuck), 0);
    assert_int_equal(prove(&job, true, &stuck), 2);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 1);
    job.functions[0] = "MPI_Allreduce_c";
    assert_int_equal(prove(&job, true, &stuck), 0);
    job.functions[0] = NULL;
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);

    /* One rank is one collective ahead: the other is slow to leave. */
    begin(&job, 2);
    collective(&job, 0, BEACON_ALL, BEACON_NOBODY);
    collective(&job, 1, BEACON_ALL, BEACON_NOBODY);
    collective(&job, 1, BEACON_ALL, BEACON_NOBODY);
    job.functions[0] = "MPI_Barrier";
    job.functions[1] = "MPI_Allreduce";
    assert_int_equal(prove(&job, true, &stuck), 0);
    end(&job);
}

/* In a row, each rank waits for the next one, or each for the one before; the last rank is in
 * `kind`. */
static size_t prove_row(int step, enum beacon_kind kind)
{
    struct job job;
    const struct stuck *stuck;
    begin(&job, RANKS_MAX);
    int last = step > 0 ? RANKS_MAX - 1 : 0;
    for (int i = 0; i < RANKS_MAX; i++)
        if (i != last)
            receive(&job, i, i + step);
    enter(&job, last, kind, RANKS_MAX / 2);
    size_t count = prove(&job, true, &stuck);
    if (count > 0)
        assert_int_equal(stuck[1].needs[0], 1 + step);
    end(&job);
    return count;
}

static void many_ranks_in_a_row(void **state)
{
    (void)state;
    for (int step = -1; step <= 1; step += 2) {
        assert_int_equal(prove_row(step, BEACON_OTHER), 0);
        assert_int_equal(prove_row(step, BEACON_RECEIVE), RANKS_MAX);
    }
}

/* Each half of the job is in a collective of its own; the first half misses a rank. */
static void many_ranks_in_collectives(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, RANKS_MAX);
    for (int i = 0; i < RANKS_MAX; i++) {
        job.records[i]->comms[0] =
            (struct beacon_comm){.id = i < RANKS_MAX / 2 ? 8 : 9, .size = RANKS_MAX / 2};
        if (i != 3)
            collective(&job, i, BEACON_ALL, BEACON_NOBODY);
    }
    assert_int_equal(prove(&job, true, &stuck), 0);
    receive(&job, 3, 4);
    assert_int_equal(prove(&job, true, &stuck), RANKS_MAX / 2);
    assert_int_equal(stuck[0].need_count, 1);
    assert_int_equal(stuck[0].needs[0], 3);
    assert_int_equal(stuck[3].needs[0], 4);
    end(&job);

    /* The list of the ranks that a rank waits for is limited. */
    begin(&job, RANKS_MAX);
    for (int i = 0; i < RANKS_MAX; i++)
        receive(&job, i, BEACON_ANY);
    assert_int_equal(prove(&job, true, &stuck), RANKS_MAX);
    assert_int_equal(stuck[0].need_count, DEADLOCK_NEEDS);
    assert_int_equal(stuck[0].needs[0], 1);
    end(&job);
}

/* If there are more ranks than places in a record, they share places, as long as there is room. */
static void messages_to_many_ranks(void **state)
{
    (void)state;
    struct job job;
    const struct stuck *stuck;
    begin(&job, RANKS_MAX);
    for (int i = 0; i < RANKS_MAX; i++)
        receive(&job, i, (i + 1) % RANKS_MAX);
    for (int to = 1; to < RANKS_MAX; to += BEACON_PEERS)
        *sent(&job, 0, to) = 1;
    assert_int_equal(prove(&job, false, &stuck), 0); /* the messages may arrive */
    for (int to = 1; to < RANKS_MAX; to += BEACON_PEERS) {
        assert_int_equal(*sent(&job, 0, to), 1);
        job.records[to]->received = 1;
    }
    assert_int_equal(prove(&job, false, &stuck), RANKS_MAX);
    for (int to = 1; to < BEACON_PEERS; to++)
        assert_non_null(beacon_peer(job.records[1]->peers, to));
    /* One place is left; it is not among those that this rank would use first. */
    assert_non_null(beacon_peer(job.records[1]->peers, 2 * BEACON_PEERS - 1));
    assert_null(beacon_peer(job.records[1]->peers, 3 * BEACON_PEERS - 1));
    end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_ranks_in_a_row),
        cmocka_unit_test(many_ranks_in_collectives),
        cmocka_unit_test(messages_to_many_ranks),
        cmocka_unit_test(different_collectives_meet),
        cmocka_unit_test(receives_in_a_circle),
        cmocka_unit_test(a_rank_that_computes_may_send),
        cmocka_unit_test(any_source_needs_all),
        cmocka_unit_test(sends_that_nobody_receives),
        cmocka_unit_test(the_send_of_a_sendrecv_may_be_complete),
        cmocka_unit_test(collectives),
        cmocka_unit_test(roots),
        cmocka_unit_test(waits),
        cmocka_unit_test(waits_for_two_messages),
        cmocka_unit_test(waits_for_collectives),
        cmocka_unit_test(waits_for_a_root),
        cmocka_unit_test(waits_for_one_receive),
        cmocka_unit_test(doubts_prove_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
