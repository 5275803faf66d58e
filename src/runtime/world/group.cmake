# Groups and topologies: without MPI, so that they are tested by themselves. A guest compiles the same
# files.
tutti_layer(group SOURCES dims.c group.c topology.c)
tutti_unit_test(group test_dims test_group test_topology)
foreach(target group_test_group group_test_topology)
  if(TARGET ${target})
    target_link_options(${target} PRIVATE -Wl,--wrap=malloc) # test_allocation.h
  endif()
endforeach()
