#include "runtime/world/model/signature.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EXPANDED_MAX = 3000, ROUNDS = 4000 };

/* A signature with the sequence that it stands for. */
struct example {
    struct signature *signature;
    size_t count;
    signature_code codes[EXPANDED_MAX];
};

static uint64_t random_state;

static unsigned pick(unsigned below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return below > 0 ? (unsigned)(random_state >> 33) % below : 0;
}

static signature_code code_number(unsigned which)
{
    static const char *const names[] = {"MPI_INT", "MPI_DOUBLE", "MPI_CHAR"};
    return signature_code_of(names[which]);
}

static uint64_t code_bytes(signature_code code)
{
    return code == code_number(0) ? 4 : code == code_number(1) ? 8 : 1;
}

/* Returns a tree of at most `depth` levels; parts that would grow too long are left out on both
 * sides. */
static struct example *random_example(unsigned depth)
{
    struct example *example = calloc(1, sizeof *example);
    assert_non_null(example);
    if (depth == 0 || pick(4) == 0) {
        example->codes[0] = code_number(pick(3));
        example->count = 1;
        example->signature = signature_of_code(example->codes[0], code_bytes(example->codes[0]));
        return example;
    }
    struct example *children[4];
    struct signature_part parts[4];
    size_t child_count = pick(5);
    for (size_t i = 0; i < child_count; i++) {
        bool again = i > 0 && pick(4) == 0;
        children[i] = again ? children[i - 1] : random_example(depth - 1);
        parts[i] = (struct signature_part){children[i]->signature, pick(4)};
        if (example->count + children[i]->count * parts[i].repeat > EXPANDED_MAX)
            parts[i].repeat = 0;
        for (uint64_t j = 0; j < parts[i].repeat; j++) {
            memcpy(example->codes + example->count, children[i]->codes,
                   children[i]->count * sizeof *example->codes);
            example->count += children[i]->count;
        }
    }
    example->signature = signature_join(parts, child_count);
    for (size_t i = 0; i < child_count; i++)
        if (i == 0 || children[i] != children[i - 1]) {
            free(children[i]->signature);
            free(children[i]);
        }
    return example;
}

/* Builds a sequence anew, in pieces of random length. */
static struct signature *regroup(const signature_code *codes, size_t count)
{
    struct signature *all = signature_join(NULL, 0);
    for (size_t at = 0; at < count;) {
        size_t length = 1 + pick((unsigned)(count - at));
        struct signature *piece = signature_join(NULL, 0);
        for (size_t i = at; i < at + length; i++) {
            struct signature *one = signature_of_code(codes[i], code_bytes(codes[i]));
            struct signature *more =
                signature_join((struct signature_part[]){{piece, 1}, {one, 1}}, 2);
            free(one);
            free(piece);
            piece = more;
        }
        struct signature *more = signature_join((struct signature_part[]){{all, 1}, {piece, 1}}, 2);
        free(all);
        free(piece);
        all = more;
        at += length;
    }
    return all;
}

static void check_verdict(struct signature_verdict verdict, const signature_code *sent,
                          size_t sent_count, const signature_code *received, size_t received_count)
{
    size_t common = sent_count < received_count ? sent_count : received_count;
    for (size_t i = 0; i < common; i++)
        if (sent[i] != received[i]) {
            assert_int_equal(verdict.relation, SIGNATURE_DIFFERENT);
            assert_int_equal(verdict.index, i);
            assert_int_equal(verdict.sent, sent[i]);
            assert_int_equal(verdict.received, received[i]);
            return;
        }
    assert_int_equal(verdict.relation, sent_count == received_count  ? SIGNATURE_EQUAL
                                       : sent_count < received_count ? SIGNATURE_SHORTER
                                                                     : SIGNATURE_LONGER);
}

static void test_built_as_written_out(void **state)
{
    (void)state;
    random_state = 1;
    for (int round = 0; round < ROUNDS; round++) {
        struct example *example = random_example(5);
        uint64_t bytes = 0;
        for (size_t i = 0; i < example->count; i++)
            bytes += code_bytes(example->codes[i]);
        assert_int_equal(example->signature->elements, example->count);
        assert_int_equal(example->signature->bytes, bytes);
        assert_true(signature_valid(example->signature, signature_size(example->signature)));
        struct signature *other = regroup(example->codes, example->count < 60 ? example->count : 0);
        if (example->count < 60) {
            assert_int_equal(signature_hash(example->signature, 1), signature_hash(other, 1));
            assert_int_equal(signature_compare(example->signature, 3, other, 3).relation,
                             SIGNATURE_EQUAL);
        }
        free(other);
        free(example->signature);
        free(example);
    }
}

/* Compares two random trees: nearly all differ early, or one is a prefix. */
static void test_compare_random(void **state)
{
    (void)state;
    random_state = 2;
    unsigned seen[4] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        struct example *sent = random_example(pick(5)), *received = random_example(pick(5));
        struct signature_verdict verdict =
            signature_compare(sent->signature, 1, received->signature, 1);
        check_verdict(verdict, sent->codes, sent->count, received->codes, received->count);
        seen[verdict.relation]++;
        free(sent->signature);
        free(received->signature);
        free(sent);
        free(received);
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 20);
}

/* Compares a message with the same one in other groups, cut, with one element changed, and
 * repeated. */
static void test_compare_changed(void **state)
{
    (void)state;
    random_state = 3;
    for (int round = 0; round < ROUNDS; round++) {
        struct example *sent = random_example(4);
        unsigned count = 1 + pick(3);
        size_t length = sent->count * count;
        if (sent->count > 0 && length < 200) {
            signature_code all[200], changed[200];
            for (size_t i = 0; i < length; i++)
                all[i] = changed[i] = sent->codes[i % sent->count];
            size_t kept = length - (pick(2) ? pick((unsigned)length) : 0);
            if (pick(2))
                changed[pick((unsigned)kept)] = code_number(pick(3));
            struct signature *received = regroup(changed, kept);
            check_verdict(signature_compare(sent->signature, count, received, 1), all, length,
                          changed, kept);
            check_verdict(signature_compare(received, 1, sent->signature, count), changed, kept,
                          all, length);
            free(received);
        }
        free(sent->signature);
        free(sent);
    }
}

static struct signature *int_double(void)
{
    struct signature *first = signature_of_code(code_number(0), 4);
    struct signature *second = signature_of_code(code_number(1), 8);
    struct signature *both = signature_join((struct signature_part[]){{first, 1}, {second, 1}}, 2);
    free(first);
    free(second);
    return both;
}

static void test_large_counts_stay_small(void **state)
{
    (void)state;
    struct signature *both = int_double();
    struct signature *million = signature_join((struct signature_part[]){{both, 1000000}}, 1);
    struct signature *nested = signature_join((struct signature_part[]){{million, 1000000}}, 1);
    assert_int_equal(million->run_count, 3);
    assert_int_equal(nested->run_count, 3);
    assert_int_equal(nested->elements, UINT64_C(2000000000000));
    assert_int_equal(nested->bytes, UINT64_C(12000000000000));
    assert_int_equal(signature_compare(nested, 1, million, 1000000).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(nested, 1, both, UINT64_C(1000000000000)).relation,
                     SIGNATURE_EQUAL);
    assert_int_equal(signature_hash(nested, 3), signature_hash(both, UINT64_C(3000000000000)));
    assert_int_equal(signature_compare(nested, 1, both, UINT64_C(999999999999)).relation,
                     SIGNATURE_LONGER);
    assert_int_equal(signature_compare(nested, 1, both, UINT64_C(1000000000001)).relation,
                     SIGNATURE_SHORTER);

    /* One more integer in the middle of a very long message. */
    struct signature *whole = signature_of_code(code_number(0), 4);
    struct signature *odd = signature_join(
        (struct signature_part[]){{million, 700000}, {whole, 1}, {million, 300000}}, 3);
    struct signature_verdict verdict = signature_compare(odd, 1, nested, 1);
    assert_int_equal(verdict.relation, SIGNATURE_DIFFERENT);
    assert_int_equal(verdict.index, UINT64_C(1400000000001));
    assert_int_equal(verdict.sent, code_number(0));
    assert_int_equal(verdict.received, code_number(1));

    /* Numbers that do not fit saturate. */
    assert_int_equal(signature_elements(nested, UINT64_MAX), UINT64_MAX);
    assert_int_equal(signature_bytes(nested, UINT64_MAX / 2), UINT64_MAX);
    free(both);
    free(million);
    free(nested);
    free(whole);
    free(odd);
}

static void test_equal_members_are_one_repeat(void **state)
{
    (void)state;
    enum { MEMBERS = 10000 };
    struct signature *both = int_double();
    struct signature_part *parts = calloc(MEMBERS, sizeof *parts);
    assert_non_null(parts);
    for (size_t i = 0; i < MEMBERS; i++)
        parts[i] = (struct signature_part){both, 1};
    struct signature *joined = signature_join(parts, MEMBERS);
    assert_int_equal(joined->run_count, 3);
    assert_int_equal(signature_compare(joined, 1, both, MEMBERS).relation, SIGNATURE_EQUAL);
    free(parts);
    free(joined);
    free(both);
}

/* int, then 1, 2, 3 ... doubles: nothing repeats. */
static struct signature *irregular(size_t members)
{
    struct signature *whole = signature_of_code(code_number(0), 4);
    struct signature *real = signature_of_code(code_number(1), 8);
    struct signature_part *parts = calloc(members * 2, sizeof *parts);
    assert_non_null(parts);
    for (size_t i = 0; i < members; i++) {
        parts[2 * i] = (struct signature_part){whole, 1};
        parts[2 * i + 1] = (struct signature_part){real, i + 1};
    }
    struct signature *joined = signature_join(parts, members * 2);
    free(parts);
    free(whole);
    free(real);
    return joined;
}

static void test_opaque(void **state)
{
    (void)state;
    struct signature *most = irregular(SIGNATURE_RUNS_MAX / 2);
    assert_int_equal(most->run_count, SIGNATURE_RUNS_MAX);
    assert_int_equal(most->flags, 0);
    struct signature *opaque = irregular(SIGNATURE_RUNS_MAX / 2 + 1);
    struct signature *other = irregular(SIGNATURE_RUNS_MAX / 2 + 2);
    assert_int_equal(opaque->flags, SIGNATURE_OPAQUE);
    assert_int_equal(opaque->run_count, 0);
    assert_true(signature_valid(opaque, signature_size(opaque)));
    uint64_t members = SIGNATURE_RUNS_MAX / 2 + 1;
    assert_int_equal(opaque->elements, members + members * (members + 1) / 2);
    assert_int_equal(opaque->bytes, 4 * members + 8 * members * (members + 1) / 2);

    assert_int_equal(signature_compare(opaque, 2, opaque, 2).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(opaque, 2, opaque, 3).relation, SIGNATURE_SHORTER);
    assert_int_equal(signature_compare(opaque, 3, opaque, 2).relation, SIGNATURE_LONGER);
    struct signature *twice = signature_join((struct signature_part[]){{opaque, 2}}, 1);
    assert_int_equal(signature_compare(opaque, 2, twice, 1).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_hash(opaque, 2), signature_hash(twice, 1));

    /* A whole opaque message and one that is no prefix of it. */
    struct signature *real = signature_of_code(code_number(1), 8);
    struct signature_verdict verdict = signature_compare(opaque, 1, real, opaque->elements);
    assert_int_equal(verdict.relation, SIGNATURE_DIFFERENT);
    assert_true(verdict.index == SIGNATURE_INDEX_UNKNOWN);
    /* It ends inside the other's element: unknown, so nothing is reported. */
    assert_int_equal(signature_compare(opaque, 1, other, 1).relation, SIGNATURE_SHORTER);
    free(most);
    free(opaque);
    free(other);
    free(twice);
    free(real);
}

static void test_rules_of_mpi(void **state)
{
    (void)state;
    struct signature *packed = signature_of_code(signature_code_of("MPI_PACKED"), 1);
    struct signature *byte = signature_of_code(signature_code_of("MPI_BYTE"), 1);
    struct signature *integer = signature_of_code(code_number(0), 4);
    struct signature *fortran = signature_of_code(signature_code_of("MPI_INTEGER"), 4);
    struct signature *sized = signature_of_code(signature_code_of("MPI_INT32_T"), 4);
    struct signature *both = int_double();
    struct signature *mixed =
        signature_join((struct signature_part[]){{integer, 1}, {packed, 8}}, 2);

    assert_int_equal(signature_compare(packed, 12, both, 1).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(both, 1, packed, 12).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(both, 1, packed, 100).relation, SIGNATURE_SHORTER);
    assert_int_equal(signature_compare(both, 2, packed, 23).relation, SIGNATURE_LONGER);
    assert_int_equal(signature_compare(mixed, 1, both, 1).relation, SIGNATURE_EQUAL);

    assert_int_equal(signature_compare(byte, 4, byte, 4).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(byte, 4, integer, 1).relation, SIGNATURE_DIFFERENT);
    assert_int_equal(signature_compare(integer, 1, byte, 4).relation, SIGNATURE_DIFFERENT);
    assert_int_equal(signature_compare(integer, 1, fortran, 1).relation, SIGNATURE_DIFFERENT);
    assert_int_equal(signature_compare(integer, 1, sized, 1).relation, SIGNATURE_DIFFERENT);

    /* An empty message is a prefix of everything, whatever its type. */
    assert_int_equal(signature_compare(byte, 0, integer, 1).relation, SIGNATURE_SHORTER);
    assert_int_equal(signature_compare(byte, 0, integer, 0).relation, SIGNATURE_EQUAL);
    assert_int_equal(signature_compare(integer, 1, byte, 0).relation, SIGNATURE_LONGER);
    assert_int_equal(signature_hash(byte, 0), signature_hash(integer, 0));
    assert_int_not_equal(signature_hash(integer, 2), signature_hash(integer, 3));
    free(packed);
    free(byte);
    free(integer);
    free(fortran);
    free(sized);
    free(both);
    free(mixed);
}

static void test_names(void **state)
{
    (void)state;
    char name[64];
    assert_string_equal(signature_code_name(signature_code_of("MPI_INT"), name, sizeof name),
                        "MPI_INT");
    assert_int_equal(signature_code_of("MPI_COMM_WORLD"), SIGNATURE_NO_CODE);
    assert_int_equal(signature_code_of("MPI_NOTHING"), SIGNATURE_NO_CODE);
    signature_code real = signature_code_of_f90(SIGNATURE_F90_REAL, 15, 307);
    assert_string_equal(signature_code_name(real, name, sizeof name),
                        "MPI_Type_create_f90_real(15, 307)");
    assert_int_not_equal(real, signature_code_of_f90(SIGNATURE_F90_COMPLEX, 15, 307));
    assert_int_not_equal(real, signature_code_of_f90(SIGNATURE_F90_REAL, 15, -1));
    assert_string_equal(
        signature_code_name(signature_code_of_f90(SIGNATURE_F90_INTEGER, 9, -1), name, sizeof name),
        "MPI_Type_create_f90_integer(9)");
    assert_string_equal(
        signature_code_name(signature_code_of_f90(SIGNATURE_F90_REAL, -1, 4931), name, sizeof name),
        "MPI_Type_create_f90_real(range 4931)");
    signature_code_name(SIGNATURE_OTHER_CODE, name, sizeof name);
    assert_string_equal(name, "a type without a name");
}

static void test_print(void **state)
{
    (void)state;
    char text[80], small[16];
    struct signature *both = int_double();
    struct signature *one = signature_of_code(code_number(2), 1);
    struct signature *nested =
        signature_join((struct signature_part[]){{one, 2}, {both, 1000}, {one, 1}}, 3);
    struct signature *empty = signature_join(NULL, 0);
    assert_string_equal(signature_print(one, 5, text, sizeof text), "5 MPI_CHAR");
    assert_string_equal(signature_print(both, 1, text, sizeof text), "MPI_INT, MPI_DOUBLE");
    assert_string_equal(signature_print(both, 7, text, sizeof text), "7 x (MPI_INT, MPI_DOUBLE)");
    assert_string_equal(signature_print(nested, 1, text, sizeof text),
                        "2 MPI_CHAR, 1000 x (MPI_INT, MPI_DOUBLE), MPI_CHAR");
    assert_string_equal(signature_print(nested, 1, small, sizeof small), "2 MPI_CHAR, ...");
    assert_string_equal(signature_print(empty, 9, text, sizeof text), "nothing");
    assert_string_equal(signature_print(one, 0, text, sizeof text), "nothing");
    free(both);
    free(one);
    free(nested);
    free(empty);
}

/* A group that reaches beyond the end of the block is detected before anything there is read. */
static void test_group_too_long(void **state)
{
    (void)state;
    struct signature *both = int_double();
    struct signature *group = signature_join((struct signature_part[]){{both, 5}}, 1);
    for (uint32_t span = group->run_count; span < 1000; span++) {
        group->runs[0].span = span;
        assert_false(signature_valid(group, signature_size(group)));
    }
    group->runs[0].span = UINT32_MAX;
    assert_false(signature_valid(group, signature_size(group)));
    free(both);
    free(group);
}

/* Any damage to a block is detected, or leaves a valid block. */
static void test_damaged_blocks(void **state)
{
    (void)state;
    random_state = 4;
    for (int round = 0; round < ROUNDS; round++) {
        struct example *example = random_example(4);
        size_t size = signature_size(example->signature);
        struct signature *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, example->signature, size);
        assert_false(signature_valid(copy, size - 1));
        ((unsigned char *)copy)[pick((unsigned)size)] ^= (unsigned char)(1u << pick(8));
        if (signature_valid(copy, size)) {
            char text[200];
            signature_compare(copy, 3, example->signature, 2);
            signature_compare(example->signature, 2, copy, 3);
            signature_print(copy, 2, text, sizeof text);
        }
        free(copy);
        free(example->signature);
        free(example);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_as_written_out),
        cmocka_unit_test(test_compare_random),
        cmocka_unit_test(test_compare_changed),
        cmocka_unit_test(test_large_counts_stay_small),
        cmocka_unit_test(test_equal_members_are_one_repeat),
        cmocka_unit_test(test_opaque),
        cmocka_unit_test(test_rules_of_mpi),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_group_too_long),
        cmocka_unit_test(test_damaged_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
