# The HTML report in a real browser. Its screenshots stay in build/test-artefacts/.
tutti_shell_test(report.browser browser.sh ARGUMENTS ${CMAKE_BINARY_DIR}/test-artefacts)
