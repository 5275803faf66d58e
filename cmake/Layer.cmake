# tutti_layer(NAME SOURCES file... KNOWS layer... [LIBRARIES target...])
# A layer is a static library. KNOWS repeats the row of src/README.md; the layering test compares
# the includes with that row.
function(tutti_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;KNOWS;LIBRARIES" ${ARGN})
  add_library(tutti_${name} STATIC ${ARG_SOURCES})
  target_include_directories(tutti_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(tutti_${name} PRIVATE ${TUTTI_SANITIZE_OPTIONS})
  target_link_options(tutti_${name} PUBLIC ${TUTTI_SANITIZE_OPTIONS})
  foreach(known IN LISTS ARG_KNOWS)
    target_link_libraries(tutti_${name} PUBLIC tutti_${known})
  endforeach()
  target_link_libraries(tutti_${name} PUBLIC ${ARG_LIBRARIES})
endfunction()

# tutti_unit_test(LAYER [room/]test_x ...): each test_x.c beside the module is one cmocka program.
function(tutti_unit_test layer)
  if(NOT BUILD_TESTING OR NOT CMOCKA_FOUND)
    return()
  endif()
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    set(target ${layer}_${name})
    add_executable(${target} ${file}.c)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unit)
    # cmocka 2 deprecates macros for which cmocka 1 has no others.
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations ${TUTTI_SANITIZE_OPTIONS})
    target_link_libraries(${target} PRIVATE tutti_${layer} PkgConfig::CMOCKA)
    target_compile_definitions(
      ${target} PRIVATE TUTTI_TEST_SOURCE="${CMAKE_CURRENT_SOURCE_DIR}"
                        TUTTI_TEST_BUILD="${CMAKE_CURRENT_BINARY_DIR}" ${TUTTI_LLVM_DEFINITIONS})
    add_test(NAME unit.${layer}.${name} COMMAND ${target})
    set_tests_properties(unit.${layer}.${name} PROPERTIES LABELS unit TIMEOUT 1200)
  endforeach()
endfunction()
