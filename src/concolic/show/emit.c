/* emit.c: writes tests that remain useful when the search is over. */
#include "concolic/show/emit.h"

#include "base/file.h"
#include "base/memory.h"
#include "concolic/search/corpus.h"
#include "concolic/search/search.h"
#include "concolic/search/tester.h"

#include <stdlib.h>

enum { LIST_CAP = 1 << 24 };

int concolic_emit_tests(const struct record *record, const struct concolic_result *result,
                        const char *directory, struct error *error)
{
    struct input_originals originals = tester_originals(record);
    struct text list;
    int failed = 0;
    text_init(&list, LIST_CAP);
    text_add(&list, "# add_subdirectory() this directory, after enable_testing().\n");
    for (size_t i = 0; !failed && i < result->test_count; i++) {
        const struct concolic_test *test = &result->tests[i];
        struct reader reader = reader_of(test->input, test->length);
        struct input input;
        if (input_read(&reader, &input, error) != 0) {
            failed = -1;
            break;
        }
        char *path = memory_printf("%s/%s", directory, test->name);
        failed = corpus_write(&input, &originals, test->what, path, error);
        text_addf(&list,
                  "add_test(NAME tutti.%s COMMAND sh \"${CMAKE_CURRENT_LIST_DIR}/%s/run.sh\")\n",
                  test->name, test->name);
        free(path);
        input_free(&input);
    }
    char *path = memory_printf("%s/CMakeLists.txt", directory);
    if (!failed)
        failed = file_make_directory(directory, error);
    if (!failed)
        failed = file_write(path, list.data, list.length, error);
    if (!failed)
        failed = file_sync_tree(directory, error);
    free(path);
    text_free(&list);
    return failed;
}
