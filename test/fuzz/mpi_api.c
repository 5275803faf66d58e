/* mpi_api.c: a table of MPI such as src/api/mpi.api. */
#include "api/manual.h"
#include "api/table.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct api_table *table = NULL;
    struct error error;
    char *text = fuzz_text(data, size);
    if (api_table_parse("fuzz.api", text, &table, &error) == 0) {
        api_table_find(table, "PMPI_Send");
        api_table_free(table);
    }
    free(text);
    return 0;
}
