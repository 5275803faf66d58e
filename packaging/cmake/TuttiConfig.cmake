# find_package(Tutti): the command, its compiler wrappers, and tests that run under it.
#
#   Tutti_COMMAND, Tutti_CC, Tutti_CXX, Tutti_FC   paths; the last three for CMAKE_C_COMPILER and so on
#   Tutti::tutti                                   the command, as a target
#   Tutti::headers                                 the folder of tutti.h
#   tutti_add_test(...)                            below
#
# The folder of this file says where Tutti is, so that the tree may be moved.
get_filename_component(Tutti_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Tutti_COMMAND "${Tutti_PREFIX}/bin/tutti")
set(Tutti_CC "${Tutti_PREFIX}/bin/tutti-cc")
set(Tutti_CXX "${Tutti_PREFIX}/bin/tutti-c++")
set(Tutti_FC "${Tutti_PREFIX}/bin/tutti-fc")
if(NOT EXISTS "${Tutti_COMMAND}")
  set(Tutti_FOUND FALSE)
  set(Tutti_NOT_FOUND_MESSAGE "there is no ${Tutti_COMMAND}")
  return()
endif()
if(NOT TARGET Tutti::tutti)
  add_executable(Tutti::tutti IMPORTED)
  set_target_properties(Tutti::tutti PROPERTIES IMPORTED_LOCATION "${Tutti_COMMAND}")
  add_library(Tutti::headers INTERFACE IMPORTED)
  set_target_properties(Tutti::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Tutti_PREFIX}/include")
endif()

# tutti_add_test(TARGET [VERIFY | RUN | TEST | CHECK] [NAME name] [RANKS n...] [FINDS rule] [TIMEOUT seconds]
#                [WORKING_DIRECTORY folder] [OPTIONS option...] [ARGS argument...])
#
# Adds a test for CTest that Tutti finds nothing in a program that this project builds.
#
#   VERIFY   with every schedule (tutti verify; the default); RUN: in one execution (tutti run); TEST: with
#            the inputs that are found (tutti test; the program has to be linked by Tutti_CC); CHECK: in the
#            target's own sources (tutti check)
#   NAME     of the test; else TARGET.verify.4, with the verb and the number of ranks
#   RANKS    a test for each of these numbers, which VERIFY and RUN take; else 2
#   FINDS    the test passes if Tutti finds this rule instead, as in FINDS deadlock
#   TIMEOUT  Tutti is told to stop after so many seconds; what it has not proved by then fails
#   OPTIONS  of the verb; ARGS: of the program, and for CHECK of the compiler
#
# Results are kept below tutti-out/ in the build folder, each in a folder of the test's name.
function(tutti_add_test target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "VERIFY;RUN;TEST;CHECK" "NAME;FINDS;TIMEOUT;WORKING_DIRECTORY"
                        "RANKS;OPTIONS;ARGS")
  set(verbs)
  foreach(verb VERIFY RUN TEST CHECK)
    if(ARG_${verb})
      list(APPEND verbs ${verb})
    endif()
  endforeach()
  list(LENGTH verbs count)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "tutti_add_test: ${target} is not a target")
  elseif(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tutti_add_test(${target}): what is ${ARG_UNPARSED_ARGUMENTS}?")
  elseif(ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "tutti_add_test(${target}): nothing follows ${ARG_KEYWORDS_MISSING_VALUES}")
  elseif(count GREATER 1)
    message(FATAL_ERROR "tutti_add_test(${target}): ${verbs} are several tests; add each by itself")
  elseif(count EQUAL 0)
    set(verbs VERIFY)
  endif()
  string(TOLOWER ${verbs} verb)
  if(verb MATCHES "verify|run")
    if(NOT ARG_RANKS)
      set(ARG_RANKS 2)
    endif()
  elseif(ARG_RANKS)
    message(FATAL_ERROR "tutti_add_test(${target}): ${verbs} takes no RANKS")
  else()
    set(ARG_RANKS "any")
  endif()
  list(LENGTH ARG_RANKS count)
  foreach(ranks IN LISTS ARG_RANKS)
    set(ARG_RANK ${ranks})
    set(name ${target}.${verb})
    if(ARG_NAME)
      set(name ${ARG_NAME})
    endif()
    if(NOT ranks STREQUAL "any" AND (NOT ARG_NAME OR count GREATER 1))
      string(APPEND name .${ranks})
    endif()
    _tutti_add_one_test(${name})
  endforeach()
endfunction()

# With the variables of tutti_add_test.
function(_tutti_add_one_test name)
  set(line Tutti::tutti ${verb} "--out=${CMAKE_BINARY_DIR}/tutti-out/${name}")
  if(ARG_TIMEOUT)
    list(APPEND line --time-limit=${ARG_TIMEOUT})
  endif()
  list(APPEND line ${ARG_OPTIONS})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}")
  if(verb STREQUAL "check")
    set(folder "$<TARGET_PROPERTY:${target},SOURCE_DIR>")
    set(sources "$<TARGET_PROPERTY:${target},SOURCES>")
    set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    list(APPEND line "$<FILTER:${sources},INCLUDE,[.]([cCfF]|cc|cpp|cxx|c[+][+]|[fF](90|95|03|08|or))$>" --
         "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
         ${ARG_ARGS})
  else()
    if(NOT ARG_RANK STREQUAL "any")
      list(APPEND line --ranks=${ARG_RANK})
    endif()
    list(APPEND line -- "$<TARGET_FILE:${target}>" ${ARG_ARGS})
  endif()
  if(ARG_WORKING_DIRECTORY)
    set(folder "${ARG_WORKING_DIRECTORY}")
  endif()
  add_test(NAME ${name} COMMAND ${line} WORKING_DIRECTORY "${folder}" COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES LABELS tutti)
  if(ARG_FINDS)
    string(REPLACE "." "[.]" rule "${ARG_FINDS}")
    set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION "\\[${rule}\\]")
  endif()
  if(ARG_TIMEOUT)
    # Tutti says what it knows at its time limit: that takes a moment.
    math(EXPR patience "${ARG_TIMEOUT} + 60")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${patience})
  endif()
endfunction()
