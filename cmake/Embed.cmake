# tutti_embed(TARGET HEADER name.h NAMES symbol=file ...)
# Compiles files into the command as strings: writes a C file with `const char symbol[]` and
# `const size_t symbol_length` for each, and adds it to the target.
function(tutti_embed target)
  cmake_parse_arguments(ARG "" "OUTPUT" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_OUTPUT})
  set(inputs)
  foreach(pair IN LISTS ARG_FILES)
    string(REGEX REPLACE "^[^=]*=" "" file ${pair})
    list(APPEND inputs ${file})
  endforeach()
  add_custom_command(
    OUTPUT ${output}
    COMMAND tutti-embed ${output} ${ARG_FILES}
    DEPENDS tutti-embed ${inputs}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
