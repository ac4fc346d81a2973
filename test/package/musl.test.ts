import { expect, test } from 'vitest'
import { muslRuntime } from '../../scripts/prebuild/musl/runtime.mjs'
import { BareMachine } from './bare-machine.js'

// The package in a runtime that is made for musl (Bun), on a machine that has nothing else. `npm run test:musl` builds the addon first.
test.runIf(process.env.SUREHAND_MUSL !== undefined)(
  'where the C library is musl it installs and opens a desktop',
  {
    timeout: 300_000,
  },
  async () => {
    const machine = new BareMachine()
    try {
      for (const [place, file] of Object.entries(muslRuntime())) machine.put(file, place)
      const dependencies = machine.putPackages()
      // Without the second it asks the registry for what the package depends on.
      machine.describe({ dependencies, overrides: { ...dependencies, surehand: undefined } })
      machine.run(['bun', 'install'])
      expect(await machine.firstButton('bun')).toMatch(/^linux ./)
    } finally {
      machine.remove()
    }
  },
)
