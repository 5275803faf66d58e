# Executions whose ranks start at main(). Included by CMakeLists.txt.
add_executable(world_starts starts.c)
set_target_properties(world_starts PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
target_compile_options(world_starts PRIVATE ${TUTTI_SANITIZE_OPTIONS})
target_link_libraries(world_starts PRIVATE tutti_world)
tutti_shell_test(world.starts starts.sh ARGUMENTS $<TARGET_FILE:world_starts>)
