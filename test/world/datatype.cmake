# Datatypes against the MPI libraries. Included by CMakeLists.txt.
tutti_mpi_names(names)
set(constants)
foreach(flavour IN LISTS TUTTI_MPI_FLAVOURS)
  tutti_mpi_constants(${flavour} list)
  list(APPEND constants ${flavour}=${list})
endforeach()
tutti_shell_test(
  world.datatype_oracle datatype_oracle.sh ARGUMENTS ${CMAKE_SOURCE_DIR} ${names} ${constants})
