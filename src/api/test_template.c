#include "api/generate.h"
#include "api/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char table_text[] =
    "role count \"int\" large \"MPI_Count\" : how many\n"
    "role comm \"MPI_Comm\" : communicator\n"
    "role keyval \"int\" : key\n"
    "role address \"MPI_Aint\" fortran \"MPI_Aint\" : address\n"
    "role range \"int[3]\" : range\n"
    "role datatype \"MPI_Datatype\" : datatype\n"
    "role error \"int\" : error code\n"
    "memory buffer \"void *\" : data\n"
    "class p2p.send : sends\n"
    "class p2p.recv : receives\n"
    "class local : local\n"
    "class callback : callbacks\n"
    "MPI_Send p2p.send blocking large since=1.0\n"
    "    (in buffer buf of count*datatype, in count count, in datatype datatype, in comm comm)\n"
    "MPI_Gatherv p2p.recv blocking collective since=1.0\n"
    "    (out buffer buf of counts@displs*datatype atroot, in count counts[peers(comm)] atroot,\n"
    "     in count displs[2], in datatype datatype, inout comm comm, out count list[3] used *n,\n"
    "     out count n)\n"
    "MPI_Group local local since=1.0 (in range ranges[n], in count n)\n"
    "MPI_Pcontrol local local since=1.0 (in count level, ...)\n"
    "MPI_Get_attr local local since=2.0 direct=mpich,openmpi\n"
    "    (in comm comm, in keyval keyval, out address value)\n"
    "MPI_Aint_add local local since=3.1 result=address direct=openmpi\n"
    "    (in address base, in address disp)\n"
    "MPI_Old local local since=1.0 deprecated=2.0 direct=mpich (in comm comm)\n"
    "MPIR_Dup callback local predefined since=1.0 ()\n"
    "MPI_Now local local since=1.0 ()\n";

static const char header_text[] =
    "int MPI_Send(const void *buffer, int n, MPI_Datatype t, MPI_Comm c);"
    "int PMPI_Send(const void *buffer, int n, MPI_Datatype t, MPI_Comm c);"
    "int MPI_Send_c(const void *, MPI_Count, MPI_Datatype, MPI_Comm);"
    "int MPI_Gatherv(void *b, const int a[], const int d[], MPI_Datatype t, MPI_Comm *comm,"
    "                int list[], int *n);"
    "int MPI_Group(int r[][3], int n);"
    "int MPI_Pcontrol(const int level, ...);"
    "int MPI_Get_attr(MPI_Comm c, int k, MPI_Aint *v);"
    "int MPIR_Dup(void);"
    "int MPI_Now(void);";

static int run(const char *template_text, const char *flavour, struct text *out,
               struct error *error)
{
    struct api_table *table;
    struct prototypes header;
    struct template template;
    assert_int_equal(api_table_parse("t", table_text, &table, error), 0);
    assert_int_equal(prototypes_parse(header_text, &header, error), 0);
    text_init(out, 100000);
    int result = template_parse("x.tmpl", template_text, table, &template, error);
    if (result == 0)
        result = generate(&template, table, &header, flavour, out, error);
    template_free(&template);
    prototypes_free(&header);
    api_table_free(table);
    return result;
}

static void expect(const char *template_text, const char *flavour, const char *output)
{
    struct text out;
    struct error error = {0};
    if (run(template_text, flavour, &out, &error) != 0)
        fail_msg("%s", error.text);
    assert_string_equal(out.data, output);
    text_free(&out);
}

static void expect_error(const char *template_text, const char *sentence)
{
    struct text out;
    struct error error = {0};
    assert_int_equal(run(template_text, "mpich", &out, &error), -1);
    assert_string_equal(error.text, sentence);
    text_free(&out);
}

static void test_prefixes(void **state)
{
    (void)state;
    expect(
        "%wrap p2p.send\n$NAME $MPI $SHORT $BASE $PREFIX. $INDEX $LARGE $CLASS $RETURN $RESULT\n",
        "mpich",
        "MPI_Send MPI_Send Send Send . 0 0 p2p.send int error\n"
        "PMPI_Send MPI_Send Send Send P. 0 0 p2p.send int error\n"
        "MPI_Send_c MPI_Send_c Send_c Send . 1 1 p2p.send int error\n");
}

static void test_lists(void **state)
{
    (void)state;
    expect(
        "%wrap MPI_Send, MPI_Group,MPI_Pcontrol\n$IF(not profiling){$NAME($PARAMETERS) "
        "($ARGUMENTS) ($TYPES)\n}",
        "mpich",
        "MPI_Send(const void *buf, int count, MPI_Datatype datatype, MPI_Comm comm) (buf, count, "
        "datatype, comm) (const void *, int, MPI_Datatype, MPI_Comm)\n"
        "MPI_Group(int ranges[][3], int n) (ranges, n) (int (*)[3], int)\n"
        "MPI_Pcontrol(const int level, ...) (level) (int, ...)\n");
}

static void test_best_block(void **state)
{
    (void)state;
    expect("%wrap *\n*$MPI\n%wrap p2p.*\n+$MPI\n%wrap p2p.recv\n=$MPI\n%wrap MPI_Send_c\n!$MPI\n"
           "%omit MPI_Group, MPI_Now\n",
           "mpich",
           "+MPI_Send\n+MPI_Send\n!MPI_Send_c\n=MPI_Gatherv\n*MPI_Pcontrol\n*MPI_Get_attr\n");
    expect("%omit p2p.*, MPI_Now\n%wrap *\n$MPI\n", "mpich",
           "MPI_Group\nMPI_Pcontrol\nMPI_Get_attr\n");
}

static void test_each(void **state)
{
    (void)state;
    expect("%wrap MPI_Gatherv\n$EACH(in){$NUMBER $DIRECTION $ROLE $P '$TYPE' $LENGTH $IS_ARRAY\n}"
           "$EACH(out){$P $LENGTH $USED;}\n"
           "$EACH(all){$IF(memory){$SHAPE $COUNT $DISPLACEMENTS $DATATYPE $BLOCKS}$IF(atroot){ R}"
           "$IF(is comm){C}$ELSE{-}$IF(array){[}}\n",
           "mpich",
           "1 in count counts 'const int *' API_PEERS(comm) 1\n"
           "2 in count displs 'const int *' 2 1\n"
           "3 in datatype datatype 'MPI_Datatype' 1 0\n"
           "4 inout comm comm 'MPI_Comm *' 1 0\n"
           "buf 1 1;comm 1 1;list 3 *n;n 1 1;\n"
           "blocks counts displs datatype API_PEERS(comm) R- R-[-[-C-[-\n");
}

static void test_conditions(void **state)
{
    (void)state;
    expect("%wrap MPI_Now, MPI_Group\n$MPI($IF(parameters){$PARAMETERS, }int more)\n", "mpich",
           "MPI_Group(int ranges[][3], int n, int more)\nMPI_Now(int more)\n");
    expect("%wrap p2p.*, MPI_Group\n$IF(not profiling){$MPI:$IF(role comm){ $PARAM(comm)}"
           "$IF(flag collective){ C}$IF(class p2p.*){ P}$IF(name MPI_Group){ G}$ELSE{ {$IF(flag "
           "large){l}}}$IF(flavour openmpi){ O}$IF(result error){ E}\n}",
           "openmpi",
           "MPI_Send: comm P {} O E\nMPI_Send_c: comm P {l} O E\nMPI_Gatherv: comm C P {} O E\n"
           "MPI_Group: G O E\n");
}

static void test_prelude_and_escapes(void **state)
{
    (void)state;
    expect("%# a comment\n\n%prelude\n$FLAVOUR $TOTAL $$ ${$}\n$%d\n%# inside\nx\n"
           "%epilogue\n$FUNCTIONS{$INDEX:$SHORT $FLAVOUR_x }end\n%omit *\n%wrap MPI_Send\n",
           "mpich", "mpich 1 $ {}\n%d\nx\n0:Send mpich_x end\n");
}

static void test_braces_in_text(void **state)
{
    (void)state;
    expect("%wrap MPI_Group\n{ $EACH(in){if (a) { b($P); } '$}' }}\n", "mpich",
           "{ if (a) { b(ranges); } '}' if (a) { b(n); } '}' }\n");
}

static void test_fortran(void **state)
{
    (void)state;
    const char *template_text = "%wrap MPI_Send\n$INDEX\n%fortran *\n$INDEX $RETURN $NAME("
                                "$PARAMETERS) ($ARGUMENTS) ($TYPES)$IF(profiling){P}$IF(fortran){F}"
                                "\n";
    expect(template_text, "mpich",
           "0\n0\n"
#define ATTR                                                                 \
    "(MPI_Fint *comm, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *ierror) " \
    "(comm, keyval, value, ierror) (MPI_Fint *, MPI_Fint *, MPI_Aint *, MPI_Fint *)"
           "1 void mpi_get_attr" ATTR "F\n1 void mpi_get_attr_" ATTR "F\n"
           "1 void mpi_get_attr__" ATTR "F\n1 void MPI_GET_ATTR" ATTR "F\n"
           "1 void pmpi_get_attr" ATTR "PF\n1 void pmpi_get_attr_" ATTR "PF\n"
           "1 void pmpi_get_attr__" ATTR "PF\n1 void PMPI_GET_ATTR" ATTR "PF\n"
           "1 void mpi_get_attr_f08_" ATTR "F\n1 void pmpir_get_attr_f08_" ATTR "PF\n"
#define OLD "(MPI_Fint *comm, MPI_Fint *ierror) (comm, ierror) (MPI_Fint *, MPI_Fint *)"
           "2 void mpi_old" OLD "F\n2 void mpi_old_" OLD "F\n2 void mpi_old__" OLD "F\n"
           "2 void MPI_OLD" OLD "F\n2 void pmpi_old" OLD "PF\n2 void pmpi_old_" OLD "PF\n"
           "2 void pmpi_old__" OLD "PF\n2 void PMPI_OLD" OLD "PF\n");
    expect("%fortran MPI_Aint_add\n$RETURN $NAME($PARAMETERS)\n", "openmpi",
#define ADD "(MPI_Aint *base, MPI_Aint *disp)\n"
           "MPI_Aint mpi_aint_add" ADD "MPI_Aint mpi_aint_add_" ADD "MPI_Aint mpi_aint_add__" ADD
           "MPI_Aint MPI_AINT_ADD" ADD "MPI_Aint pmpi_aint_add" ADD "MPI_Aint pmpi_aint_add_" ADD
           "MPI_Aint pmpi_aint_add__" ADD "MPI_Aint PMPI_AINT_ADD" ADD "MPI_Aint MPI_Aint_add_f" ADD
           "MPI_Aint MPI_Aint_add_f08" ADD "MPI_Aint PMPI_Aint_add_f" ADD
           "MPI_Aint PMPI_Aint_add_f08" ADD "MPI_Aint ompi_aint_add_f" ADD);
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("text\n", "x.tmpl:1: text must stand behind a directive such as %wrap");
    expect_error("%warp *\n", "x.tmpl:1: there is no directive \"%warp\"");
    expect_error("%wrap\n", "x.tmpl:1: %wrap needs names or classes behind it");
    expect_error("%prelude p2p.*\n", "x.tmpl:1: %prelude stands alone");
    expect_error("\n%wrap MPI_Sned\n",
                 "x.tmpl:2: there is no function and no class of functions \"MPI_Sned\"");
    expect_error("%wrap p2p\n", "x.tmpl:1: there is no function and no class of functions \"p2p\"");
    expect_error("%wrap *\nx\n%omit *\n", "x.tmpl:3: * has a block already, in line 1");
    expect_error("%wrap *\n\n $FOO\n", "x.tmpl:3: there is no placeholder $FOO");
    expect_error("%wrap *\n$\n", "x.tmpl:2: there is no placeholder $");
    expect_error("%wrap *\n$P\n", "x.tmpl:2: $P is for $EACH");
    expect_error("%wrap *\n$EACH{}\n", "x.tmpl:2: $EACH needs an argument in brackets");
    expect_error("%wrap *\n$EACH(in\n", "x.tmpl:2: $EACH needs an argument in brackets");
    expect_error("%wrap *\n$EACH(on){}\n",
                 "x.tmpl:2: $EACH goes over in, out or all, not over \"on\"");
    expect_error("%wrap *\n$EACH(in)x\n", "x.tmpl:2: $EACH needs a text in braces");
    expect_error("%wrap *\n$EACH(in){{}\n%wrap MPI_Send\n}",
                 "x.tmpl:2: the braces of $EACH are not closed before the block ends");
    expect_error("%wrap *\n$EACH(in){$EACH(in){}}", "x.tmpl:2: $EACH cannot be inside $EACH");
    expect_error("%wrap *\n$IF(){}", "x.tmpl:2: there is no condition \"\"");
    expect_error("%wrap *\n$IF(flag){}", "x.tmpl:2: the condition \"flag\" needs a word behind it");
    expect_error("%wrap *\n$IF(profiling x){}",
                 "x.tmpl:2: the condition \"profiling\" stands alone");
    expect_error("%wrap *\n$IF(flag quick){}", "x.tmpl:2: there is no flag quick");
    expect_error("%wrap *\n$IF(role none){}", "x.tmpl:2: there is no role none");
    expect_error("%wrap *\n$IF(array){}", "x.tmpl:2: the condition \"array\" is for $EACH");
    expect_error("%wrap *\n$PARAM(none)", "x.tmpl:2: there is no role none");
    expect_error("%wrap *\n\n$PARAM(comm)",
                 "x.tmpl:3: MPI_Group has no parameter of the role comm");
    expect_error("%prelude\n$NAME\n",
                 "x.tmpl:2: $NAME needs a function: it is for %wrap and $FUNCTIONS");
    expect_error("%prelude\n$IF(flag large){}\n",
                 "x.tmpl:2: the condition \"flag\" needs a function: it is for %wrap and "
                 "$FUNCTIONS");
    expect_error("%epilogue\n$EACH(in){$P}\n", "x.tmpl:2: $EACH needs a function");
}

/* MPI_Group has a parameter less than in the table. */
static void test_another_header(void **state)
{
    (void)state;
    struct api_table *table;
    struct prototypes header;
    struct template template;
    struct error error = {0};
    struct text out;
    text_init(&out, 1000);
    assert_int_equal(api_table_parse("t", table_text, &table, &error), 0);
    assert_int_equal(prototypes_parse("int MPI_Group(int r[][3]);", &header, &error), 0);
    assert_int_equal(template_parse("x", "%wrap *\n$PARAMETERS", table, &template, &error), 0);
    assert_int_equal(generate(&template, table, &header, "mpich", &out, &error), -1);
    assert_string_equal(error.text, "MPI_Group has other parameters in the header than in the "
                                    "table; tutti-api-generate --check says more");
    text_free(&out);
    template_free(&template);
    prototypes_free(&header);
    api_table_free(table);
}

static void test_nesting_has_an_end(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 100000);
    text_add(&text, "%wrap *\n");
    for (int i = 0; i < 1000; i++)
        text_add(&text, "$IF(profiling){");
    expect_error(text.data, "x.tmpl:2: $IF is nested too deep");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prefixes),       cmocka_unit_test(test_lists),
        cmocka_unit_test(test_best_block),     cmocka_unit_test(test_each),
        cmocka_unit_test(test_conditions),     cmocka_unit_test(test_prelude_and_escapes),
        cmocka_unit_test(test_fortran),        cmocka_unit_test(test_braces_in_text),
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_nesting_has_an_end),
        cmocka_unit_test(test_another_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
