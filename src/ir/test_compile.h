/* test_compile.h: compiles programs during a test, as `tutti cc` does. */
#ifndef TUTTI_IR_TEST_COMPILE_H
#define TUTTI_IR_TEST_COMPILE_H

#include "base/file.h"
#include "base/memory.h"
#include "ir/program.h"

#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static inline int run_shell(char *command)
{
    char *words[] = {(char *)"sh", (char *)"-c", command, NULL};
    pid_t child;
    int status;
    if (posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ) != 0 ||
        waitpid(child, &status, 0) != child)
        return -1;
    return status;
}

/* Compiles a source, writing it to this file in the current directory; `options` may be "". */
static inline struct ir_bitcode compile_source(const char *file, const char *options,
                                               const char *source)
{
    struct error error;
    char *object = memory_printf("%s.bc", file), *bytes;
    char *command = memory_printf("%s -w -c -emit-llvm -O0 -fno-discard-value-names -Rpass='^$' %s "
                                  "%s -o %s",
                                  strstr(file, ".cc") ? "clang++-" TUTTI_LLVM : "clang-" TUTTI_LLVM,
                                  options, file, object);
    struct ir_bitcode bitcode = {.name = object};
    if (file_write(file, source, strlen(source), &error) != 0)
        fail_msg("%s", error.text);
    assert_int_equal(run_shell(command), 0);
    if (file_read(object, SIZE_MAX - 1, &bytes, &bitcode.size, &error) != 0)
        fail_msg("%s", error.text);
    free(command);
    bitcode.data = bytes;
    return bitcode;
}

static inline void free_bitcode(struct ir_bitcode *bitcode)
{
    free((char *)bitcode->name);
    free((char *)bitcode->data);
}

static inline struct ir_program *load_pieces(const struct ir_bitcode *pieces, size_t count)
{
    struct ir_program *program = NULL;
    struct error error = {0};
    if (ir_program_load(pieces, count, &program, &error) != 0)
        fail_msg("%s", error.text);
    return program;
}

static inline struct ir_program *load_source(const char *file, const char *options,
                                             const char *source)
{
    struct ir_bitcode bitcode = compile_source(file, options, source);
    struct ir_program *program = load_pieces(&bitcode, 1);
    free_bitcode(&bitcode);
    return program;
}

static inline const struct ir_function *function_of(const struct ir_program *program,
                                                    const char *symbol)
{
    const struct ir_function *function = ir_program_function(program, symbol);
    if (!function)
        fail_msg("there is no function %s", symbol);
    return function;
}

/* Returns call number `index` of that function in `caller`. */
static inline const struct ir_value *call_of(const struct ir_function *caller, const char *symbol,
                                             int index)
{
    for (uint32_t i = 0; i < caller->call_count; i++) {
        const struct ir_value *call = caller->calls[i];
        if (call->callee->kind == IR_FUNCTION && strcmp(call->callee->name, symbol) == 0 &&
            index-- == 0)
            return call;
    }
    fail_msg("%s does not call %s so often", caller->symbol, symbol);
    return NULL;
}

#endif
