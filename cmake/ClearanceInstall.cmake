# Installs the headers, the library and the package that find_package(clearance CONFIG) finds.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(clearance_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clearance)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/clearance DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(TARGETS clearance EXPORT clearanceTargets)
install(EXPORT clearanceTargets NAMESPACE clearance:: DESTINATION ${clearance_package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clearanceConfig.cmake.in clearanceConfig.cmake
                              INSTALL_DESTINATION ${clearance_package_dir})
write_basic_package_version_file(clearanceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clearanceConfig.cmake ${PROJECT_BINARY_DIR}/clearanceConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindGMP.cmake
        DESTINATION ${clearance_package_dir})
