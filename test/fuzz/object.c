/* object.c: bitcode in objects, archives and programs, and how a program was linked. */
#include "compile/gather.h"
#include "compile/linked.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gathered gathered = {0};
    struct linked linked;
    struct error error;
    size_t count;
    const char *path = fuzz_file("object", data, size);
    if (gather_file(&gathered, path, &error) == 0) {
        for (size_t i = 0; i < gathered.piece_count; i++)
            object_calls_parallel(gathered.pieces[i].piece);
        for (size_t i = 0; i < gathered.input_count; i++) {
            struct object *object = &gathered.inputs[i].object;
            for (size_t j = 0; j < object->member_count; j++) {
                object_read_symbols(object, &object->members[j]);
                if (linked_read(&object->members[j], &linked) == 0)
                    linked_free(&linked);
            }
        }
        gather_programs(&gathered, &count);
    }
    gather_free(&gathered);
    object_rename_section(path);
    return 0;
}
