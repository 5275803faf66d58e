# Finds each MPI by its compiler wrapper. TUTTI_MPI_FLAVOURS is the list of those present; for each
# flavour: TUTTI_MPI_<flavour>_CC, _FC (may be empty), _INCLUDE (directory of mpi.h), _EXEC.
# The wrappers can be given: -DTUTTI_MPI_mpich_CC=/opt/mpich/bin/mpicc.
set(TUTTI_MPI_FLAVOURS)

function(tutti_find_mpi flavour macro)
  cmake_parse_arguments(ARG "" "" "CC;FC;EXEC" ${ARGN})
  find_program(TUTTI_MPI_${flavour}_CC NAMES ${ARG_CC})
  find_program(TUTTI_MPI_${flavour}_FC NAMES ${ARG_FC})
  find_program(TUTTI_MPI_${flavour}_EXEC NAMES ${ARG_EXEC})
  mark_as_advanced(TUTTI_MPI_${flavour}_CC TUTTI_MPI_${flavour}_FC TUTTI_MPI_${flavour}_EXEC)
  if(NOT TUTTI_MPI_${flavour}_CC)
    return()
  endif()
  # The wrapper knows where mpi.h is; the preprocessor's dependency output names the file.
  file(WRITE ${CMAKE_BINARY_DIR}/mpi-${flavour}.c "#include <mpi.h>\n#ifndef ${macro}\n#error another MPI\n#endif\n")
  execute_process(
    COMMAND ${TUTTI_MPI_${flavour}_CC} -M ${CMAKE_BINARY_DIR}/mpi-${flavour}.c
    OUTPUT_VARIABLE dependencies ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    message(STATUS "${flavour}: ${TUTTI_MPI_${flavour}_CC} cannot compile for it; left out")
    return()
  endif()
  string(REGEX MATCH "[^ \n]*/mpi\\.h" header "${dependencies}")
  get_filename_component(directory ${header} DIRECTORY)
  set(TUTTI_MPI_${flavour}_INCLUDE ${directory} PARENT_SCOPE)
  set(TUTTI_MPI_FLAVOURS ${TUTTI_MPI_FLAVOURS} ${flavour} PARENT_SCOPE)
  message(STATUS "MPI ${flavour}: ${header}")
endfunction()

tutti_find_mpi(mpich MPICH_VERSION CC mpicc.mpich mpicc FC mpif90.mpich mpif90 EXEC mpiexec.mpich mpiexec)
tutti_find_mpi(openmpi OMPI_MAJOR_VERSION CC mpicc.openmpi mpicc FC mpif90.openmpi mpif90 EXEC mpiexec.openmpi mpiexec)
if(NOT TUTTI_MPI_FLAVOURS)
  message(STATUS "no MPI found: Tutti can be built without one, but not tested")
endif()
