# The LLVM whose library Tutti is built with, and whose clang and flang it then calls: 19, else 20 or 21, whichever
# is there with its clang. -DTUTTI_LLVM_CONFIG=/opt/llvm/bin/llvm-config chooses another one of these versions.
#
# TUTTI_LLVM is the version, TUTTI_CLANG and TUTTI_FLANG are the compilers (flang may be missing), TUTTI_FLANG_NAME is
# what Debian calls flang. TUTTI_LLVM_DEFINITIONS tell both to a target that names compilers.
set(versions 19 20 21)

function(tutti_find_llvm_config)
  foreach(version IN LISTS ARGN)
    find_program(config_${version} NAMES llvm-config-${version} NO_CACHE)
    find_program(clang_${version} NAMES clang-${version} NO_CACHE)
    if(config_${version} AND clang_${version})
      set(TUTTI_LLVM_CONFIG ${config_${version}} CACHE FILEPATH "llvm-config of LLVM 19, 20 or 21")
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "no LLVM found: install llvm-19-dev and clang-19, or 20 or 21 of both (make runs packaging/setup, "
                      "which does)")
endfunction()

if(NOT TUTTI_LLVM_CONFIG)
  tutti_find_llvm_config(${versions})
endif()
mark_as_advanced(TUTTI_LLVM_CONFIG)
execute_process(COMMAND ${TUTTI_LLVM_CONFIG} --version OUTPUT_VARIABLE TUTTI_LLVM
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\\..*" "" TUTTI_LLVM "${TUTTI_LLVM}")
if(NOT TUTTI_LLVM IN_LIST versions)
  message(FATAL_ERROR "${TUTTI_LLVM_CONFIG} is of LLVM ${TUTTI_LLVM}: Tutti works with 19, 20 and 21")
endif()

# flang lost the "new" of its name in version 20.
set(TUTTI_FLANG_NAME flang-${TUTTI_LLVM})
if(TUTTI_LLVM EQUAL 19)
  set(TUTTI_FLANG_NAME flang-new-19)
endif()
find_program(TUTTI_CLANG NAMES clang-${TUTTI_LLVM})
find_program(TUTTI_FLANG NAMES ${TUTTI_FLANG_NAME})
mark_as_advanced(TUTTI_CLANG TUTTI_FLANG)
set(TUTTI_LLVM_DEFINITIONS TUTTI_LLVM="${TUTTI_LLVM}" TUTTI_FLANG="${TUTTI_FLANG_NAME}")
message(STATUS "LLVM ${TUTTI_LLVM}: ${TUTTI_LLVM_CONFIG}")
