# Type signatures and layouts: without MPI, so that the scheduler has them too (tutti_signature), and
# tested by themselves. A guest compiles the same files; the names of codes must be the same there.
tutti_mpi_names(names)
set_source_files_properties(
  signature.c PROPERTIES COMPILE_DEFINITIONS "TUTTI_MPI_NAMES=\"${names}\"" OBJECT_DEPENDS ${names})
tutti_layer(signature SOURCES signature.c layout.c)
add_dependencies(tutti_signature mpi_names)
tutti_unit_test(signature test_signature test_layout)
