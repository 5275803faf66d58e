# Type signatures and layouts: without MPI, so that the scheduler has them too (tutti_signature), and
# tested by themselves. A guest compiles the same files; the names of codes must be the same there.
set(names ${TUTTI_MPI_NAMES})
set_source_files_properties(
  model/signature.c PROPERTIES COMPILE_DEFINITIONS "TUTTI_MPI_NAMES=\"${names}\"" OBJECT_DEPENDS ${names})
tutti_layer(signature SOURCES model/signature.c model/layout.c)
add_dependencies(tutti_signature mpi_names)
tutti_unit_test(signature model/test_signature model/test_layout)
