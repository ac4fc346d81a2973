/** What macOS would say of an addon: read with LLVM's programs. */
import { spawnSync } from 'node:child_process'
import { MINIMUM } from '../../darwin.mjs'
import { NM } from '../../macos/link.mjs'

export const OBJDUMP = 'llvm-objdump-19'
// What a Mac would load this addon by. All else of it is its own, but for the type information of the C++ library, which has to be the same
// everywhere: without it, what the system's libc++ throws would not be caught here.
const EXPORTED = /^(_napi_register_module_v1|_node_api_module_get_api_version_v1|__ZT[IS](St\d|NSt3__1).*)$/
const CPU = { arm64: /\bARM64\b/, x86_64: /\bX86_64\b/ }

/**
 * @param {string} addon @param {string} processor `arm64` or `x86_64`
 * @returns {{ findings: string[], bound: Record<string, number> }} `bound`: how many symbols it takes of which library
 */
export function inspectMachO(addon, processor) {
  const findings = []
  const expect = (holds, finding) => holds || findings.push(finding)
  const header = read(OBJDUMP, '--macho', '--private-headers', addon)
  expect(CPU[processor].test(header), `is not for ${processor}`)
  expect(/\bBUNDLE\b/.test(header), 'is no bundle')
  expect(header.includes(`minos ${MINIMUM}`), `does not run from macOS ${MINIMUM} on`)
  expect(/\bLC_CODE_SIGNATURE\b/.test(header), 'has no signature')
  expect(!/\bLC_RPATH\b/.test(header), 'has a path to search')
  expect(!/\bALLOW_STACK_EXECUTION\b/.test(header), 'has an executable stack')
  for (const [, name] of header.matchAll(/\bname (\/\S+) \(offset/g))
    expect(/^\/(System\/Library\/Frameworks|usr\/lib)\//.test(name), `needs ${name}`)

  const lines = read(NM, '-m', addon).split('\n')
  const exported = lines.filter(
    (line) => / external /.test(line) && !/undefined|non-external|private external/.test(line),
  )
  for (const line of exported) {
    const name = line.trim().split(' ').pop()
    expect(EXPORTED.test(name), `exports ${name}`)
  }
  expect(
    exported.some((line) => line.includes('_napi_register_module_v1')),
    'does not export what Node calls',
  )

  const bound = {}
  for (const line of lines) {
    const found = /\(undefined\).* (_\S+) \((?:from (\S+)|dynamically looked up)\)/.exec(line)
    if (found === null) continue
    const [, symbol, library = 'Node'] = found
    bound[library] = (bound[library] ?? 0) + 1
    if (library === 'Node') expect(/^_(napi|node_api)_/.test(symbol), `wants ${symbol}, which Node does not have`)
  }
  expect(
    bound.ApplicationServices > 10 && bound.CoreFoundation > 10 && bound.CoreGraphics > 5 && bound.Node > 20,
    `is not bound to the frameworks and to Node: ${JSON.stringify(bound)}`,
  )
  return { findings, bound }
}

/** @param {string} program @param {string[]} args */
function read(program, ...args) {
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw new Error(`${program} does not start; \`node scripts/setup.mjs darwin\` installs it`)
  return stdout
}
