# Fails unless README shows the file EXAMPLE word for word and, if there is a COMMAND, what it answers to the query there.
file(READ ${README} readme)
file(READ ${EXAMPLE} example)
string(FIND "${readme}" "${example}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${README} does not show ${EXAMPLE} as it is")
endif()

if(COMMAND)
  string(REGEX MATCH "distance - --jsonl\n([^\n]+\n)([^\n]+\n)" found "${readme}")
  set(query "${CMAKE_MATCH_1}")
  set(shown "${CMAKE_MATCH_2}")
  file(WRITE ${QUERY_FILE} "${query}")
  execute_process(COMMAND ${COMMAND} distance - --jsonl INPUT_FILE ${QUERY_FILE} OUTPUT_VARIABLE answer
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT found OR NOT shown STREQUAL answer)
    message(FATAL_ERROR "${README} shows\n${shown}but the command answers\n${answer}")
  endif()
endif()
