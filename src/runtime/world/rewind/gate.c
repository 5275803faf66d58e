#include "runtime/world/rewind/gate.h"

#include <errno.h>
#include <unistd.h>

#if GATE_IS_THERE

__asm__(".text\n"
        ".balign 16\n"
        ".globl gate_start, gate_end, gate_call, gate_return, gate_here, gate_go, gate_switch\n"
        ".hidden gate_start, gate_end, gate_call, gate_return, gate_here, gate_go, gate_switch\n"
        "gate_start:\n"
        ".type gate_call, @function\n"
        "gate_call:\n"
        ".cfi_startproc\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    mov %rcx, %rdx\n"
        "    mov %r8, %r10\n"
        "    mov %r9, %r8\n"
        "    mov 8(%rsp), %r9\n"
        "    syscall\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".type gate_return, @function\n"
        "gate_return:\n"
        "    mov $15, %eax\n" /* rt_sigreturn */
        "    syscall\n"
        "    ud2\n"
        "gate_end:\n"
        ".type gate_here, @function\n"
        "gate_here:\n"
        ".cfi_startproc\n"
        "    mov %rbx, 0(%rdi)\n"
        "    mov %rbp, 8(%rdi)\n"
        "    mov %r12, 16(%rdi)\n"
        "    mov %r13, 24(%rdi)\n"
        "    mov %r14, 32(%rdi)\n"
        "    mov %r15, 40(%rdi)\n"
        "    lea 8(%rsp), %rax\n"
        "    mov %rax, 48(%rdi)\n"
        "    mov (%rsp), %rax\n"
        "    mov %rax, 56(%rdi)\n"
        "    stmxcsr 64(%rdi)\n"
        "    fnstcw 68(%rdi)\n"
        "    xor %eax, %eax\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".type gate_go, @function\n"
        "gate_go:\n"
        "    mov 0(%rdi), %rbx\n"
        "    mov 8(%rdi), %rbp\n"
        "    mov 16(%rdi), %r12\n"
        "    mov 24(%rdi), %r13\n"
        "    mov 32(%rdi), %r14\n"
        "    mov 40(%rdi), %r15\n"
        "    mov 48(%rdi), %rsp\n"
        "    ldmxcsr 64(%rdi)\n"
        "    fninit\n"
        "    fldcw 68(%rdi)\n"
        "    cld\n"
        "    mov $1, %eax\n"
        "    jmp *56(%rdi)\n"
        ".type gate_switch, @function\n"
        "gate_switch:\n"
        "    mov %rdi, %rsp\n"
        "    and $-16, %rsp\n"
        "    xor %ebp, %ebp\n"
        "    call *%rsi\n"
        "    ud2\n");

#else

long gate_call(long number, long first, long second, long third, long fourth, long fifth,
               long sixth)
{
    long result = syscall(number, first, second, third, fourth, fifth, sixth);
    return result == -1 ? -errno : result;
}

#endif
