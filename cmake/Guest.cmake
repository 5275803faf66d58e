# Guest libraries: code that is preloaded into the user's processes, one library per MPI family.

# tutti_family(FAMILY): the mpi.h of a family, its list of constants and its functions, made from the
# tables of src/api: guests are compiled with it, and no MPI has to be installed where Tutti is built.
# They lie in ${TUTTI_FAMILY_<family>}, made by the target mpi_family_<family>.
function(tutti_family family)
  set(directory ${CMAKE_BINARY_DIR}/mpi/${family})
  set(TUTTI_FAMILY_${family} ${directory} PARENT_SCOPE)
  file(MAKE_DIRECTORY ${directory})
  add_custom_command(
    OUTPUT ${directory}/mpi.h ${directory}/functions.h ${directory}/constants.h
    COMMAND tutti-api-generate --declare --table=${TUTTI_API}/mpi.api --constants=${TUTTI_API}/constants.api
            --flavour=${family} --output=${directory}
    DEPENDS tutti-api-generate ${TUTTI_API}/mpi.api ${TUTTI_API}/constants.api
    VERBATIM)
  add_custom_target(mpi_family_${family} ALL DEPENDS ${directory}/mpi.h)
endfunction()

set(TUTTI_API ${CMAKE_SOURCE_DIR}/src/api)
set(TUTTI_FAMILIES mpich openmpi abi)
foreach(family IN LISTS TUTTI_FAMILIES)
  tutti_family(${family})
endforeach()

# All named constants of MPI, whatever the family.
set(TUTTI_MPI_NAMES ${CMAKE_BINARY_DIR}/mpi/constants.h)
add_custom_command(
  OUTPUT ${TUTTI_MPI_NAMES}
  COMMAND tutti-api-generate --declare --table=${TUTTI_API}/mpi.api --constants=${TUTTI_API}/constants.api
          --output=${CMAKE_BINARY_DIR}/mpi
  DEPENDS tutti-api-generate ${TUTTI_API}/mpi.api ${TUTTI_API}/constants.api
  VERBATIM)
add_custom_target(mpi_names ALL DEPENDS ${TUTTI_MPI_NAMES})

# tutti_generate(OUTPUT FAMILY TEMPLATE): makes wrappers of all functions of a family.
function(tutti_generate output family template)
  set(functions ${TUTTI_FAMILY_${family}}/functions.h)
  add_custom_command(
    OUTPUT ${output}
    COMMAND tutti-api-generate --table=${TUTTI_API}/mpi.api --header=${functions} --flavour=${family}
            --template=${template} --output=${output}
    DEPENDS tutti-api-generate mpi_family_${family} ${functions} ${TUTTI_API}/mpi.api ${template}
    VERBATIM)
endfunction()

# tutti_guest(NAME TEMPLATE x.tmpl SOURCES file...)
# makes lib/tutti/libtutti-NAME-<family>.so from the sources and from the wrappers that the
# template gives for every function of that family. Links libc alone: MPI itself is found
# at run time in the program that it is loaded into.
function(tutti_guest name)
  cmake_parse_arguments(ARG "" "TEMPLATE" "SOURCES" ${ARGN})
  foreach(family IN LISTS TUTTI_FAMILIES)
    set(target guest_${name}_${family})
    set(wrappers ${CMAKE_CURRENT_BINARY_DIR}/${name}-${family}.c)
    tutti_generate(${wrappers} ${family} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_TEMPLATE})
    add_library(${target} SHARED ${wrappers} ${ARG_SOURCES})
    set_target_properties(
      ${target} PROPERTIES OUTPUT_NAME tutti-${name}-${family}
                           LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${TUTTI_GUEST_DIRECTORY}
                           C_VISIBILITY_PRESET hidden)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
    target_include_directories(${target} PRIVATE ${TUTTI_FAMILY_${family}})
    set(constants ${TUTTI_FAMILY_${family}}/constants.h)
    target_compile_definitions(${target} PRIVATE TUTTI_FLAVOUR="${family}"
                                                 TUTTI_CONSTANTS="${constants}")
    add_dependencies(${target} mpi_family_${family})
    install(TARGETS ${target} LIBRARY DESTINATION ${TUTTI_GUEST_DIRECTORY})
  endforeach()
endfunction()

# tutti_guest_archive(NAME [TEMPLATE x.tmpl] SOURCES file... [ALONE file...])
# makes lib/tutti/libtutti-NAME-<family>.a, to be linked into programs. All sources become one member
# whose own names nobody else sees, so that they cannot meet those of the program; each file of ALONE
# is a member that the linker takes only when something asks for it. It is optimised in any build: calls
# that are not checked must leave no frame behind.
function(tutti_guest_archive name)
  cmake_parse_arguments(ARG "" "TEMPLATE" "SOURCES;ALONE" ${ARGN})
  foreach(family IN LISTS TUTTI_FAMILIES)
    set(target guest_${name}_${family})
    add_library(${target}_whole STATIC ${ARG_SOURCES})
    set(targets ${target}_whole)
    set(archive ${CMAKE_BINARY_DIR}/${TUTTI_GUEST_DIRECTORY}/libtutti-${name}-${family}.a)
    set(begin ${CMAKE_COMMAND} -E rm -f ${archive})
    if(ARG_TEMPLATE)
      set(wrappers ${CMAKE_CURRENT_BINARY_DIR}/${name}-${family}.c)
      tutti_generate(${wrappers} ${family} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_TEMPLATE})
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
      target_include_directories(${part} PRIVATE ${TUTTI_FAMILY_${family}})
      add_dependencies(${part} mpi_family_${family})
    endforeach()
    set(whole ${CMAKE_CURRENT_BINARY_DIR}/${name}-${family}.o)
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
