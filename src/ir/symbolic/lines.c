/* lines.c: adds lines to the test build of a program without debug information.
 *
 * The bitcode has the places of its code (program.h), but its compile unit says that nothing of
 * this is written into objects. LLVM-C cannot change that, so functions get another unit. */
#include "ir/symbolic/private.h"

#include <llvm-c/DebugInfo.h>

enum { UNIT = 5 }; /* operand of a DISubprogram */

void symbolic_lines(struct symbolic *symbolic)
{
    LLVMDIBuilderRef builder = LLVMCreateDIBuilder(symbolic->module);
    LLVMMetadataRef unit = NULL;
    for (LLVMValueRef function = LLVMGetFirstFunction(symbolic->module); function;
         function = LLVMGetNextFunction(function)) {
        LLVMMetadataRef place = LLVMGetSubprogram(function);
        if (!place || LLVMIsDeclaration(function)) /* a declaration belongs to no unit */
            continue;
        if (!unit)
            unit = LLVMDIBuilderCreateCompileUnit(
                builder, LLVMDWARFSourceLanguageC11, LLVMDIScopeGetFile(place), "", 0, 1, "", 0, 0,
                "", 0, LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "", 0, "", 0);
        LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(symbolic->context, place), UNIT, unit);
    }
    LLVMDIBuilderFinalize(builder);
    LLVMDisposeDIBuilder(builder);
}
