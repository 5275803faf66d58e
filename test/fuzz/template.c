/* template.c: a template of wrappers, written out for a small header. */
#include "api/generate.h"
#include "fuzz.h"

#include <stdlib.h>

static const char header_text[] =
    "int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm "
    "comm);\n"
    "int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses);\n"
    "int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const "
    "MPI_Datatype sendtypes[],"
    " void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], "
    "MPI_Comm comm);\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct api_table *table;
    struct template template;
    struct prototypes header;
    struct error error;
    struct text out;
    char *text = fuzz_text(data, size);
    if (!table)
        table = api_table_builtin();
    text_init(&out, 1 << 20);
    if (prototypes_parse(header_text, &header, &error) != 0)
        abort();
    if (template_parse("fuzz.tmpl", text, table, &template, &error) == 0)
        generate(&template, table, &header, "openmpi", &out, &error);
    template_free(&template);
    prototypes_free(&header);
    text_free(&out);
    free(text);
    return 0;
}
