/* What is local works, much of it before MPI_Init and after MPI_Finalize.
 * ranks: 1 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING], value[8];
    int length, provided, variables, class, code, flag, elements;
    MPI_Count large = 0;
    MPI_Info info, used;
    MPI_Status status;

    MPI_Get_library_version(text, &length);
    assert(length > 0);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_cvar_get_num(&variables);
    assert(variables > 0);
    MPI_Init(&argc, &argv);
    MPI_Pcontrol(1);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "mine");
    MPI_Error_string(code, text, &length);
    assert(strcmp(text, "mine") == 0);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "word");
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Comm_get_info(MPI_COMM_WORLD, &used);
    MPI_Info_get(info, "key", sizeof value - 1, value, &flag);
    assert(flag && strcmp(value, "word") == 0);
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    MPI_Status_set_elements_x(&status, MPI_INT, 5);
    MPI_Get_elements_x(&status, MPI_INT, &large);
    MPI_Get_elements(&status, MPI_INT, &elements);
    assert(large == 5 && elements == 5);
    MPI_Type_size_x(MPI_DOUBLE, &large);
    assert(large == sizeof(double));
    MPI_Finalize();
    MPI_T_finalize();
    MPI_Get_library_version(text, &length);
    return 0;
}
