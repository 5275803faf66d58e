# Tests of the tree itself, of set-up, and of `doctor`. Included by CMakeLists.txt.
# `make lint` runs lint.sh; it is no test, since it depends on the versions of the tools.

# Of the sources, as they are; planted.sh shows that these can fail.
foreach(name layering words docs identifiers names planted setup)
  add_test(NAME tree.${name} COMMAND ${CMAKE_CURRENT_LIST_DIR}/${name}.sh)
  set_tests_properties(tree.${name} PROPERTIES LABELS tree TIMEOUT 1200)
endforeach()

add_test(NAME tree.headers COMMAND ${CMAKE_CURRENT_LIST_DIR}/headers.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/mpi)
set_tests_properties(tree.headers PROPERTIES LABELS tree TIMEOUT 1200)

# Of the built command.
tutti_shell_test(doctor doctor.sh)
