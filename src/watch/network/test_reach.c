/* Tests of reach.h: the address that other machines need, and no other. */
#include "watch/network/reach.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_interface(void **state)
{
    (void)state;
    char address[REACH_ADDRESS];
    assert_true(reach_interface("lo", address));
    assert_string_equal(address, "127.0.0.1");
    assert_false(reach_interface("nowhere0", address));
}

static void test_this_machine(void **state)
{
    (void)state;
    char address[REACH_ADDRESS], own[REACH_ADDRESS];
    char *all = reach_addresses(47);
    assert_non_null(strstr(all, "127.0.0.1:47"));
    snprintf(own, sizeof own, "%.*s", (int)strcspn(all, ":"), all);
    free(all);
    const char *names[] = {"localhost", "127.0.0.1", own, "127.0.0.2"};
    for (size_t count = 1; count <= 4; count++) {
        assert_true(reach_hosts(names, count, address));
        assert_string_equal(address, "127.0.0.1");
    }
}

static void test_unknown(void **state)
{
    (void)state;
    char address[REACH_ADDRESS];
    const char *names[] = {"localhost", "no.such.machine.invalid"};
    assert_false(reach_hosts(names, 0, address));
    assert_false(reach_hosts(names, 2, address));
}

/* If there is a route to other machines, it begins at an address of this machine. */
static void test_elsewhere(void **state)
{
    (void)state;
    char address[REACH_ADDRESS], with_port[REACH_ADDRESS + 8];
    const char *names[] = {"localhost", "198.51.100.1", "198.51.100.2"};
    if (!reach_hosts(names, 3, address))
        skip(); /* no route */
    char *all = reach_addresses(47);
    snprintf(with_port, sizeof with_port, "%s:47", address);
    assert_non_null(strstr(all, with_port));
    assert_int_not_equal(strncmp(address, "127.", 4), 0);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interface),
        cmocka_unit_test(test_this_machine),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
