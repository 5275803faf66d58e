/* Tests of seal.h: an end that knows the secret is trusted, and no other; a frame arrives as it was
 * sent, or not at all. */
#include "watch/network/seal.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Two ends, and the bytes under way to each. */
struct pair {
    struct secret secret;
    struct seal *caller, *called;
    struct bytes to_caller, to_called;
};

static void pair_begin(struct pair *pair)
{
    *pair = (struct pair){0};
    secret_make(&pair->secret);
    pair->caller = seal_begin(&pair->secret, true, &pair->to_called);
    pair->called = seal_begin(&pair->secret, false, &pair->to_caller);
}

static void pair_end(struct pair *pair)
{
    seal_end(pair->caller);
    seal_end(pair->called);
    bytes_free(&pair->to_caller);
    bytes_free(&pair->to_called);
}

/* Hands the bytes sent to an end to it. */
static bool hear(struct seal *seal, struct bytes *arrived, struct bytes *out)
{
    assert_int_equal(arrived->length, seal_wants(seal));
    bool believed = seal_hear(seal, arrived->data, out);
    bytes_clear(arrived);
    return believed;
}

static void pair_prove(struct pair *pair)
{
    pair_begin(pair);
    assert_true(hear(pair->called, &pair->to_called, &pair->to_caller));
    assert_true(hear(pair->caller, &pair->to_caller, &pair->to_called));
    assert_true(hear(pair->called, &pair->to_called, &pair->to_caller));
    assert_int_equal(seal_wants(pair->caller) + seal_wants(pair->called), 0);
    assert_int_equal(pair->to_caller.length + pair->to_called.length, 0);
}

static void send_text(struct seal *seal, const char *text, struct bytes *out)
{
    struct reader frame = reader_of(text, strlen(text));
    seal_close_frame(seal, &frame, out);
}

/* Takes the next sealed frame; returns whether it is this text. */
static bool receive_text(struct seal *seal, struct bytes *arrived, const char *text)
{
    struct reader frame, sealed, all = reader_of(arrived->data, arrived->length);
    assert_true(reader_frame(&all, &sealed));
    bool right = seal_open_frame(seal, &sealed, &frame) && frame.left == strlen(text) &&
                 memcmp(frame.at, text, frame.left) == 0;
    bytes_drop(arrived, arrived->length - all.left);
    return right;
}

static void test_both_prove(void **state)
{
    (void)state;
    struct pair pair;
    pair_prove(&pair);
    for (int i = 0; i < 3; i++) {
        send_text(pair.caller, "from below", &pair.to_called);
        send_text(pair.called, "from above", &pair.to_caller);
        send_text(pair.called, "", &pair.to_caller);
    }
    assert_null(memmem(pair.to_called.data, pair.to_called.length, "below", 5));
    for (int i = 0; i < 3; i++) {
        assert_true(receive_text(pair.called, &pair.to_called, "from below"));
        assert_true(receive_text(pair.caller, &pair.to_caller, "from above"));
        assert_true(receive_text(pair.caller, &pair.to_caller, ""));
    }
    pair_end(&pair);
}

/* Somebody listens at the hub's address: the caller notices that, and proves nothing to the
 * impostor. */
static void test_impostor_is_called(void **state)
{
    (void)state;
    struct pair pair;
    struct secret other;
    pair_begin(&pair);
    secret_make(&other);
    seal_end(pair.called);
    pair.called = seal_begin(&other, false, &pair.to_caller);
    assert_null(memmem(pair.to_called.data, pair.to_called.length, pair.secret.bytes, 8));
    assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
    assert_false(hear(pair.caller, &pair.to_caller, &pair.to_called));
    assert_int_equal(pair.to_called.length, 0);
    assert_int_not_equal(seal_wants(pair.caller), 0);
    pair_end(&pair);
}

static void test_impostor_calls(void **state)
{
    (void)state;
    struct pair pair;
    struct secret other;
    pair_begin(&pair);
    secret_make(&other);
    struct bytes guess = {0};
    assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
    assert_null(memmem(pair.to_caller.data, pair.to_caller.length, pair.secret.bytes, 8));
    bytes_add(&guess, other.bytes, sizeof other.bytes);
    memset(bytes_room(&guess, seal_wants(pair.called)), 0, seal_wants(pair.called));
    guess.length = seal_wants(pair.called);
    assert_false(hear(pair.called, &guess, &pair.to_caller));
    assert_int_not_equal(seal_wants(pair.called), 0);
    bytes_free(&guess);
    pair_end(&pair);
}

static void test_no_magic(void **state)
{
    (void)state;
    struct pair pair;
    pair_begin(&pair);
    pair.to_called.data[0] ^= 1;
    assert_false(hear(pair.called, &pair.to_called, &pair.to_caller));
    assert_int_equal(pair.to_caller.length, 0);
    pair_end(&pair);
}

/* Everything that a caller once sent is sent again: the nonce of the called monitor differs. */
static void test_replay(void **state)
{
    (void)state;
    struct pair pair;
    struct bytes first = {0}, second = {0};
    pair_begin(&pair);
    bytes_add(&first, pair.to_called.data, pair.to_called.length);
    assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
    assert_true(hear(pair.caller, &pair.to_caller, &pair.to_called));
    bytes_add(&second, pair.to_called.data, pair.to_called.length);
    assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));

    struct seal *again = seal_begin(&pair.secret, false, &pair.to_caller);
    assert_true(hear(again, &first, &pair.to_caller));
    assert_false(hear(again, &second, &pair.to_caller));
    seal_end(again);
    bytes_free(&first);
    bytes_free(&second);
    pair_end(&pair);
}

/* The called monitor gets its own proof back; a caller that is called gets its own nonce back. */
static void test_reflection(void **state)
{
    (void)state;
    enum { NONCE = 32 };
    struct pair pair;
    struct bytes mirror = {0};
    pair_begin(&pair);
    bytes_add(&mirror, pair.to_called.data + pair.to_called.length - NONCE, NONCE);
    assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
    bytes_add(&pair.to_called, pair.to_caller.data + NONCE, pair.to_caller.length - NONCE);
    assert_false(hear(pair.called, &pair.to_called, &pair.to_caller));
    /* The proof is for the role of the called monitor, but for other nonces. */
    bytes_add(&mirror, pair.to_caller.data + NONCE, seal_wants(pair.caller) - NONCE);
    assert_false(hear(pair.caller, &mirror, &pair.to_called));
    bytes_free(&mirror);
    pair_end(&pair);
}

/* Changes every byte of the messages before the frames. */
static void test_changed_proof(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEAL_GREETING; i++) {
        struct pair pair;
        pair_begin(&pair);
        assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
        pair.to_caller.data[i] ^= 0x10;
        bool believed = hear(pair.caller, &pair.to_caller, &pair.to_called);
        if (believed) { /* the changed byte is in the header, without which no frame can be opened
                         */
            assert_true(hear(pair.called, &pair.to_called, &pair.to_caller));
            send_text(pair.called, "word", &pair.to_caller);
            assert_false(receive_text(pair.caller, &pair.to_caller, "word"));
        }
        pair_end(&pair);
    }
}

static void test_changed_frame(void **state)
{
    (void)state;
    static const char text[] = "a frame";
    for (size_t i = 0; i < (sizeof text - 1 + SEAL_MORE) * 8; i++) {
        struct pair pair;
        pair_prove(&pair);
        send_text(pair.called, text, &pair.to_caller);
        send_text(pair.called, text, &pair.to_caller);
        pair.to_caller.data[sizeof(uint32_t) + i / 8] ^= (unsigned char)(1 << i % 8);
        assert_false(receive_text(pair.caller, &pair.to_caller, text));
        pair_end(&pair);
    }
}

static void test_order(void **state)
{
    (void)state;
    struct pair pair;
    struct bytes first = {0}, second = {0};
    pair_prove(&pair);
    send_text(pair.called, "first", &first);
    send_text(pair.called, "second", &second);
    assert_false(receive_text(pair.caller, &second, "second")); /* the first was left out */
    pair_end(&pair);

    bytes_clear(&first);
    pair_prove(&pair);
    send_text(pair.called, "first", &first);
    bytes_clear(&second);
    bytes_add(&second, first.data, first.length);
    assert_true(receive_text(pair.caller, &first, "first"));
    assert_false(receive_text(pair.caller, &second, "first")); /* it was repeated */
    pair_end(&pair);

    bytes_clear(&first);
    pair_prove(&pair);
    send_text(pair.called, "first", &first);
    assert_false(receive_text(pair.called, &first, "first")); /* it was sent back */
    pair_end(&pair);
    bytes_free(&first);
    bytes_free(&second);
}

/* A frame of another connection of the same job. */
static void test_other_connection(void **state)
{
    (void)state;
    struct pair pair, other;
    pair_prove(&pair);
    pair_begin(&other);
    seal_end(other.caller);
    seal_end(other.called);
    bytes_clear(&other.to_called);
    other.secret = pair.secret;
    other.caller = seal_begin(&other.secret, true, &other.to_called);
    other.called = seal_begin(&other.secret, false, &other.to_caller);
    assert_true(hear(other.called, &other.to_called, &other.to_caller));
    assert_true(hear(other.caller, &other.to_caller, &other.to_called));
    assert_true(hear(other.called, &other.to_called, &other.to_caller));
    send_text(other.called, "word", &pair.to_caller);
    assert_false(receive_text(pair.caller, &pair.to_caller, "word"));
    pair_end(&pair);
    pair_end(&other);
}

static void test_cut_frame(void **state)
{
    (void)state;
    struct pair pair;
    struct reader frame;
    pair_prove(&pair);
    send_text(pair.called, "word", &pair.to_caller);
    for (size_t length = 0; length < 4 + SEAL_MORE; length++) {
        struct reader sealed = reader_of(pair.to_caller.data + sizeof(uint32_t), length);
        assert_false(seal_open_frame(pair.caller, &sealed, &frame));
    }
    pair_end(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_prove),     cmocka_unit_test(test_impostor_is_called),
        cmocka_unit_test(test_impostor_calls), cmocka_unit_test(test_no_magic),
        cmocka_unit_test(test_replay),         cmocka_unit_test(test_reflection),
        cmocka_unit_test(test_changed_proof),  cmocka_unit_test(test_changed_frame),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_other_connection),
        cmocka_unit_test(test_cut_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
