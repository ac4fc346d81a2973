import { afterEach, beforeEach } from 'vitest'
import { type App, Desktop } from '../../../lib/sdk/index.js'
import { Form } from '../../live/support/form.js'
import { PATIENCE } from '../../patience.js'

/** The program with Windows' own controls, at the page from which boxes and other windows are opened, anew for each test. */
export interface WindowsPage {
  readonly form: Form
  readonly app: App
}

export function windowsPage(...options: Parameters<typeof Form.startWin32>): WindowsPage {
  let desktop: Desktop
  let form: Form
  let app: App

  beforeEach(async () => {
    form = await Form.startWin32('extras', ...options)
    desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
    app = await desktop.app({ pid: form.pid })
    await app.locator('role:tab|name:Windows').click()
    await form.received({ event: 'tab', value: 'Windows' })
    await app.waitForIdle()
  })
  afterEach(async () => {
    await form.end()
    await desktop.dispose()
  })

  return {
    get form() {
      return form
    },
    get app() {
      return app
    },
  }
}
