/** The order desk with Windows' own controls, over the Windows backend (test/fixtures/apps/win32-desk). */
import { spawn } from 'node:child_process'
import { DrivenPlace } from './driven.mjs'

/** What the controls have as their ids: the numbers of a dialog's resources, which UI Automation tells as they are. */
const IDS = { 'add-item': 301, customer: 302, express: 303, search: 304, send: 305, yes: 306 }

/** @type {import('./toolkits.mjs').Toolkit} */
const WIN32 = {
  title: 'Win32',
  ids: true,
  idOf: (target) => IDS[target]?.toString(),
  tab: (name) => `role:tab|name:"${name}"`,
  menu: 'role:menuitem|name:Order',
  pressesClosedMenus: false,
}

export class WindowsPlace extends DrivenPlace {
  backend = 'windows'
  // ms; known to the author of the script, who says so: then what was lost may be sent again.
  longestEffect = 5_000

  /** @param {string} program win32-desk.exe */
  static async start(program) {
    const place = new WindowsPlace(spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] }), WIN32)
    await place.heard('started')
    return place
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGKILL')
    await gone
  }
}
