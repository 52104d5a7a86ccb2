# Installs the command, the component io of the package, the manual page and the completions; `cpack` in the build
# folder makes a Debian package of all.
install(TARGETS clearance_io EXPORT clearanceIoTargets)
install(EXPORT clearanceIoTargets NAMESPACE clearance:: DESTINATION ${clearance_package_dir})
install(TARGETS clearance_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS clearance_import_mesh RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/clearance)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/clearance.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME clearance)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/completion.zsh
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _clearance)
# The pages for users, with all that they link to; how the code is built is for those who have it.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN architecture.md EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME clearance)
set(CPACK_PACKAGE_CONTACT "The clearance project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What clearanceConfig.cmake looks for.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libeigen3-dev, libqhull-dev, libfmt-dev, libgmp-dev, libtbb-dev")
set(CPACK_STRIP_FILES ON)
include(CPack)
