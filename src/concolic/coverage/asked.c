#include "concolic/coverage/asked.h"

#include "concolic/coverage/shared.h"

struct asked_count {
    _Alignas(uint64_t) _Atomic uint32_t questions;
};

enum {
    QUESTION_BYTES = ASKED_MOST * sizeof(uint64_t),
    ASKED_BYTES = sizeof(struct asked_count) + QUESTION_BYTES + ASKED_BEGINNINGS / 8,
};

int asked_open(struct asked *asked, struct error *error)
{
    char *memory = shared_open(ASKED_BYTES, error);
    if (!memory)
        return -1;
    asked->count = (struct asked_count *)memory;
    asked->questions = (_Atomic uint64_t *)(memory + sizeof(struct asked_count));
    asked->beginnings = (_Atomic uint8_t *)(memory + sizeof(struct asked_count) + QUESTION_BYTES);
    return 0;
}

void asked_close(struct asked *asked)
{
    shared_close(asked->count, ASKED_BYTES);
    *asked = (struct asked){0};
}

/* Returns the place of the key in the table, or the free place where it belongs. */
static size_t asked_place(const struct asked *asked, uint64_t key)
{
    size_t at = key % ASKED_MOST;
    for (uint64_t there; (there = atomic_load(&asked->questions[at])) && there != key;)
        at = (at + 1) % ASKED_MOST;
    return at;
}

bool asked_add(struct asked *asked, uint64_t key)
{
    key = key ? key : 1;
    if (atomic_load(&asked->count->questions) >= ASKED_MOST / 2)
        return !asked_has(asked, key);
    for (;;) {
        uint64_t nobody = 0;
        size_t at = asked_place(asked, key);
        if (atomic_load(&asked->questions[at]) == key)
            return false;
        if (!atomic_compare_exchange_strong(&asked->questions[at], &nobody, key))
            continue;
        atomic_fetch_add(&asked->count->questions, 1);
        return true;
    }
}

bool asked_has(const struct asked *asked, uint64_t key)
{
    key = key ? key : 1;
    return atomic_load(&asked->questions[asked_place(asked, key)]) == key;
}

bool asked_add_beginning(struct asked *asked, uint64_t path)
{
    size_t bit = path % ASKED_BEGINNINGS;
    uint8_t mask = (uint8_t)(1U << (bit % 8));
    return !(atomic_fetch_or(&asked->beginnings[bit / 8], mask) & mask);
}
