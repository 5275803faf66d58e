# Tests of the tree itself, of set-up and packaging, and of `doctor`. Included by CMakeLists.txt.
# `make lint` runs lint.sh; it is no test, since it depends on the versions of the tools.

# Of the sources, as they are; planted.sh shows that these can fail.
foreach(name layering headers words planted setup)
  add_test(NAME tree.${name} COMMAND ${CMAKE_CURRENT_LIST_DIR}/${name}.sh)
  set_tests_properties(tree.${name} PROPERTIES LABELS tree TIMEOUT 300)
endforeach()

# Of the built command.
add_test(NAME doctor COMMAND ${CMAKE_CURRENT_LIST_DIR}/doctor.sh)
add_test(NAME packaging COMMAND ${CMAKE_CURRENT_LIST_DIR}/packaging.sh ${CMAKE_BINARY_DIR})
list(JOIN TUTTI_MPI_FLAVOURS " " flavours)
set_tests_properties(
  doctor packaging PROPERTIES
  ENVIRONMENT "TUTTI=$<TARGET_FILE:tutti>;TUTTI_MPIS=${flavours}" LABELS "end to end" TIMEOUT 300)
