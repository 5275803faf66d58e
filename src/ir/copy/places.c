/* places.c: copies places in the source, with paths as they were given to the compiler. */
#include "ir/copy/copy.h"

#include <llvm-c/DebugInfo.h>

/* Positions of operands in the nodes of LLVM's debug information, for which LLVM-C has no names. */
enum { SUBPROGRAM_UNIT = 5, UNIT_FILE = 0, FILE_DIRECTORY = 1, OPERANDS_MAX = 32 };

static LLVMValueRef operand_of(LLVMValueRef node, unsigned index)
{
    LLVMValueRef operands[OPERANDS_MAX];
    if (!node || !LLVMIsAMDNode(node))
        return NULL;
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (index >= count || count > OPERANDS_MAX)
        return NULL;
    LLVMGetMDNodeOperands(node, operands);
    return operands[index];
}

const char *copy_directory(struct copy *copy, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram)
        return NULL;
    LLVMValueRef node = LLVMMetadataAsValue(copy->context, subprogram);
    node = operand_of(operand_of(operand_of(node, SUBPROGRAM_UNIT), UNIT_FILE), FILE_DIRECTORY);
    unsigned length;
    return node ? LLVMGetMDString(node, &length) : NULL;
}

/* Returns the path as given to the compiler. Clang splits an absolute path where it leaves the path
 * of the working directory; only for a relative path the directory is all of that path. */
static const char *place_path_of(struct copy *copy, LLVMValueRef value, const char *file,
                                 unsigned length)
{
    unsigned directory_length = 0;
    const char *directory = LLVMGetDebugLocDirectory(value, &directory_length);
    if (file[0] == '/' || !directory_length || !copy->directory || directory == copy->directory)
        directory = NULL;
    struct copy_file *first = map_get(&copy->files, file);
    for (struct copy_file *known = first; known; known = known->next)
        if (known->directory == directory)
            return known->path;
    struct copy_file *added = arena_alloc(copy->arena, sizeof *added);
    added->directory = directory;
    added->path = directory ? arena_printf(copy->arena, "%.*s/%.*s", (int)directory_length,
                                           directory, (int)length, file)
                            : arena_copy_bytes(copy->arena, file, length);
    added->next = first;
    map_put(&copy->files, file, added);
    return added->path;
}

struct ir_place copy_place(struct copy *copy, LLVMValueRef value)
{
    struct ir_place place = {.line = (int)LLVMGetDebugLocLine(value)};
    unsigned length = 0;
    const char *file = LLVMGetDebugLocFilename(value, &length);
    if (!length || !place.line)
        return (struct ir_place){0};
    place.column = LLVMIsAInstruction(value) ? (int)LLVMGetDebugLocColumn(value) : 0;
    place.file = place_path_of(copy, value, file, length);
    return place;
}
