import { expect, test } from 'vitest'
import { brief } from '../patience.js'
import { contract } from './stage.js'

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)

  test('attached and visible wait for what comes', async () => {
    await at('role:button|name:Later').click()
    await at('role:button|name:Late').waitFor({ state: 'attached' })
    await at('role:button|name:Late').waitFor()
    expect(await at('role:button|name:Late').isVisible()).toBe(true)
  })

  test('detached and hidden wait for what goes', async () => {
    await at('role:button|name:Replace').click()
    await at('role:button|name:Old').waitFor({ state: 'detached' })
    await at('role:button|name:Old').waitFor({ state: 'hidden' })
    expect(await at('role:button|name:Old').exists()).toBe(false)
  })

  test('a ref that goes is detached', async () => {
    const [old] = await at('role:button|name:Old').all()
    await at('role:button|name:Replace').click()
    await old?.waitFor({ state: 'detached' })
  })

  test('enabled, disabled, checked and unchecked', async () => {
    await at('role:button|name:Submit').waitFor({ state: 'disabled' })
    const enabled = at('role:button|name:Submit').waitFor({ state: 'enabled' })
    await at('role:checkbox|name:Accept').check()
    await enabled
    await at('role:checkbox|name:Accept').waitFor({ state: 'checked' })
    await at('role:radio|name:Large').waitFor({ state: 'unchecked' })
  })

  test('selected and editable', async () => {
    await at('role:tab|name:General').waitFor({ state: 'selected' })
    await at('role:textbox|name:Customer').waitFor({ state: 'editable' })
  })

  test('a state that does not come is TIMEOUT, with what was last seen', async () => {
    const error = await at('role:button|name:Submit')
      .waitFor({ state: 'enabled', timeout: brief(1000) })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'TIMEOUT', details: { state: 'enabled', selector: 'role:button|name:Submit' } })
    expect((error as Error).message).toMatch(/Submit.*visible/)
  })

  test('an element that does not come is TIMEOUT because of NOT_FOUND', async () => {
    const error = await at('role:button|name:Never')
      .waitFor({ timeout: brief(1000) })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'TIMEOUT', cause: { code: 'NOT_FOUND' } })
  })

  test('an abort ends it', async () => {
    const signal = AbortSignal.timeout(100)
    await expect(at('role:button|name:Never').waitFor({ signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
