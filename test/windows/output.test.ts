import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'

// What a program writes is in a file that is gone once nobody has it open.
const files = async () => (await readdir(tmpdir())).filter((name) => /^shd.*\.tmp$/i.test(name)).length

test('what programs wrote that have ended is kept without their files', async () => {
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  try {
    const before = await files()
    for (let round = 0; round < 5; round++) {
      const launched = desktop.launch({ command: 'cmd.exe', args: ['/c', `echo said ${round}& exit 3`] })
      await expect(launched).rejects.toThrow(new RegExp(`said ${round}`))
    }
    // Those of the last one go when the next is started.
    expect(await files()).toBeLessThanOrEqual(before + 2)
  } finally {
    await desktop.dispose()
  }
})
