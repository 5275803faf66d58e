# Many executions in one world. Included by CMakeLists.txt.
add_executable(world_again again.c)
set_target_properties(world_again PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
target_compile_options(world_again PRIVATE ${TUTTI_SANITIZE_OPTIONS})
target_link_libraries(world_again PRIVATE tutti_world)
tutti_shell_test(world.again again.sh ARGUMENTS $<TARGET_FILE:world_again>)
