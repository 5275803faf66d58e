#include "launch/elf.h"
#include "launch/launcher.h"
#include "launch/test_image.h"

enum { WORDS_MAX = 64 };

struct fixture {
    char directory[64];
    struct arena arena;
    struct error error;
    char path[80];
};

/* Makes launchers and programs of both MPIs that can be identified but not run. */
static int enter(void **state)
{
    static const char *const launchers[] = {"bin/mpiexec.hydra", "bin/orterun",    "bin/srun",
                                            "bin/mpirun",        "bin/jsrun",      "five/prterun",
                                            "five/mpirun",       "five/ompi_info", "pals/mpiexec",
                                            "pals/palsrun",      "rsh/mpirun",     "rsh/mpiname"};
    struct fixture *fixture = memory_zero(1, sizeof *fixture);
    test_enter(fixture->directory, sizeof fixture->directory);
    mkdir("bin", 0755);
    mkdir("five", 0755);
    mkdir("pals", 0755);
    mkdir("rsh", 0755);
    mkdir("lib", 0755);
    mkdir("sub", 0755);
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        test_write(launchers[i], "#!/bin/sh\n", 10);
    assert_int_equal(symlink("mpiexec.hydra", "bin/mpiexec.mpich"), 0);
    assert_int_equal(symlink("orterun", "bin/alternative"), 0);
    assert_int_equal(symlink("alternative", "bin/mpiexec"), 0);
    int machine = elf_own_machine();
    test_write_image("lib/libmpich.so.12", &(struct test_image){.machine = machine});
    test_write_image("lib/libmpi.so.40",
                     &(struct test_image){.machine = machine, .symbol = "ompi_mpi_comm_world"});
    struct test_image program = {
        .machine = machine, .interpreted = true, .runpath = "$ORIGIN/../lib:$ORIGIN/lib"};
    test_write_image("plain", &program);
    program.needed[0] = "libmpich.so.12";
    test_write_image("m", &program);
    test_write_image("time", &program);
    test_write_image("sub/inner", &program);
    program.needed[0] = "libmpi.so.40";
    test_write_image("o", &program);
    snprintf(fixture->path, sizeof fixture->path, "%s/bin", fixture->directory);
    setenv("PATH", fixture->path, 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    unsetenv("LD_PRELOAD");
    unsetenv("SLURM_JOB_ID");
    unsetenv("OMPI_MCA_rmaps_base_oversubscribe");
    *state = fixture;
    return 0;
}

static int leave(void **state)
{
    struct fixture *fixture = *state;
    setenv("PATH", "/bin:/usr/bin", 1);
    unsetenv("LD_PRELOAD");
    unsetenv("SLURM_JOB_ID");
    test_leave(fixture->directory);
    arena_free(&fixture->arena);
    free(fixture);
    return 0;
}

/* Splits a text into words at single spaces. */
static char **split(struct fixture *fixture, const char *text)
{
    char **words = arena_alloc(&fixture->arena, WORDS_MAX * sizeof *words);
    char *rest = arena_copy(&fixture->arena, text);
    for (size_t i = 0; rest && *rest && i < WORDS_MAX - 1; i++)
        words[i] = strsep(&rest, " ");
    return words;
}

static const char *join(struct fixture *fixture, char *const *words)
{
    const char *text = "";
    for (; *words; words++)
        text = arena_printf(&fixture->arena, "%s%s%s", text, *text ? " " : "", *words);
    return text;
}

static void assert_words(struct fixture *fixture, const char *line, enum launcher_kind kind,
                         const char *expected)
{
    static const char *const variables[] = {"A=1", NULL};
    struct launcher_line understood;
    if (launcher_parse(split(fixture, line), &fixture->arena, &understood, &fixture->error) != 0)
        fail_msg("%s: %s", line, fixture->error.text);
    assert_int_equal(understood.kind, kind);
    assert_string_equal(join(fixture, launcher_words(&understood, variables, &fixture->arena)),
                        expected);
}

static void assert_refused(struct fixture *fixture, const char *line, const char *part)
{
    struct launcher_line understood;
    if (launcher_parse(split(fixture, line), &fixture->arena, &understood, &fixture->error) == 0)
        fail_msg("'%s' is taken", line);
    assert_int_equal(fixture->error.kind, ERROR_USAGE);
    if (!strstr(fixture->error.text, part))
        fail_msg("%s: '%s' does not say '%s'", line, fixture->error.text, part);
}

static void understands_hydra(void **state)
{
    struct fixture *fixture = *state;
    static const char *const lines[][2] = {
        {"mpiexec.mpich -n 4 ./m x -n 2", "mpiexec.mpich -n 4 env A=1 ./m x -n 2"},
        {"mpiexec.hydra --NP 4 -ppn 2 ./m", "mpiexec.hydra --NP 4 -ppn 2 env A=1 ./m"},
        {"mpiexec.hydra -env X y -genv Z=1 -n=2 ./m",
         "mpiexec.hydra -env X y -genv Z=1 -n=2 env A=1 ./m"},
        {"mpiexec.hydra -prepend-rank -bind-to core -genvall -f hosts ./m",
         "mpiexec.hydra -prepend-rank -bind-to core -genvall -f hosts env A=1 ./m"},
        {"mpiexec.hydra -n 1 ./m : -n 2 ./m b : ./m",
         "mpiexec.hydra -n 1 env A=1 ./m : -n 2 env A=1 ./m b : env A=1 ./m"},
        {"mpiexec.hydra -wdir sub -n 1 ./inner", "mpiexec.hydra -wdir sub -n 1 env A=1 ./inner"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_words(fixture, lines[i][0], LAUNCHER_HYDRA, lines[i][1]);
}

static void understands_orterun(void **state)
{
    struct fixture *fixture = *state;
    static const char *const lines[][2] = {
        {"mpiexec -np 1 ./o", "mpiexec -np 1 env A=1 ./o"},
        {"orterun --mca btl self,tcp -x PATH -x B=2 --bind-to none -n 1 ./o -x y",
         "orterun --mca btl self,tcp -x PATH -x B=2 --bind-to none -n 1 env A=1 ./o -x y"},
        {"mpiexec -H a,b -N 2 --tag-output ./o : -np 1 ./o",
         "mpiexec -H a,b -N 2 --tag-output env A=1 ./o : -np 1 env A=1 ./o"},
        {"mpiexec -n 1 o", "mpiexec -n 1 env A=1 ./o"}, /* mpiexec looks here, env does not */
        {"five/mpirun --prtemca a b -n 1 ./o", "five/mpirun --prtemca a b -n 1 env A=1 ./o"},
    };
    setenv("PRTE_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_words(fixture, lines[i][0], LAUNCHER_ORTERUN, lines[i][1]);
}

static void understands_srun(void **state)
{
    struct fixture *fixture = *state;
    static const char *const lines[][2] = {
        {"srun -n4 ./m", "srun -n4 env A=1 ./m"},
        {"srun -lun 4 --mpi=pmi2 ./o", "srun -lun 4 --mpi=pmi2 env A=1 ./o"},
        {"srun --ntasks 4 --exclusive -t 5 ./m", "srun --ntasks 4 --exclusive -t 5 env A=1 ./m"},
        {"srun --ntasks-per-n 2 --overlap ./m", "srun --ntasks-per-n 2 --overlap env A=1 ./m"},
        {"srun --nice=5 -K1 -I -N 2 -- ./m a", "srun --nice=5 -K1 -I -N 2 -- env A=1 ./m a"},
        {"srun -n 1 ./m : -n 2 ./m", "srun -n 1 env A=1 ./m : -n 2 env A=1 ./m"},
        {"srun -D sub ./inner", "srun -D sub env A=1 ./inner"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_words(fixture, lines[i][0], LAUNCHER_SRUN, lines[i][1]);
}

static void understands_a_program_alone(void **state)
{
    struct fixture *fixture = *state;
    assert_words(fixture, "./m -n 4 : x", LAUNCHER_NONE, "env A=1 ./m -n 4 : x");
    assert_words(fixture, "./time x", LAUNCHER_NONE, "env A=1 ./time x");
    assert_int_equal(rename("m", "hydra.mpich"), 0);
    assert_words(fixture, "./hydra.mpich x", LAUNCHER_NONE, "env A=1 ./hydra.mpich x");
}

/* `env` takes a word with '=' for a variable. */
static void runs_a_program_with_an_equals_sign(void **state)
{
    struct fixture *fixture = *state;
    mkdir("Re=1", 0755);
    assert_int_equal(rename("sub/inner", "Re=1/m"), 0);
    assert_int_equal(symlink("../lib", "Re=1/lib"), 0);
    assert_int_equal(rename("o", "a=o"), 0);
    assert_int_equal(symlink("../bin/orterun", "Re=1/mpiexec"), 0);
    assert_words(fixture, "./Re=1/m a=b", LAUNCHER_NONE, "env A=1 nice -n 0 ./Re=1/m a=b");
    assert_words(fixture, "mpiexec.hydra -n 2 ./Re=1/m : -n 1 ./m b=c", LAUNCHER_HYDRA,
                 "mpiexec.hydra -n 2 env A=1 nice -n 0 ./Re=1/m : -n 1 env A=1 ./m b=c");
    assert_words(fixture, "mpiexec -n 1 a=o", LAUNCHER_ORTERUN,
                 "mpiexec -n 1 env A=1 nice -n 0 ./a=o");
    assert_words(fixture, "mpiexec -n 1 nice ./a=o", LAUNCHER_ORTERUN,
                 "mpiexec -n 1 env A=1 nice ./a=o");
    assert_words(fixture, "./Re=1/mpiexec -n 99999 ./a=o", LAUNCHER_ORTERUN,
                 "env OMPI_MCA_rmaps_base_oversubscribe=1 nice -n 0 ./Re=1/mpiexec -n 99999 "
                 "env A=1 nice -n 0 ./a=o");
}

static void looks_through_wrappers(void **state)
{
    struct fixture *fixture = *state;
    static const char *const lines[][2] = {
        {"mpiexec -n 1 numactl -m 0 -- ./o", "mpiexec -n 1 env A=1 numactl -m 0 -- ./o"},
        {"mpiexec -n 1 taskset -c 0,1 nice -n 5 ./o",
         "mpiexec -n 1 env A=1 taskset -c 0,1 nice -n 5 ./o"},
        {"mpiexec -n 1 valgrind -q --leak-check=full ./o x",
         "mpiexec -n 1 env A=1 valgrind -q --leak-check=full ./o x"},
        {"mpiexec -n 1 xterm -hold -e gdb -ex run --args ./o x",
         "mpiexec -n 1 env A=1 xterm -hold -e gdb -ex run --args ./o x"},
        {"mpiexec -n 1 perf stat -e cycles -o f ./o",
         "mpiexec -n 1 env A=1 perf stat -e cycles -o f ./o"},
        {"mpiexec -n 1 env -u B C=1 D=2 ./o", "mpiexec -n 1 env -u B C=1 D=2 env A=1 ./o"},
        {"mpiexec -n 1 stdbuf -oL env C=1 timeout -k 1 9 ./o",
         "mpiexec -n 1 stdbuf -oL env C=1 env A=1 timeout -k 1 9 ./o"},
        {"mpiexec -n 1 setarch -R ./o", "mpiexec -n 1 env A=1 setarch -R ./o"},
        {"mpiexec -n 1 setarch i686 -R ./o", "mpiexec -n 1 env A=1 setarch i686 -R ./o"},
        {"time -p mpiexec -n 1 ./o", "time -p mpiexec -n 1 env A=1 ./o"},
        {"env B=1 mpiexec -n 1 ./o", "env B=1 mpiexec -n 1 env A=1 ./o"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_words(fixture, lines[i][0], LAUNCHER_ORTERUN, lines[i][1]);
    assert_refused(fixture, "mpiexec -n 1 numactl -m 0", "no program found after numactl");
    assert_refused(fixture, "mpiexec -n 1 env A=1", "no program found after env");
    assert_refused(fixture, "mpiexec -n 1 env - ./plain", "./plain is not linked to MPI");
}

/* Values that are names of executable files: only the tables distinguish them from the program. */
static void knows_which_options_take_values(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        enum launcher_kind kind;
        const char *launcher, *options, *program;
    } cases[] = {
        {LAUNCHER_HYDRA, "mpiexec.hydra",
         "-n -np -f -hosts -host -hostfile -machinefile -ppn -bind-to -map-by -launcher -rmk "
         "-iface -genvlist -envlist -usize -prepend-pattern -outfile-pattern -membind -localhost",
         "./m"},
        {LAUNCHER_ORTERUN, "orterun",
         "-n -np --np -c -H -host --host --hostfile -machinefile --map-by --rank-by --bind-to -x "
         "--tune -am --output-filename -N --npernode --rankfile --stdin --timeout --prefix",
         "./o"},
        {LAUNCHER_SRUN, "srun",
         "-n -N -c -p -A -J -w -x -t -o -e -i -d -C -m -G -q -r -W --ntasks --nodes --partition "
         "--mpi --cpu-bind --mem --mem-per-cpu --time --job-name --gres --ntasks-per-node --qos "
         "--output --distribution --export --nodelist --constraint --signal --het-group",
         "./m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (char **option = split(fixture, cases[i].options); *option; option++) {
            const char *start =
                arena_printf(&fixture->arena, "%s %s mpirun", cases[i].launcher, *option);
            assert_words(fixture, arena_printf(&fixture->arena, "%s %s", start, cases[i].program),
                         cases[i].kind,
                         arena_printf(&fixture->arena, "%s env A=1 %s", start, cases[i].program));
        }
    assert_words(fixture, "orterun --mca mpirun srun ./o", LAUNCHER_ORTERUN,
                 "orterun --mca mpirun srun env A=1 ./o");
    assert_words(fixture, "mpiexec.hydra -env mpirun srun ./m", LAUNCHER_HYDRA,
                 "mpiexec.hydra -env mpirun srun env A=1 ./m");
}

/* Launchers that their neighbours identify: PALS of Cray, and the mpirun of MVAPICH. */
static void knows_launchers_of_relatives(void **state)
{
    struct fixture *fixture = *state;
    assert_words(fixture, "pals/mpiexec --np 4 --ppn 2 --cpu-bind mpirun --env X=y ./m",
                 LAUNCHER_HYDRA,
                 "pals/mpiexec --np 4 --ppn 2 --cpu-bind mpirun --env X=y env A=1 ./m");
    assert_words(fixture, "rsh/mpirun -np 4 ./m", LAUNCHER_HYDRA, "rsh/mpirun -np 4 env A=1 ./m");
    assert_refused(fixture, "pals/mpiexec -n 2 ./o", "pals/mpiexec is the launcher of MPICH");
}

static void copes_with_unknown_options(void **state)
{
    struct fixture *fixture = *state;
    assert_words(fixture, "mpiexec --brand-new value -n 1 ./o", LAUNCHER_ORTERUN,
                 "mpiexec --brand-new value -n 1 env A=1 ./o");
    assert_words(fixture, "mpiexec --brand-new one two ./o", LAUNCHER_ORTERUN,
                 "mpiexec --brand-new one two env A=1 ./o");
    assert_words(fixture, "mpiexec --brand-new=value ./o", LAUNCHER_ORTERUN,
                 "mpiexec --brand-new=value env A=1 ./o");
    assert_refused(fixture, "mpiexec --brand-new ./nowhere",
                   "does not know its option --brand-new");
}

static void refuses_lines_without_a_program(void **state)
{
    struct fixture *fixture = *state;
    assert_refused(fixture, "", "no program given");
    assert_refused(fixture, "mpiexec", "no program found after mpiexec");
    assert_refused(fixture, "mpiexec -n 4", "no program found after");
    assert_refused(fixture, "mpiexec -n", "no program found after");
    assert_refused(fixture, "mpiexec -n 1 ./o :", "no program found after ':'");
    assert_refused(fixture, "mpiexec -n 1 ./o : : ./o", "no program found after ':'");
    assert_refused(fixture, "mpiexec -n 4 ./nowhere", "no such program");
    assert_refused(fixture, "mpiexec --app file", "--app hides");
    assert_refused(fixture, "mpiexec.mpich -configfile file", "-configfile hides");
    assert_refused(fixture, "srun -n 2 --multi-prog file", "--multi-prog hides");
    assert_refused(fixture, "jsrun -n 4 ./o", "does not support");
    assert_refused(fixture, "mpiexec.openmpi -n 4 ./o", "no such launcher");
    assert_refused(fixture, "mpiexec -n 1 ./plain", "not linked to MPI");
    assert_refused(fixture, "./plain", "not linked to MPI");
}

static void refuses_the_wrong_launcher(void **state)
{
    struct fixture *fixture = *state;
    assert_refused(fixture, "mpiexec -n 2 ./m", "use mpiexec.mpich");
    assert_refused(fixture, "mpiexec.mpich -n 2 ./o", "use orterun");
    assert_refused(fixture, "mpiexec -n 2 ./o : -n 2 ./m", "./m is linked to MPICH");
    assert_refused(fixture, "srun -n 2 ./o : -n 2 ./m", "./o is linked to Open MPI, but ./m");
    /* A bare mpirun belongs to the MPI beside it. */
    assert_words(fixture, "mpirun -n 1 ./m", LAUNCHER_HYDRA, "mpirun -n 1 env A=1 ./m");
    setenv("PATH", "five", 1);
    assert_refused(fixture, "mpirun -n 1 ./m", "install mpich");
}

static void takes_a_chosen_flavour(void **state)
{
    struct fixture *fixture = *state;
    struct launcher_line line;
    char **words = split(fixture, "mpiexec -n 1 ./plain script.py");
    assert_int_equal(
        launcher_parse_as(words, MPI_FLAVOUR_OPENMPI, &fixture->arena, &line, &fixture->error), 0);
    assert_int_equal(line.programs[0].flavour, MPI_FLAVOUR_OPENMPI);
    assert_int_equal(
        launcher_parse_as(words, MPI_FLAVOUR_MPICH, &fixture->arena, &line, &fixture->error), -1);
    assert_non_null(strstr(fixture->error.text, "is to use MPICH"));
}

static const char *preload_of(struct fixture *fixture, const char *text)
{
    static const char *const variables[] = {"LD_PRELOAD=/t.so", "B=2", NULL};
    struct launcher_line line;
    if (launcher_parse(split(fixture, text), &fixture->arena, &line, &fixture->error) != 0)
        fail_msg("%s", fixture->error.text);
    char **words = launcher_words(&line, variables, &fixture->arena);
    const char *last = NULL;
    for (; *words; words++)
        if (strncmp(*words, "LD_PRELOAD=", 11) == 0)
            last = *words; /* the last one is the one that the program gets */
    return last;
}

static void keeps_the_preload_of_the_user(void **state)
{
    struct fixture *fixture = *state;
    assert_string_equal(preload_of(fixture, "mpiexec -n 1 ./o"), "LD_PRELOAD=/t.so");
    setenv("LD_PRELOAD", "", 1);
    assert_string_equal(preload_of(fixture, "mpiexec -n 1 ./o"), "LD_PRELOAD=/t.so");
    setenv("LD_PRELOAD", "/u.so /v.so", 1);
    static const char *const lines[][2] = {
        {"mpiexec -n 1 ./o", "LD_PRELOAD=/t.so:/u.so /v.so"},
        {"./o", "LD_PRELOAD=/t.so:/u.so /v.so"},
        {"mpiexec -x LD_PRELOAD ./o", "LD_PRELOAD=/t.so:/u.so /v.so"},
        {"mpiexec -x LD_PRELOAD=/w.so ./o", "LD_PRELOAD=/t.so:/w.so"},
        {"mpiexec.mpich -env LD_PRELOAD /w.so ./m", "LD_PRELOAD=/t.so:/w.so"},
        {"mpiexec.mpich -genv LD_PRELOAD=/w.so ./m", "LD_PRELOAD=/t.so:/w.so"},
        {"srun --export=ALL,LD_PRELOAD=/w.so ./m", "LD_PRELOAD=/t.so:/w.so"},
        {"mpiexec env LD_PRELOAD=/w.so ./o", "LD_PRELOAD=/t.so:/w.so"},
        {"mpiexec env -u LD_PRELOAD ./o", "LD_PRELOAD=/t.so"},
        {"mpiexec env -i ./o", "LD_PRELOAD=/t.so"},
        {"mpiexec env - ./o", "LD_PRELOAD=/t.so"},
        {"env LD_PRELOAD=/w.so mpiexec ./o", "LD_PRELOAD=/t.so:/w.so"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(preload_of(fixture, lines[i][0]), lines[i][1]);
}

static void adds_what_openmpi_needs(void **state)
{
    struct fixture *fixture = *state;
    static const char oversubscribe[] = "env OMPI_MCA_rmaps_base_oversubscribe=1 ";
    assert_words(fixture, "mpiexec -n 99999 ./o", LAUNCHER_ORTERUN,
                 arena_printf(&fixture->arena, "%smpiexec -n 99999 env A=1 ./o", oversubscribe));
    assert_words(fixture, "mpiexec -n 1 ./o : -n 99999 ./o", LAUNCHER_ORTERUN,
                 arena_printf(&fixture->arena, "%smpiexec -n 1 env A=1 ./o : -n 99999 env A=1 ./o",
                              oversubscribe));
    static const char *const untouched[] = {"--oversubscribe", "--map-by node", "--host a:4",
                                            "--mca rmaps_base_no_oversubscribe 1"};
    for (size_t i = 0; i < sizeof untouched / sizeof *untouched; i++)
        assert_words(
            fixture, arena_printf(&fixture->arena, "mpiexec -n 99999 %s ./o", untouched[i]),
            LAUNCHER_ORTERUN,
            arena_printf(&fixture->arena, "mpiexec -n 99999 %s env A=1 ./o", untouched[i]));
    setenv("SLURM_JOB_ID", "1", 1);
    assert_words(fixture, "mpiexec -n 99999 ./o", LAUNCHER_ORTERUN, "mpiexec -n 99999 env A=1 ./o");
    if (geteuid() != 0)
        return;
    unsetenv("OMPI_ALLOW_RUN_AS_ROOT");
    unsetenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM");
    assert_words(fixture, "mpiexec ./o", LAUNCHER_ORTERUN,
                 "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpiexec env A=1 "
                 "./o");
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "0", 1); /* the user's setting has priority */
    assert_words(fixture, "mpiexec ./o", LAUNCHER_ORTERUN,
                 "env OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpiexec env A=1 ./o");
    assert_words(fixture, "mpiexec.mpich ./m", LAUNCHER_HYDRA, "mpiexec.mpich env A=1 ./m");
}

static void leaves_a_line_without_variables_alone(void **state)
{
    struct fixture *fixture = *state;
    static const char *const none[] = {NULL};
    struct launcher_line line;
    char **words = split(fixture, "mpiexec -n 1 ./o");
    assert_int_equal(launcher_parse(words, &fixture->arena, &line, &fixture->error), 0);
    assert_string_equal(join(fixture, launcher_words(&line, none, &fixture->arena)),
                        "mpiexec -n 1 ./o");
    assert_int_equal(line.program_count, 1);
    assert_int_equal(line.programs[0].index, 3);
    assert_int_equal(line.ranks, 1);
}

static void assert_built(struct fixture *fixture, enum mpi_flavour flavour, const char *expected)
{
    char **words;
    if (launcher_build(flavour, 3, split(fixture, "./p x"), &fixture->arena, &words,
                       &fixture->error) != 0)
        fail_msg("%s", fixture->error.text);
    assert_string_equal(join(fixture, words), expected);
}

static void builds_lines(void **state)
{
    struct fixture *fixture = *state;
    char **words;
    assert_built(fixture, MPI_FLAVOUR_MPICH, "mpiexec.mpich -n 3 ./p x");
    assert_built(fixture, MPI_FLAVOUR_OPENMPI, "orterun -n 3 ./p x");
    setenv("SLURM_JOB_ID", "7", 1);
    assert_built(fixture, MPI_FLAVOUR_MPICH, "srun --mpi=pmi2 -n 3 ./p x");
    assert_built(fixture, MPI_FLAVOUR_OPENMPI, "srun --mpi=pmix -n 3 ./p x");
    setenv("PATH", "five", 1); /* no srun there */
    assert_built(fixture, MPI_FLAVOUR_OPENMPI, "mpirun -n 3 ./p x");
    assert_int_equal(launcher_build(MPI_FLAVOUR_MPICH, 3, split(fixture, "./p"), &fixture->arena,
                                    &words, &fixture->error),
                     -1);
    assert_int_equal(fixture->error.kind, ERROR_FAILED);
    assert_non_null(strstr(fixture->error.text, "install the package mpich"));
}

/* Returns the names of machines with a blank behind each. */
static char *hosts_of(struct fixture *fixture, const char *line)
{
    struct launcher_line parsed;
    char *text = arena_copy(&fixture->arena, "");
    if (launcher_parse(split(fixture, line), &fixture->arena, &parsed, &fixture->error) != 0)
        fail_msg("%s", fixture->error.text);
    struct hosts hosts = launcher_hosts(&parsed, &fixture->arena);
    for (size_t i = 0; i < hosts.count; i++)
        text = arena_printf(&fixture->arena, "%s%s ", text, hosts.names[i]);
    return text;
}

static void finds_the_machines(void **state)
{
    struct fixture *fixture = *state;
    static const char file[] = "# ours\nn1 slots=4\n\n  me@n2:2\nn2\nn3";
    static const char scontrol[] =
        "#!/bin/sh\n[ \"$*\" = 'show hostnames n[1-2]' ] && echo n1 && echo n2\n";
    test_write("hosts", file, sizeof file - 1);
    test_write("bin/scontrol", scontrol, sizeof scontrol - 1);
    assert_string_equal(hosts_of(fixture, "mpiexec.hydra -n 2 ./m"), "");
    assert_string_equal(hosts_of(fixture, "mpiexec.hydra -hosts a:2,b,c ./m"), "a b c ");
    assert_string_equal(hosts_of(fixture, "mpiexec.hydra -f hosts ./m"), "n1 n2 n3 ");
    assert_string_equal(hosts_of(fixture, "mpiexec.hydra -host a ./m : -host b ./m"), "a b ");
    assert_string_equal(hosts_of(fixture, "orterun -H x:2,y ./o"), "x y ");
    assert_string_equal(hosts_of(fixture, "orterun --hostfile hosts ./o"), "n1 n2 n3 ");
    setenv("PRTE_MCA_prte_default_hostfile", "hosts", 1);
    assert_string_equal(hosts_of(fixture, "five/prterun ./o"), "n1 n2 n3 ");
    unsetenv("PRTE_MCA_prte_default_hostfile");
    setenv("PBS_NODEFILE", "hosts", 1);
    assert_string_equal(hosts_of(fixture, "orterun ./o"), "n1 n2 n3 ");
    assert_string_equal(hosts_of(fixture, "orterun -H x ./o"), "x ");
    setenv("SLURM_JOB_NODELIST", "n[1-2]", 1);
    assert_string_equal(hosts_of(fixture, "srun ./o"), "n1 n2 ");
    unsetenv("PBS_NODEFILE");
    setenv("SLURM_JOB_NODELIST", "unknown", 1);
    assert_string_equal(hosts_of(fixture, "srun ./o"), "");
    unsetenv("SLURM_JOB_NODELIST");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
    const struct CMUnitTest tests[] = {
        TEST(understands_hydra),
        TEST(understands_orterun),
        TEST(understands_srun),
        TEST(understands_a_program_alone),
        TEST(runs_a_program_with_an_equals_sign),
        TEST(looks_through_wrappers),
        TEST(knows_which_options_take_values),
        TEST(knows_launchers_of_relatives),
        TEST(copes_with_unknown_options),
        TEST(refuses_lines_without_a_program),
        TEST(refuses_the_wrong_launcher),
        TEST(takes_a_chosen_flavour),
        TEST(keeps_the_preload_of_the_user),
        TEST(adds_what_openmpi_needs),
        TEST(leaves_a_line_without_variables_alone),
        TEST(builds_lines),
        TEST(finds_the_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
