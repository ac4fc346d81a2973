import { expect, test } from 'vitest'
import { Limits } from '../../lib/sdk/call/limits.js'
import { SurehandError } from '../../lib/sdk/errors.js'
import { Desktop, type Rect } from '../../lib/sdk/index.js'
import { elementAt } from '../../lib/sdk/look/at-point.js'
import type { NativeDesktop, NativeTarget } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'

test('a window that goes right after it was found at a point: all of its application is asked', async () => {
  await using desktop = await Desktop.open({
    world: {
      applications: [
        { name: 'Edit', windows: [{ role: 'window', name: 'Page', children: [{ role: 'button', name: 'OK' }] }] },
      ],
    },
  })
  const { native } = (desktop as unknown as { surroundings: { native: NativeDesktop } }).surroundings
  const asked: NativeTarget[] = []
  const going: Pick<NativeDesktop, 'windowAt' | 'snapshot' | 'elementAt'> = {
    windowAt: (...given: Parameters<NativeDesktop['windowAt']>) => native.windowAt(...given),
    snapshot: (...given: Parameters<NativeDesktop['snapshot']>) => native.snapshot(...given),
    elementAt: (...[target, ...given]: Parameters<NativeDesktop['elementAt']>) => {
      asked.push(target)
      if (target.identity !== undefined) throw new SurehandError('STALE', 'the element is not there any more')
      return native.elementAt(target, ...given)
    },
  }
  const { x, y, width, height } = (await (await desktop.app('Edit')).locator('name:OK').boundingBox()) as Rect
  const limits = new Limits(loadNative(), {}, 5_000)
  expect(await elementAt(going as NativeDesktop, x + width / 2, y + height / 2, limits)).toMatchObject({ name: 'OK' })
  expect(asked.map(({ identity }) => identity === undefined)).toEqual([false, true])
})
