# Guest libraries: code that is preloaded into the user's processes, one library per MPI flavour.
#
# tutti_guest(NAME TEMPLATE x.tmpl SOURCES file...)
# makes lib/tutti/libtutti-NAME-<flavour>.so from the sources and from the wrappers that the
# template gives for every function of that flavour's mpi.h. Links libc alone: MPI itself is found
# at run time in the program that it is loaded into.
function(tutti_guest name)
  cmake_parse_arguments(ARG "" "TEMPLATE" "SOURCES" ${ARGN})
  foreach(flavour IN LISTS TUTTI_MPI_FLAVOURS)
    set(target guest_${name}_${flavour})
    set(wrappers ${CMAKE_CURRENT_BINARY_DIR}/${name}-${flavour}.c)
    tutti_generate(${wrappers} ${flavour} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_TEMPLATE})
    add_library(${target} SHARED ${wrappers} ${ARG_SOURCES})
    set_target_properties(
      ${target} PROPERTIES OUTPUT_NAME tutti-${name}-${flavour}
                           LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${TUTTI_GUEST_DIRECTORY}
                           C_VISIBILITY_PRESET hidden)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
    target_include_directories(${target} SYSTEM PRIVATE ${TUTTI_MPI_${flavour}_INCLUDE})
    tutti_mpi_constants(${flavour} constants)
    target_sources(${target} PRIVATE ${constants})
    target_compile_definitions(${target} PRIVATE TUTTI_FLAVOUR="${flavour}"
                                                 TUTTI_CONSTANTS="${constants}")
    add_dependencies(${target} mpi_constants_${flavour})
    install(TARGETS ${target} LIBRARY DESTINATION ${TUTTI_GUEST_DIRECTORY})
  endforeach()
endfunction()

# tutti_guest_archive(NAME [TEMPLATE x.tmpl] SOURCES file... [ALONE file...])
# makes lib/tutti/libtutti-NAME-<flavour>.a, to be linked into programs. All sources become one member
# whose own names nobody else sees, so that they cannot meet those of the program; each file of ALONE
# is a member that the linker takes only when something asks for it. Optimised in any build: calls
# that are not checked must leave no frame behind.
function(tutti_guest_archive name)
  cmake_parse_arguments(ARG "" "TEMPLATE" "SOURCES;ALONE" ${ARGN})
  foreach(flavour IN LISTS TUTTI_MPI_FLAVOURS)
    set(target guest_${name}_${flavour})
    add_library(${target}_whole STATIC ${ARG_SOURCES})
    set(targets ${target}_whole)
    set(archive ${CMAKE_BINARY_DIR}/${TUTTI_GUEST_DIRECTORY}/libtutti-${name}-${flavour}.a)
    set(begin ${CMAKE_COMMAND} -E rm -f ${archive})
    if(ARG_TEMPLATE)
      set(wrappers ${CMAKE_CURRENT_BINARY_DIR}/${name}-${flavour}.c)
      tutti_generate(${wrappers} ${flavour} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_TEMPLATE})
      target_sources(${target}_whole PRIVATE ${wrappers})
    endif()
    if(ARG_ALONE)
      add_library(${target}_alone STATIC ${ARG_ALONE})
      list(APPEND targets ${target}_alone)
      set(begin ${CMAKE_COMMAND} -E copy $<TARGET_FILE:${target}_alone> ${archive})
    endif()
    foreach(part IN LISTS targets)
      set_target_properties(${part} PROPERTIES C_VISIBILITY_PRESET hidden
                                               POSITION_INDEPENDENT_CODE ON)
      target_compile_options(${part} PRIVATE -O2 -g0)
      target_include_directories(${part} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
      target_include_directories(${part} SYSTEM PRIVATE ${TUTTI_MPI_${flavour}_INCLUDE})
    endforeach()
    set(whole ${CMAKE_CURRENT_BINARY_DIR}/${name}-${flavour}.o)
    add_custom_command(
      OUTPUT ${archive}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/${TUTTI_GUEST_DIRECTORY}
      COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${whole} -Wl,--whole-archive
              $<TARGET_FILE:${target}_whole>
      COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole}
      COMMAND ${begin}
      COMMAND ${CMAKE_AR} rcs ${archive} ${whole}
      DEPENDS ${targets}
      VERBATIM)
    add_custom_target(${target} ALL DEPENDS ${archive})
    install(FILES ${archive} DESTINATION ${TUTTI_GUEST_DIRECTORY})
  endforeach()
endfunction()

# tutti_mpi_declarations(FLAVOUR VARIABLE): the compiler options under which the headers declare all
# that the library exports. Programs and Fortran libraries still call the functions that MPI-3.0
# removed, which Open MPI's mpi.h hides, and extensions have a header of their own.
function(tutti_mpi_declarations flavour variable)
  set(options -include mpi.h)
  if(EXISTS ${TUTTI_MPI_${flavour}_INCLUDE}/mpi-ext.h)
    list(APPEND options -include mpi-ext.h)
  endif()
  if(flavour STREQUAL "openmpi")
    list(APPEND options -DOMPI_OMIT_MPI1_COMPAT_DECLS=0)
  endif()
  set(${variable} ${options} PARENT_SCOPE)
endfunction()

# tutti_mpi_header(FLAVOUR VARIABLE): the file that holds what the preprocessor makes of the headers.
function(tutti_mpi_header flavour variable)
  set(header ${CMAKE_BINARY_DIR}/mpi-${flavour}.i)
  set(${variable} ${header} PARENT_SCOPE)
  if(TARGET mpi_header_${flavour})
    return()
  endif()
  tutti_mpi_declarations(${flavour} declarations)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_C_COMPILER} -E -P -I${TUTTI_MPI_${flavour}_INCLUDE} ${declarations} -x c
            /dev/null -o ${header}
    DEPENDS ${TUTTI_MPI_${flavour}_INCLUDE}/mpi.h
    VERBATIM)
  add_custom_target(mpi_header_${flavour} ALL DEPENDS ${header})
endfunction()

# tutti_mpi_constants(FLAVOUR VARIABLE): the file that lists the named constants of this mpi.h, to be
# included by guests (src/api/constants.c).
function(tutti_mpi_constants flavour variable)
  set(constants ${CMAKE_BINARY_DIR}/mpi-${flavour}-constants.h)
  set(definitions ${CMAKE_BINARY_DIR}/mpi-${flavour}-definitions.i)
  set(${variable} ${constants} PARENT_SCOPE)
  set(list ${CMAKE_SOURCE_DIR}/src/api/constants.api)
  if(TARGET mpi_constants_${flavour})
    return()
  endif()
  add_custom_command(
    OUTPUT ${constants}
    COMMAND ${CMAKE_C_COMPILER} -E -dD -I${TUTTI_MPI_${flavour}_INCLUDE} -include mpi.h -x c
            /dev/null -o ${definitions}
    COMMAND tutti-api-constants ${list} ${definitions} ${constants}
    DEPENDS tutti-api-constants ${list} ${TUTTI_MPI_${flavour}_INCLUDE}/mpi.h
    VERBATIM)
  add_custom_target(mpi_constants_${flavour} DEPENDS ${constants})
endfunction()

# tutti_mpi_names(VARIABLE): the file that lists all named constants of MPI, whatever the flavour.
function(tutti_mpi_names variable)
  set(names ${CMAKE_BINARY_DIR}/mpi-names.h)
  set(${variable} ${names} PARENT_SCOPE)
  set(list ${CMAKE_SOURCE_DIR}/src/api/constants.api)
  if(TARGET mpi_names)
    return()
  endif()
  add_custom_command(
    OUTPUT ${names}
    COMMAND tutti-api-constants ${list} - ${names}
    DEPENDS tutti-api-constants ${list}
    VERBATIM)
  add_custom_target(mpi_names ALL DEPENDS ${names})
endfunction()

# tutti_generate(OUTPUT FLAVOUR TEMPLATE): runs the generator of src/api over one mpi.h. The output
# must be compiled with the same view of the headers, and may define deprecated functions.
function(tutti_generate output flavour template)
  tutti_mpi_declarations(${flavour} declarations)
  set_source_files_properties(
    ${output} PROPERTIES COMPILE_OPTIONS "${declarations};-Wno-deprecated-declarations")
  tutti_mpi_header(${flavour} header)
  add_custom_command(
    OUTPUT ${output}
    COMMAND tutti-api-generate --table=${CMAKE_SOURCE_DIR}/src/api/mpi.api --header=${header}
            --flavour=${flavour} --template=${template} --output=${output}
    DEPENDS tutti-api-generate mpi_header_${flavour} ${header} ${CMAKE_SOURCE_DIR}/src/api/mpi.api
            ${template}
    VERBATIM)
endfunction()
