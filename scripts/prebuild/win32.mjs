/** Windows 10 and newer, compiled and linked by zig with mingw-w64's headers; its libc++ is linked in, and the C library is the system's. */
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inspectPe } from './inspect/pe.mjs'
import { zigCommand, zigFlags } from './zig.mjs'

const DEFINES = ['NOMINMAX', 'UNICODE', '_UNICODE', 'WIN32_LEAN_AND_MEAN', 'SUREHAND_WINDOWS=1']
// Windows 10 is what zig builds for. Node's functions are called through pointers that hostFunctions() makes.
DEFINES.push('BUILDING_NODE_EXTENSION')
const LIBRARIES = ['dwmapi', 'ole32', 'oleaut32', 'shcore', 'shell32', 'user32', 'gdi32', 'version', 'uuid']

/** @param {string} processor @returns {import('./targets.mjs').Target} */
export function win32(processor) {
  const zig = zigCommand(`${processor}-windows-gnu`)
  return {
    file: 'surehand.node',
    parts: ['core', 'platform', 'simulated', 'binding', 'windowsPlain', 'windows'],
    compiler: () => [...zig, ...zigFlags, ...DEFINES.map((name) => `-D${name}`)],
    more: (folder) => {
      const file = join(folder, 'host.cc')
      writeFileSync(file, hostFunctions())
      return [file]
    },
    linkers: ({ objects, built }) => {
      const libraries = LIBRARIES.map((name) => `-l${name}`)
      return [[...zig, '-shared', '-s', '-Wl,--gc-sections', ...objects, ...libraries, '-o', built]]
    },
    finish: removeTime,
    inspect: (file) => inspectPe(file, processor),
  }
}

/**
 * Node-API of the program that loads the addon, whatever its name is (node.exe, electron.exe): an import would name node.exe, and zig's
 * linker loads no import late. These are the pointers that `__declspec(dllimport)` has calls go through.
 */
function hostFunctions() {
  const { symbols } = createRequire(import.meta.url)('node-api-headers')
  const names = [...symbols.v9.js_native_api_symbols, ...symbols.v9.node_api_symbols]
  return `#include <windows.h>
extern "C" {
${names.map((name) => `FARPROC __imp_${name};`).join('\n')}
}
static const bool found = [] {
  const HMODULE host = GetModuleHandleW(nullptr);
${names.map((name) => `  __imp_${name} = GetProcAddress(host, "${name}");`).join('\n')}
  return true;
}();
`
}

/** The linker writes the time into the file's header. @param {string} file */
function removeTime(file) {
  const descriptor = openSync(file, 'r+')
  try {
    const header = Buffer.alloc(4)
    readSync(descriptor, header, 0, 4, 0x3c)
    writeSync(descriptor, Buffer.alloc(4), 0, 4, header.readUInt32LE() + 8)
  } finally {
    closeSync(descriptor)
  }
}
