import { expect, test } from 'vitest'
import { brief } from '../patience.js'
import { failing, failure, program } from './program.js'
import { contract } from './stage.js'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('changes(): what is different after some work, and after what it set off', async () => {
    await stage().app.waitForIdle()
    const diff = await stage().app.changes(async () => {
      await at('role:button|name:Save').click({ diff: false })
      await at('role:button|name:Replace').click({ diff: false })
    })
    expect(diff.added.map(({ name }) => name)).toEqual(['New'])
    expect(diff.removed.map(({ name }) => name)).toEqual(['Old'])
    expect(diff.modified.map(({ name }) => name)).toEqual(['Saved'])
  })

  test('changes(): nothing is no change', async () => {
    await stage().app.waitForIdle({ quiet: 500 })
    expect((await stage().app.changes(() => undefined)).summary).toBe('no change')
  })

  test('changes(): the error of the work is passed on', async () => {
    const work = () => {
      throw new RangeError('mine')
    }
    await expect(stage().app.changes(work)).rejects.toThrow(RangeError)
  })

  test('watch(): one difference after the other, while somebody asks', async () => {
    await stage().app.waitForIdle({ quiet: 500 })
    const seen: string[] = []
    const changes = stage().app.watch()
    await changes.ready()
    const watching = (async () => {
      for await (const { diff, dropped } of changes) {
        seen.push(...diff.modified.flatMap(({ name }) => name ?? []))
        expect(dropped).toBe(0)
        if (seen.includes('Saved')) await at('role:group|name:Billing >> role:button').click({ diff: false })
        if (seen.includes('Editing billing')) break
      }
    })()
    await at('role:button|name:Save').click({ diff: false })
    await watching
    expect(seen.indexOf('Editing billing')).toBeGreaterThan(seen.indexOf('Saved'))
  })

  test('watch(): a signal ends it', async () => {
    const signal = AbortSignal.timeout(300)
    const watching = (async () => {
      for await (const _ of stage().app.watch({ signal }));
    })()
    await expect(watching).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('waitForIdle(): waits for what is still to come', async () => {
    await at('role:button|name:Later').click({ diff: false })
    await stage().app.waitForIdle({ quiet: 700 })
    expect(await at('role:button|name:Late').exists()).toBe(true)
  })

  test('waitForWindow(): the next that comes', async () => {
    const coming = stage().app.waitForWindow()
    await stage().app.windows()
    await at('role:button|name:Delete').click()
    expect(await (await coming).title()).toBe('Really delete?')
  })

  test('waitForWindow(): none comes', async () => {
    const error = await failing(500, (timeout) => stage().app.waitForWindow(undefined, { timeout }))
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
    expect(error.message).toContain('Order form')
  })

  test('waitFor() with stable: what goes, and stays away', async () => {
    await at('role:button|name:Replace').click()
    await at('role:button|name:Old').waitFor({ state: 'hidden', stable: 200 })
    const error = await failure(at('role:button|name:New').waitFor({ state: 'hidden', timeout: brief(400) }))
    expect(error).toMatchObject({ code: 'TIMEOUT' })
    expect(error.message).toMatch(/button "New" \(e\d+\) \[/)
  })
})

test('waitForIdle(): what does not come to rest is TIMEOUT, with what kept changing', async () => {
  const ticks = Array.from({ length: 40 }, (_, index) => ({ set: 'clock', name: `12:${index}`, after: 50 * index }))
  await using stage = await program([{ role: 'text', key: 'clock', name: '12:00' }])
  stage.apply(...ticks)
  const error = await failure(stage.app.waitForIdle({ quiet: 200, timeout: 700 }))
  expect(error).toMatchObject({ code: 'TIMEOUT', details: { quiet: 200 } })
  expect(error.message).toMatch(/was not quiet for 200 ms within 700 ms; .*(clock|12:|accessible-name)/s)
})

test('watch(): whoever takes them slowly gets fewer and larger ones', async () => {
  await using stage = await program([{ role: 'group', key: 'place' }])
  const watching = stage.app.watch()
  await watching.ready()
  const add = (name: string) => stage.apply({ add: { role: 'text', name }, to: 'place' })
  const names = (item: IteratorResult<{ diff: { added: readonly { name: string | undefined }[] } }>) =>
    item.done === true ? [] : item.value.diff.added.map(({ name }) => name)
  add('a')
  expect(names(await watching.next())).toEqual(['a'])
  for (const name of ['b', 'c', 'd']) add(name)
  expect(names(await watching.next())).toEqual(['b', 'c', 'd'])
  await watching.return?.()
})

test('watch(): an application that ends is APP_EXITED', async () => {
  await using stage = await program([{ role: 'text', name: 'a' }])
  const next = stage.app.watch().next()
  stage.apply({ exit: true, application: 'Program' })
  await expect(next).rejects.toMatchObject({ code: 'APP_EXITED' })
})
