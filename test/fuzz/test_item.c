/* test_item.c: what items and results of `tutti test` are in a journal: inputs, and accounts of
 * executions. */
#include "concolic/search/account.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_item(const uint8_t *data, size_t size)
{
    struct input input, again;
    struct error error;
    struct aim aim;
    struct text out;
    struct bytes bytes = {0};
    if (item_read(data, size, &input, &aim, &error) != 0)
        return;
    text_init(&out, 1 << 20);
    input_describe(&input, &out);
    for (size_t i = 0; i < input.mark_count; i++)
        input_describe_mark(&input.marks[i], &out);
    choices_describe(input.choices, input.choice_count, &out);
    input_write(&input, &bytes);
    struct reader reader = reader_of(bytes.data, bytes.length);
    if (input_read(&reader, &again, &error) != 0) {
        fprintf(stderr, "what was written cannot be read: %s\n", error.text);
        abort();
    }
    input_distance(&input, &again);
    input_free(&again);
    input_free(&input);
    bytes_free(&bytes);
    text_free(&out);
}

static void read_account(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct account account;
    struct bytes bytes = {0};
    if (account_read(data, size, &arena, &account)) {
        account_write(&account, &bytes);
        for (size_t i = 0; i < account.symptom_count; i++)
            (void)!strlen(account.symptoms[i].rule);
    }
    bytes_free(&bytes);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_item(data, size);
    read_account(data, size);
    return 0;
}
