# Groups and topologies: without MPI, so that they are tested by themselves. A guest compiles the same
# files.
tutti_layer(group SOURCES model/dims.c model/group.c model/topology.c)
tutti_unit_test(group model/test_dims model/test_group model/test_topology)
foreach(target group_test_group group_test_topology)
  if(TARGET ${target})
    target_link_options(${target} PRIVATE -Wl,--wrap=malloc) # model/test_allocation.h
  endif()
endforeach()
