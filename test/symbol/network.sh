#!/usr/bin/env bash
# No server is asked for debug information. A library in the place of the one that would ask notes
# each question.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
cp "$HERE"/*.[ch] .
gcc -g -O2 -fPIC -shared calls_library.c -o libcalls.so
gcc -O2 calls.c mark.c -L. -lcalls -Wl,-rpath,"$WORK" -o calls
strip calls
run_program ./calls

mkdir asking
cat >asking.c <<'END'
#include <errno.h>
#include <stdio.h>
static int note(void)
{
    FILE *file = fopen("asked", "a");
    fputs("asked\n", file);
    fclose(file);
    return -ENOENT;
}
void *debuginfod_begin(void) { static int client; return &client; }
void debuginfod_end(void *client) { (void)client; }
int debuginfod_find_debuginfo(void *client, const unsigned char *id, int length, char **path)
{ (void)client, (void)id, (void)length, (void)path; return note(); }
int debuginfod_find_executable(void *client, const unsigned char *id, int length, char **path)
{ (void)client, (void)id, (void)length, (void)path; return note(); }
END
gcc -shared -fPIC asking.c -Wl,-soname,libdebuginfod.so.1 -o asking/libdebuginfod.so.1
export DEBUGINFOD_URLS=http://127.0.0.1:9/

# Proves that the library works: libdwfl does ask by default.
cat >standard.c <<'END'
#include <elfutils/libdwfl.h>
int main(int count, char **words)
{
    Dwfl_Callbacks callbacks = {.find_debuginfo = dwfl_standard_find_debuginfo};
    Dwfl *dwfl = dwfl_begin(&callbacks);
    Dwarf_Addr bias;
    dwfl_report_begin(dwfl);
    Dwfl_Module *module = dwfl_report_elf(dwfl, "x", words[count - 1], -1, 0x1000000, true);
    dwfl_report_end(dwfl, NULL, NULL);
    dwfl_module_getdwarf(module, &bias);
    dwfl_end(dwfl);
    return 0;
}
END
gcc standard.c -ldw -o standard
LD_LIBRARY_PATH=asking ./standard "$WORK/calls"
if [ ! -s asked ]; then
    echo 'not tried: this libdw never asks'
    exit 0
fi
rm asked
LD_LIBRARY_PATH=asking "$SYMBOL" lines maps <stacks >out
expect_text out 'inline ?? in calls+0x'
[ ! -e asked ] || fail 'a server was asked'
