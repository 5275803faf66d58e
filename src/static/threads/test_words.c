/* test_words.c: parallelism words: the automaton of figure 2.5, and the words of calls as in
 * figures 2.4, 4.3 and 4.5. */
#include "static/threads/sites.h"
#include "static/threads/test_threading.h"

/* Letters: P a team, 1 a team of one, M main thread, F another thread, S single, C section, T task,
 * L taskloop, W worksharing loop, X a POSIX thread. */
static struct word word_of(const char *letters, struct word_letter *space)
{
    static const char kinds[] = "P1MFSCTLWX";
    struct word word = {space, 0};
    for (; *letters; letters++)
        switch (*letters) {
#define KIND(letter, name)                                                       \
    case letter:                                                                 \
        space[word.count++] = (struct word_letter){.kind = (name), .thread = 1}; \
        break;
            KIND('P', WORD_PARALLEL)
            KIND('1', WORD_ALONE)
            KIND('M', WORD_MASTER)
            KIND('F', WORD_FIXED)
            KIND('S', WORD_SINGLE)
            KIND('C', WORD_SECTION)
            KIND('T', WORD_TASK)
            KIND('L', WORD_TASKS)
            KIND('W', WORD_LOOP)
            KIND('X', WORD_THREAD)
        default:
            fail_msg("%c is not one of %s", *letters, kinds);
        }
    return word;
}

static void test_automaton(void **state)
{
    static const struct {
        const char *word;
        enum word_level level;
    } cases[] = {
        {"", LEVEL_SINGLE},        {"1", LEVEL_SINGLE},        {"S", LEVEL_SINGLE},
        {"M", LEVEL_SINGLE},       {"T", LEVEL_SINGLE},        {"W", LEVEL_SINGLE},
        {"1S", LEVEL_SINGLE},      {"PM", LEVEL_FUNNELED},     {"PMPM", LEVEL_FUNNELED},
        {"1PM", LEVEL_FUNNELED},   {"PM1", LEVEL_FUNNELED},    {"PS", LEVEL_SERIALIZED},
        {"PF", LEVEL_SERIALIZED},  {"PC", LEVEL_SERIALIZED},   {"PST", LEVEL_SERIALIZED},
        {"PMT", LEVEL_SERIALIZED}, {"PSPM", LEVEL_SERIALIZED}, {"PMPS", LEVEL_SERIALIZED},
        {"X", LEVEL_SERIALIZED},   {"P", LEVEL_MULTIPLE},      {"PW", LEVEL_MULTIPLE},
        {"PT", LEVEL_MULTIPLE},    {"PSL", LEVEL_MULTIPLE},    {"PP", LEVEL_MULTIPLE},
        {"PPS", LEVEL_MULTIPLE},   {"PPM", LEVEL_MULTIPLE},    {"PSP", LEVEL_MULTIPLE},
        {"PMP", LEVEL_MULTIPLE},   {"P1", LEVEL_MULTIPLE},     {"P1S", LEVEL_MULTIPLE},
        {"XP", LEVEL_MULTIPLE},    {"PPSPS", LEVEL_MULTIPLE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct word_letter letters[8];
        enum word_level level = word_level(word_of(cases[i].word, letters));
        if (level != cases[i].level)
            fail_msg("%s needs %s", cases[i].word, word_level_name(level));
    }
}

/* Returns the words of all MPI calls in all regions of the program, in order of their lines. */
static char *words_found(struct static_run *run)
{
    enum { CAP = 4096, MOST_LINES = 100 };
    struct threading *threading = threading_create(run);
    const char *words[MOST_LINES] = {NULL};
    struct arena arena = {0};
    struct text text;
    text_init(&text, CAP);
    assert_non_null(threading);
    for (uint32_t i = 0; i < threading->program->function_count; i++) {
        const struct ir_function *function = threading->program->functions[i];
        for (uint32_t k = 0; threading->serial[i] && k < function->call_count; k++) {
            const struct ir_function *body = openmp_body(threading->openmp, function->calls[k]);
            if (!body)
                continue;
            struct team *team = team_build(threading, function->calls[k], body);
            struct team_sites sites;
            team_sites_find(&sites, team);
            for (size_t s = 0; s < sites.count; s++)
                words[sites.list[s].call->place.line] = word_text(
                    &arena, sites.list[s].word, team_barriers_before(team, sites.list[s].node));
            team_sites_free(&sites);
            team_free(team);
        }
    }
    for (int line = 0; line < MOST_LINES; line++)
        if (words[line])
            text_addf(&text, "%s%s", text.length ? ", " : "", words[line]);
    arena_free(&arena);
    threading_free(threading);
    char *found = text_take(&text);
    text_free(&text);
    return found;
}

static void check_words(const char *body, const char *expected)
{
    struct test_program program = {.functions = "static void tell(int n)\n{\n#pragma omp single\n"
                                                "    SEND\n}\n",
                                   .body = body};
    free(test_source(&program, "INIT"));
    for (int i = 0; i < 2; i++) {
        struct ir_program *compiled = test_compile(i ? "-O2" : "-O0");
        struct static_run run = {.analysis = analysis_create(compiled)};
        char *found = words_found(&run);
        assert_string_equal(found, expected);
        free(found);
        analysis_free(run.analysis);
        ir_program_free(compiled);
    }
}

static void test_words(void **state)
{
    (void)state;
    check_words("#pragma omp parallel\n    SEND\n", "P");
    /* Figure 2.4 b and 4.5 a: examples 4 and 5. */
    check_words("#pragma omp parallel\n    {\n#pragma omp single nowait\n    SEND\n"
                "#pragma omp single\n    SEND\n    }\n",
                "P S, P S");
    check_words("#pragma omp parallel\n    {\n#pragma omp single\n    SEND\n"
                "#pragma omp single\n    SEND\n#pragma omp barrier\n    SEND\n    }\n",
                "P S, P B S, P B B B");
    /* Figure 4.3. */
    check_words("#pragma omp parallel\n    {\n#pragma omp barrier\n#pragma omp parallel\n    {\n"
                "#pragma omp single\n    SEND\n    }\n    }\n",
                "P P S");
    /* Through a function, twice: the last way counts here. */
    check_words("#pragma omp parallel\n    tell(1);\n", "P S");
    check_words("#pragma omp parallel\n    {\n#pragma omp master\n    SEND\n#pragma omp masked\n"
                "    SEND\n#pragma omp masked filter(2)\n    SEND\n"
                "    if (omp_get_thread_num() == 0)\n        SEND\n    }\n",
                "P M, P M, P S, P M");
    check_words("#pragma omp parallel sections\n    {\n#pragma omp section\n    SEND\n"
                "#pragma omp section\n    SEND\n    }\n",
                "P S, P S");
    check_words("#pragma omp parallel\n    {\n#pragma omp single\n    {\n#pragma omp task\n"
                "    SEND\n#pragma omp parallel num_threads(1)\n    SEND\n    }\n    }\n",
                "P S S, P S P1");
    check_words("#pragma omp parallel\n    for (int i = 0; i < 3; i++) {\n#pragma omp barrier\n"
                "    SEND\n    }\n",
                "P B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_automaton),
        cmocka_unit_test_setup_teardown(test_words, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
