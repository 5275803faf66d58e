# Datatypes against the MPI libraries. Included by CMakeLists.txt.
set(names ${TUTTI_MPI_NAMES})
set(constants)
foreach(flavour IN LISTS TUTTI_MPI_FLAVOURS)
  list(APPEND constants ${flavour}=${TUTTI_FAMILY_${flavour}})
endforeach()
tutti_shell_test(
  world.datatype_oracle datatype_oracle.sh ARGUMENTS ${CMAKE_SOURCE_DIR} ${names} ${constants})
