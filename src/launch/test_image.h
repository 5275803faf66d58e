/* test_image.h: writes small ELF files for the unit tests: programs and libraries with any
 * needs, paths, machine and symbols, on machines that have none of the MPIs. The files cannot be
 * executed. */
#ifndef TUTTI_LAUNCH_TEST_IMAGE_H
#define TUTTI_LAUNCH_TEST_IMAGE_H

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct test_image {
    int type;    /* 0: ET_DYN */
    int machine; /* 0: EM_X86_64 */
    bool interpreted;
    bool no_dynamic;
    bool pie; /* DF_1_PIE */
    const char *needed[8];
    const char *rpath, *runpath;
    const char *symbol; /* a symbol that the file defines */
};

struct test_bytes {
    Elf64_Ehdr header;
    Elf64_Phdr segments[3];
    Elf64_Shdr sections[3]; /* none, .dynstr, .dynsym */
    Elf64_Sym symbols[2];
    Elf64_Dyn dynamic[16];
    char strings[1024];
};

static inline Elf64_Xword test_string(struct test_bytes *bytes, size_t *used, const char *string)
{
    size_t at = *used;
    *used += strlen(string) + 1;
    assert_true(*used <= sizeof bytes->strings);
    strcpy(bytes->strings + at, string);
    return at;
}

static inline void test_dynamic(const struct test_image *image, struct test_bytes *bytes,
                                size_t *used)
{
    Elf64_Dyn *next = bytes->dynamic;
    for (size_t i = 0; i < 8 && image->needed[i]; i++)
        *next++ = (Elf64_Dyn){DT_NEEDED, {test_string(bytes, used, image->needed[i])}};
    if (image->rpath)
        *next++ = (Elf64_Dyn){DT_RPATH, {test_string(bytes, used, image->rpath)}};
    if (image->runpath)
        *next++ = (Elf64_Dyn){DT_RUNPATH, {test_string(bytes, used, image->runpath)}};
    if (image->pie)
        *next++ = (Elf64_Dyn){DT_FLAGS_1, {DF_1_PIE}};
    *next++ = (Elf64_Dyn){DT_STRTAB, {0x10000 + offsetof(struct test_bytes, strings)}};
    *next = (Elf64_Dyn){DT_NULL, {0}};
}

static inline struct test_bytes *test_bytes_of(const struct test_image *image)
{
    struct test_bytes *bytes = memory_zero(1, sizeof *bytes);
    size_t used = 1;
    memcpy(bytes->header.e_ident, ELFMAG "\2\1\1", 7);
    bytes->header.e_type = (Elf64_Half)(image->type ? image->type : ET_DYN);
    bytes->header.e_machine = (Elf64_Half)(image->machine ? image->machine : EM_X86_64);
    bytes->header.e_phoff = offsetof(struct test_bytes, segments);
    bytes->header.e_phentsize = sizeof(Elf64_Phdr);
    bytes->header.e_phnum = 3;
    bytes->header.e_shoff = offsetof(struct test_bytes, sections);
    bytes->header.e_shentsize = sizeof(Elf64_Shdr);
    bytes->header.e_shnum = 3;
    bytes->segments[0] =
        (Elf64_Phdr){.p_type = PT_LOAD, .p_vaddr = 0x10000, .p_filesz = sizeof *bytes};
    if (!image->no_dynamic) {
        bytes->segments[1] = (Elf64_Phdr){.p_type = PT_DYNAMIC,
                                          .p_offset = offsetof(struct test_bytes, dynamic),
                                          .p_filesz = sizeof bytes->dynamic};
        test_dynamic(image, bytes, &used);
    }
    if (image->interpreted)
        bytes->segments[2].p_type = PT_INTERP;
    bytes->sections[1] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                      .sh_offset = offsetof(struct test_bytes, strings),
                                      .sh_size = sizeof bytes->strings};
    bytes->sections[2] = (Elf64_Shdr){.sh_type = SHT_DYNSYM,
                                      .sh_link = 1,
                                      .sh_offset = offsetof(struct test_bytes, symbols),
                                      .sh_size = sizeof bytes->symbols};
    if (image->symbol)
        bytes->symbols[1] = (Elf64_Sym){
            .st_name = (Elf64_Word)test_string(bytes, &used, image->symbol), .st_shndx = 1};
    return bytes;
}

static inline void test_write(const char *path, const void *bytes, size_t length)
{
    struct error error;
    if (file_write(path, bytes, length, &error) != 0)
        fail_msg("%s", error.text);
    assert_int_equal(chmod(path, 0755), 0);
}

static inline void test_write_image(const char *path, const struct test_image *image)
{
    struct test_bytes *bytes = test_bytes_of(image);
    test_write(path, bytes, sizeof *bytes);
    free(bytes);
}

/* Enter and leave a new temporary directory, which is the current one meanwhile. */
static inline void test_enter(char *directory, size_t size)
{
    snprintf(directory, size, "/tmp/tutti-launch-XXXXXX");
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
}

static inline void test_leave(const char *directory)
{
    struct error error;
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(file_remove_directory(directory, &error), 0);
}

#endif
