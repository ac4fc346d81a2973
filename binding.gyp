# What users and prebuildify build with; developers have CMakeLists.txt. Both read sources.json.
{
  'targets': [
    {
      'target_name': 'surehand',
      'sources': [
        '<!@(node src-native/unity.mjs build/unity core platform simulated binding)',
      ],
      'include_dirs': [
        'src-native',
        '<!(node -p "require(\'node-addon-api\').include_dir")',
      ],
      'defines': [
        # Pinned: node-addon-api would take the builder's own, and Node 20 has 9.
        'NAPI_VERSION=9',
        'NAPI_DISABLE_CPP_EXCEPTIONS',
        'NODE_ADDON_API_DISABLE_DEPRECATED',
        'NODE_ADDON_API_REQUIRE_BASIC_FINALIZERS',
        # A worker that is being terminated can throw no more; without this it would be a fatal error.
        'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
        'SUREHAND_SIMULATED=1',
        'SUREHAND_VERSION="<!(node -p "require(\'./package.json\').version")"',
      ],
      # Exceptions are on for the one place that catches: a system that refuses another thread.
      'cflags!': ['-fno-exceptions'],
      'cflags_cc!': ['-fno-exceptions', '-std=gnu++17', '-std=gnu++20'],
      'cflags': ['-fvisibility=hidden', '-ffunction-sections', '-fdata-sections', '-fstack-protector-strong'],
      'cflags_cc': ['-std=c++17', '-fvisibility-inlines-hidden', '-Wall', '-Wextra', '-Wno-missing-field-initializers',
                    # GCC takes a source that another one includes for a header.
                    '-Wno-subobject-linkage'],
      'conditions': [
        ['OS=="linux"', {
          'sources': ['<!@(node src-native/unity.mjs build/unity posix linux)'],
          'defines': ['SUREHAND_LINUX=1'],
          'ldflags': [
            '-Wl,-z,relro,-z,now',
            '-Wl,--gc-sections',
            '-Wl,--version-script=<(module_root_dir)/src-native/binding/exports.map',
            # Node unloads an addon with the last worker that has it; a thread left behind must keep its code.
            '-Wl,-z,nodelete',
          ],
          'libraries': ['-ldl', '-pthread'],
        }],
        ['OS=="mac"', {
          'sources': ['<!@(node src-native/unity.mjs build/unity posix macos)'],
          'defines': ['SUREHAND_MACOS=1'],
          'libraries': [
            '-framework ApplicationServices',
            '-framework Carbon',
            '-framework CoreFoundation',
            '-framework CoreGraphics',
          ],
          'xcode_settings': {
            'CLANG_CXX_LANGUAGE_STANDARD': 'c++17',
            'GCC_ENABLE_CPP_EXCEPTIONS': 'YES',
            'GCC_SYMBOLS_PRIVATE_EXTERN': 'YES',
            'MACOSX_DEPLOYMENT_TARGET': '13.3',
          },
        }],
        ['OS=="win"', {
          'sources': ['<!@(node src-native/unity.mjs build/unity windowsPlain windows)'],
          'defines': [
            'SUREHAND_WINDOWS=1',
            'NOMINMAX', 'UNICODE', '_UNICODE', 'WIN32_LEAN_AND_MEAN', '_WIN32_WINNT=0x0A00', '_CRT_SECURE_NO_WARNINGS',
          ],
          'libraries': [
            '-ldwmapi.lib', '-lole32.lib', '-loleaut32.lib', '-lshcore.lib', '-lshell32.lib', '-luser32.lib', '-lgdi32.lib',
            '-lversion.lib',
          ],
          'msvs_settings': {
            'VCCLCompilerTool': {
              'ExceptionHandling': 1,
              'RuntimeLibrary': 0,  # the C and C++ libraries are in the addon: it needs no redistributable
              'AdditionalOptions': ['/std:c++17', '/utf-8', '/Zc:__cplusplus', '/permissive-', '/guard:cf'],
            },
            'VCLinkerTool': {
              # node-gyp's hook finds node.exe under whatever name it runs.
              'DelayLoadDLLs': ['node.exe'],
              'AdditionalOptions': ['/guard:cf', '/ignore:4199'],
            },
          },
        }],
      ],
    },
  ],
}
