# One set of compiler options for all of the project's own code.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

add_compile_definitions(_GNU_SOURCE)
add_compile_options(
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
  -Wpointer-arith -Wwrite-strings -Wformat=2 -Wundef -Wvla)
# An option for the compilers that we test. Package builders have others.
option(TUTTI_WERROR "warnings are errors" ON)
if(TUTTI_WERROR)
  add_compile_options(-Werror)
endif()
# Paths in messages and debug lines are relative to the source tree.
add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}/=build/ -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)

option(TUTTI_SANITIZE "address and undefined-behaviour sanitizers, for all but the guest libraries" OFF)
if(TUTTI_SANITIZE)
  # Guests are loaded into programs that are not sanitized: cmake/Guest.cmake leaves it out there.
  set(TUTTI_SANITIZE_OPTIONS -fsanitize=address,undefined -fno-sanitize-recover=undefined
                             -fno-omit-frame-pointer)
endif()

option(TUTTI_FUZZ "harnesses with libFuzzer (test/fuzz/README.md), with clang" OFF)
if(TUTTI_FUZZ)
  set(TUTTI_SANITIZE_OPTIONS -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
                             -fno-omit-frame-pointer)
endif()
