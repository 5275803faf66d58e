# Run by docs/CMakeLists.txt: makes one manual page.
file(READ ${SOURCE} page)
if(page MATCHES "@OPTIONS@")
  execute_process(COMMAND ${COMMAND} --generate=${VERB} OUTPUT_VARIABLE options
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "@OPTIONS@" "${options}" page "${page}")
endif()
file(WRITE ${PAGE}.scd "${page}")
execute_process(COMMAND ${SCDOC} INPUT_FILE ${PAGE}.scd OUTPUT_FILE ${PAGE} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${PAGE}.scd)
