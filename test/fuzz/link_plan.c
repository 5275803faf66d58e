/* link_plan.c: what the process that links and the one that analyses tell each other. */
#include "cmd/compiler/plan.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cc_question question;
    struct cc_plan plan;
    struct error error;
    fuzz_file("plan", data, size);
    fuzz_file("question", data, size);
    cc_plan_read(fuzz_folder(), &plan, &error);
    cc_plan_free(&plan);
    cc_plan_read_question(fuzz_folder(), &question, &error);
    arena_free(&question.arena);
    return 0;
}
