import { expectReceived } from '../../../test/fleet/judge.ts'
import { chromium } from '../../../test/fleet/pages.ts'

const process = 'chromium'
const FORM =
  '<form action="/sent" target="_top"><p><label>Name <input name="name"></label></p>' +
  '<p><label>Date of travel <input type="date" name="date"></label></p><button>Book</button></form>'

/** @type {import('../day/replay.mjs').Task} */
export const task = {
  program: 'chromium, a frame',
  does: 'fill in a form in a frame, with a date',
  packages: ['chromium'],
  prepare: (home) =>
    home.serve(
      `<!doctype html><title>Travel</title><h1>Travel</h1><iframe title="Booking" width=600 height=400 srcdoc='${FORM}'></iframe>`,
    ),
  calls: (home) => {
    const { command, args } = chromium(home)
    const date = 'role:textbox|name:"Date of travel"'
    return [
      { tool: 'open_application', input: { app_name: command, args, timeout_ms: 60_000 } },
      { tool: 'wait_for_element', input: { process, selector: 'role:heading|name:Travel', timeout_ms: 20_000 } },
      { tool: 'get_window_tree', input: { process } },
      { tool: 'type_into_element', input: { process, selector: 'role:textbox|name:Name', text_to_type: 'Ada' } },
      {
        tool: 'type_into_element',
        input: { process, selector: date, text_to_type: '24.12.2026' },
        wrong: 'no such date',
      },
      { tool: 'type_into_element', input: { process, selector: date, text_to_type: '2026-12-24' } },
      { tool: 'click_element', input: { process, selector: 'role:button|name:Book' } },
      { tool: 'validate_element', input: { process, selector: 'role:heading|name:"Thank you"' } },
    ]
  },
  judge: (home) => expectReceived(home, { name: 'Ada', date: '2026-12-24' }),
}
