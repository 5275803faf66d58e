#include "ir/points/points.h"

#include "base/test_directory.h"
#include "base/text.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/test_compile.h"

/* Programs call see(n, p) to test what p may point to. The answer is written as "variable+offset
 * ...", memory as "@line", in the order of the program, with "?" at the end if it is unknown. */
#define SEE "static void see(int n, const volatile void *p) {}\n"

struct looked {
    struct ir_program *program;
    struct points *points;
};

static int look_at(void **state, struct looked *looked, const char *options, const char *source)
{
    (void)state;
    looked->program = load_source("points.c", options, source);
    looked->points = points_compute(looked->program);
    return 0;
}

static void look_away(struct looked *looked)
{
    points_free(looked->points);
    ir_program_free(looked->program);
}

static void write_set(struct points_set set, char *words, size_t size)
{
    struct text text;
    text_init(&text, size - 1);
    for (uint32_t i = 0; i < set.count; i++) {
        struct points_location location = set.locations[i];
        text_add(&text, text.length ? " " : "");
        if (location.object->opcode == IR_CALL)
            text_addf(&text, "@%d", location.object->place.line);
        else
            text_add(&text, location.object->name ? location.object->name : "nameless");
        if (location.offset == POINTS_ANYWHERE)
            text_add(&text, "+any");
        else if (location.offset)
            text_addf(&text, "+%" PRId64, location.offset);
    }
    if (set.unknown)
        text_add(&text, text.length ? " ?" : "?");
    memcpy(words, text.data, text.length + 1);
    text_free(&text);
}

/* Returns the pointer of the call see(n, p), in any function. */
static const struct ir_value *seen(const struct looked *looked, int n)
{
    const struct ir_function *see = function_of(looked->program, "see");
    for (uint32_t i = 0; i < see->caller_count; i++)
        if (see->callers[i]->operands[0]->integer == n)
            return see->callers[i]->operands[1];
    fail_msg("there is no see(%d, ...)", n);
    return NULL;
}

static void assert_points(const struct looked *looked, int n, const char *expected)
{
    char words[1000];
    write_set(points_to(looked->points, seen(looked, n)), words, sizeof words);
    if (strcmp(words, expected) != 0)
        fail_msg("see(%d): {%s}, not {%s}", n, words, expected);
}

static void assert_holds(const struct looked *looked, int n, const char *expected)
{
    char words[1000];
    struct points_set set = points_to(looked->points, seen(looked, n));
    assert_int_equal(set.count, 1);
    write_set(points_at(looked->points, set.locations[0]), words, sizeof words);
    if (strcmp(words, expected) != 0)
        fail_msg("what see(%d) points to holds {%s}, not {%s}", n, words, expected);
}

static void tells_fields_apart(void **state)
{
    struct looked l;
    look_at(state, &l, "",
            SEE
            "struct in { int *a, *b; }; struct out { int n; struct in in[3]; int *last; };\n"
            "int v, w, x, y; struct out global = {0, {{&v, &w}}, &x}; int *table[4] = {&v, &x};\n"
            "int main(int n, char **argv) {\n"
            "  struct out o; struct out *p = &o; int *q[8];\n"
            "  p->in[n].a = &v; p->in[1].b = &w; p->last = &x; q[n] = &v; q[2] = &y;\n"
            "  see(1, &p->in[2].b); see(2, p->in[0].a); see(3, o.in[n].b); see(4, p->last);\n"
            "  see(5, q[3]); see(6, &q[n]); see(7, global.in[n].b); see(8, global.last);\n"
            "  see(9, table[n]); see(10, argv); see(11, 0); see(12, n ? &v : &w);\n"
            "  int **walk = q; while (*walk) walk++; see(13, walk); see(14, *walk);\n"
            "  see(15, (char *)p + __builtin_offsetof(struct out, last));\n"
            "  struct out *back = (struct out *)((char *)&p->last - 56); see(16, back);\n"
            "  return 0; }\n");
    assert_points(&l, 1, "o+16");
    assert_points(&l, 2, "v");
    assert_points(&l, 3, "w");
    assert_points(&l, 4, "x");
    assert_points(&l, 5, "v y");
    assert_points(&l, 6, "q");
    assert_points(&l, 7, "w");
    assert_points(&l, 8, "x");
    assert_points(&l, 9, "v x");
    assert_points(&l, 10, "?");
    assert_points(&l, 11, "");
    assert_points(&l, 12, "v w");
    assert_points(&l, 13, "q");
    assert_points(&l, 14, "v y");
    assert_points(&l, 15, "o+56");
    assert_points(&l, 16, "o");
    look_away(&l);
}

static void tells_memory_apart(void **state)
{
    struct looked l;
    look_at(
        state, &l, "",
        "#include <stdlib.h>\n#include <string.h>\n" SEE
        "struct node { struct node *next; int *data; };\n"
        "void *get(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n"
        "void *more(void *p, size_t n) { return realloc(p, n); }\n"
        "int x, y; struct node *made; void make(void) { made = malloc(16); made->data = &x; }\n"
        "struct pair { int *first, *second; } one, two;\n"
        "struct methods { void *(*get)(size_t, size_t); } methods = {calloc};\n"
        "int main(int n, char **argv) {\n"
        "  int **a = get(n * 8),\n"
        "      **b = get(n * 8);\n"
        "  a[n] = &x; b[0] = &y;\n"
        "  see(1, a); see(2, b); see(3, a[1]); see(4, b[n]);\n"
        "  b = more(b, 100); see(5, b); see(6, b[0]);\n"
        "  struct node *list = 0;\n"
        "  for (int i = 0; i < n; i++) { struct node *e = malloc(sizeof *e);\n"
        "    e->next = list; e->data = &y; list = e; }\n"
        "  see(7, list->next->next); see(8, list->next->data);\n"
        "  make(); see(9, made->data); see(10, made);\n"
        "  one.first = &x; one.second = &y; two = one; see(11, two.second);\n"
        "  struct pair *copy = malloc(sizeof one); memcpy(copy, &two, sizeof two);\n"
        "  see(12, copy->first); struct pair back = *copy; see(13, back.second);\n"
        "  char *text = strdup(\"x\"), *end; strtol(text, &end, 10); see(14, end);\n"
        "  see(15, strchr(text, 'x')); free(a);\n"
        "  int **cleared = methods.get(n, 8); cleared[n] = &x; see(16, cleared); return 0; }\n");
    assert_points(&l, 1, "@11");
    assert_points(&l, 2, "@12");
    assert_points(&l, 3, "x");
    assert_points(&l, 4, "y");
    assert_points(&l, 5, "@15");
    assert_points(&l, 6, "y");
    assert_points(&l, 7, "@17");
    assert_points(&l, 8, "y");
    assert_points(&l, 9, "x");
    assert_points(&l, 10, "@7");
    assert_points(&l, 11, "y");
    assert_points(&l, 12, "x");
    assert_points(&l, 13, "y");
    assert_points(&l, 14, "@24");
    assert_points(&l, 15, "@24");
    assert_points(&l, 16, "@26");
    look_away(&l);
}

static void follows_calls(void **state)
{
    struct looked l;
    look_at(state, &l, "-fopenmp",
            "#include <pthread.h>\n#include <stdlib.h>\n" SEE "int x, y, z;\n"
            "int *same(int *p) { see(1, p); return p; }\n"
            "int *other(int *p) { see(2, p); return &z; }\n"
            "struct methods { int *(*f)(int *); } first = {same}, second = {other};\n"
            "void *thread(void *p) { see(3, *(int **)p); return 0; }\n"
            "int less(const void *a, const void *b) { see(4, *(int *const *)b); return 0; }\n"
            "int never(int *p) { see(5, p); return 0; }\n"
            "int *deep(int n, int *p) { return n ? deep(n - 1, p) : p; }\n"
            "int main(int n, char **argv) {\n"
            "  see(6, first.f(&x)); see(7, second.f(&y)); see(8, deep(3, &z));\n"
            "  int *px = &x; pthread_t t; pthread_create(&t, 0, thread, &px);\n"
            "  int *array[] = {&y, &z}; qsort(array, 2, 8, less);\n"
            "  int local; int *pointer = &local;\n"
            "  #pragma omp parallel\n"
            "  { see(9, pointer); see(10, &local);\n"
            "    #pragma omp single\n"
            "    {\n"
            "      #pragma omp task shared(pointer)\n"
            "      { pointer = &x; see(11, &local); }\n"
            "    } }\n"
            "  see(12, pointer); return 0; }\n");
    assert_points(&l, 1, "x");
    assert_points(&l, 2, "y");
    assert_points(&l, 3, "x");
    assert_points(&l, 4, "y z");
    assert_points(&l, 5, "");
    assert_points(&l, 6, "x");
    assert_points(&l, 7, "z");
    assert_points(&l, 8, "z");
    assert_points(&l, 9, "x local");
    assert_points(&l, 10, "local");
    assert_points(&l, 12, "x local");
    struct points_set task = points_to(l.points, seen(&l, 11));
    assert_int_equal(task.count, 1);
    assert_string_equal(task.locations[0].object->name, "local");
    look_away(&l);
}

static void knows_the_outside(void **state)
{
    struct looked l;
    look_at(state, &l, "",
            "#include <stdio.h>\n#include <stdarg.h>\n" SEE
            "typedef struct handle *MPI_Comm; extern struct handle ompi_mpi_comm_world;\n"
            "int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm *), MPI_Send(void *, int, MPI_Comm);\n"
            "int MPI_Win_create(void *, int, MPI_Comm *);\n"
            "void keep(void *); int *give(void);\n"
            "struct grid { MPI_Comm row, column; int *data; } grid; int x, y, z, w, v;\n"
            "void callback(int *p) { see(1, p); }\n"
            "int *variable(int n, ...) { va_list l; va_start(l, n); int *p = va_arg(l, int *);\n"
            "  va_end(l); return p; }\n"
            "int main(int n, char **argv) {\n"
            "  MPI_Comm world = &ompi_mpi_comm_world; int *held = &y, *shown = &z;\n"
            "  see(2, world); MPI_Comm_split(world, 1, 1, &grid.row); see(3, grid.row);\n"
            "  see(4, grid.column); grid.data = &x; MPI_Send(&x, 1, world); see(5, grid.data);\n"
            "  keep(&held); see(6, held); printf(\"%p\", (void *)&shown); see(7, shown);\n"
            "  see(8, give()); keep(callback); int *arguments = &w; variable(1, &arguments);\n"
            "  see(9, arguments); MPI_Comm window; MPI_Win_create(&v, 1, &window);\n"
            "  see(11, &x); see(12, &y); see(13, &held); see(14, &shown); see(15, &v);\n"
            "  return 0; }\n");
    assert_points(&l, 1, "?");
    assert_points(&l, 2, "ompi_mpi_comm_world");
    assert_points(&l, 3, "?");
    assert_points(&l, 4, "");
    assert_points(&l, 5, "x");
    assert_points(&l, 6, "y ?");
    assert_points(&l, 7, "z");
    assert_points(&l, 8, "?");
    assert_points(&l, 9, "w ?");
    assert_holds(&l, 14, "z");
    static const bool escapes[] = {[11] = false, [12] = true, [13] = true, [14] = false, true};
    for (int i = 11; i <= 15; i++) {
        struct points_set set = points_to(l.points, seen(&l, i));
        assert_int_equal(points_escapes(l.points, set.locations[0].object), escapes[i]);
    }
    look_away(&l);
}

static void trusts_no_library(void **state)
{
    struct looked l;
    look_at(state, &l, "",
            SEE "int x, *open = &x; static int *closed = &x; static int hidden(int *p)\n"
                "{ see(1, p); return 0; } int entry(int *p) { see(2, p); see(3, open);\n"
                "  see(4, closed); return hidden(&x); }\n");
    assert_points(&l, 1, "x");
    assert_points(&l, 2, "?");
    assert_points(&l, 3, "x ?");
    assert_points(&l, 4, "x");
    look_away(&l);
}

static void knows_single_locations(void **state)
{
    struct looked l;
    look_at(state, &l, "",
            "#include <stdlib.h>\n" SEE
            "struct s { int a, b, c[4]; } global; int scalar; int array[5];\n"
            "void use(int *p) { see(1, p); }\n"
            "void again(int n, int *outer) { int local; see(2, &local); see(3, outer);\n"
            "  if (n) again(n - 1, &local); }\n"
            "int main(int n, char **argv) {\n"
            "  struct s local; see(4, &local.b); see(5, &local.c[2]); see(6, &scalar);\n"
            "  see(7, &array[n]); see(8, malloc(4)); see(9, &global.a);\n"
            "  see(10, n ? &global.a : &scalar); use(&scalar); again(n, 0);\n"
            "  see(11, argv); int variable[n]; see(12, variable); return 0; }\n");
    static const struct {
        int number;
        bool single;
    } cases[] = {{1, true},  {2, true},  {3, false}, {4, true},   {5, false},  {6, true},
                 {7, false}, {8, false}, {9, true},  {10, false}, {11, false}, {12, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct points_location location;
        bool single = points_single(l.points, seen(&l, cases[i].number), &location);
        if (single != cases[i].single)
            fail_msg("see(%d): %d", cases[i].number, single);
    }
    look_away(&l);
}

/* Beyond the limits answers are unknown, and no omitted object is taken to be safe. */
static void gives_up_gracefully(void **state)
{
    enum { MANY = 300 };
    struct text text;
    text_init(&text, SIZE_MAX);
    text_add(&text, SEE "int *all[1000], *one;\n");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, "int v%d, *p%d;\n", i, i);
    text_add(&text, "int main(int n, char **argv) {\n");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, "all[%d] = &v%d; p%d = all[n];\n", i, i, i);
    text_add(&text, "see(1, all[n]); see(2, &v7); one = &v8; see(3, one); return 0; }\n");
    struct looked l;
    look_at(state, &l, "", text.data);
    text_free(&text);
    assert_points(&l, 1, "?");
    assert_points(&l, 2, "v7");
    assert_true(points_escapes(l.points, points_to(l.points, seen(&l, 2)).locations[0].object));
    assert_points(&l, 3, "v8");
    look_away(&l);
}

/* A structure of settings can have hundreds of fields. */
static void tells_many_fields_apart(void **state)
{
    enum { MANY = 300 };
    struct text text;
    text_init(&text, SIZE_MAX);
    text_add(&text, SEE "struct wide {\n");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, "int *f%d;\n", i);
    text_add(&text, "};\n");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, "int v%d;\n", i);
    text_add(&text, "static void set(struct wide *wide) {\n");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, "wide->f%d = &v%d;\n", i, i);
    text_add(&text, "}\nint main(int n, char **argv) {\n"
                    "struct wide wide; set(&wide); see(1, wide.f7); see(2, wide.f299);\n"
                    "see(3, &wide.f150); return 0; }\n");
    struct looked l;
    look_at(state, &l, "", text.data);
    text_free(&text);
    assert_points(&l, 1, "v7");
    assert_points(&l, 2, "v299");
    assert_points(&l, 3, "wide+1200");
    look_away(&l);
}

/* The analysis ends for functions that get themselves as arguments, and for memory that is copied
 * onto itself. */
static void ends_on_circles(void **state)
{
    struct looked l;
    look_at(
        state, &l, "",
        "#include <stdlib.h>\n#include <string.h>\n" SEE
        "typedef void *(*call)(void *, void *, size_t); struct s { struct s *a, *b; call f; } s;\n"
        "int main(int n, char **argv) {\n"
        "  call f = (call)memcpy; if (n) f = (call)f(f, f, 8); see(1, f);\n"
        "  s.a = &s; s.b = (struct s *)&s.b; memcpy(&s.b, &s, 16); memmove(s.a, s.b, n);\n"
        "  char *p = malloc(n); while (*p) p += 3; see(2, p);\n"
        "  s.f = (call)&s.f; s.f(&s.f, &s, 24); see(3, s.a); return 0; }\n");
    assert_points(&l, 1, "memcpy");
    assert_points(&l, 2, "@8+any");
    struct points_set set = points_to(l.points, seen(&l, 3));
    assert_true(set.count >= 1 && set.locations[0].object->kind == IR_GLOBAL);
    look_away(&l);
}

int main(void)
{
#define in_directory(test) cmocka_unit_test_setup_teardown(test, directory_enter, directory_leave)
    const struct CMUnitTest tests[] = {
        in_directory(tells_fields_apart),      in_directory(tells_memory_apart),
        in_directory(follows_calls),           in_directory(knows_the_outside),
        in_directory(trusts_no_library),       in_directory(knows_single_locations),
        in_directory(gives_up_gracefully),     in_directory(ends_on_circles),
        in_directory(tells_many_fields_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
