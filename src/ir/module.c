#include "ir/module.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm/Config/llvm-config.h>

#include <stdio.h>
#include <string.h>

static void module_keep_message(LLVMDiagnosticInfoRef info, void *context)
{
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    snprintf(context, ERROR_TEXT_MAX, "%s", text);
    LLVMDisposeMessage(text);
}

int module_read(struct module *module, const struct ir_bitcode *piece, struct error *error)
{
    *module = (struct module){.context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(module->context, module_keep_message, module->message);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(piece->data, piece->size, piece->name, 0);
    int failed = LLVMParseBitcodeInContext2(module->context, buffer, &module->module);
    LLVMDisposeMemoryBuffer(buffer);
    if (!failed)
        return 0;
    LLVMContextDispose(module->context);
    return error_set(error, ERROR_FAILED, "%s: its bitcode cannot be read by LLVM %d: %s",
                     piece->name, LLVM_VERSION_MAJOR,
                     module->message[0] ? module->message : "no reason given");
}

void module_write(const struct module *module, char **bytes, size_t *size)
{
    LLVMMemoryBufferRef out = LLVMWriteBitcodeToMemoryBuffer(module->module);
    *size = LLVMGetBufferSize(out);
    *bytes = memory_alloc(*size);
    memcpy(*bytes, LLVMGetBufferStart(out), *size);
    LLVMDisposeMemoryBuffer(out);
}

void module_free(struct module *module)
{
    LLVMDisposeModule(module->module);
    LLVMContextDispose(module->context);
}
