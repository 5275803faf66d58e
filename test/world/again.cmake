# Many executions in one world, and from snapshots. Included by CMakeLists.txt.
foreach(name again levels)
  add_executable(world_${name} ${name}.c)
  set_target_properties(world_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
  target_compile_options(world_${name} PRIVATE ${TUTTI_SANITIZE_OPTIONS})
  target_link_libraries(world_${name} PRIVATE tutti_world)
endforeach()
add_executable(world_refuse refuse.c)
set_target_properties(world_refuse PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
tutti_shell_test(
  world.again again.sh
  ARGUMENTS $<TARGET_FILE:world_again> $<TARGET_FILE:world_levels> $<TARGET_FILE:world_refuse>)
