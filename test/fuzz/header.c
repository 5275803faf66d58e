/* header.c: the functions that a C header declares, compared with the table. */
#include "api/check.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct api_table *table;
    struct prototypes header;
    struct api_check check;
    struct error error;
    char *text = fuzz_text(data, size);
    if (!table)
        table = api_table_builtin();
    if (prototypes_parse(text, &header, &error) == 0) {
        api_check_header(table, &header, &check);
        api_check_free(&check);
    }
    prototypes_free(&header);
    free(text);
    return 0;
}
