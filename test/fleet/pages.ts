import type { LaunchOptions } from 'surehand'
import type { Home } from './home.js'
import type { FleetProgram } from './program.js'

/** Chromium without its welcome, as root, in the home of this run. */
export function chromium(home: Home): LaunchOptions {
  const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']
  const profile = `--user-data-dir=${home.path('chromium')}`
  return { command: 'chromium', args: [...quiet, '--password-store=basic', profile, home.address], timeout: 90_000 }
}

/** Firefox without its welcome and its news. */
export function firefox(home: Home): LaunchOptions {
  const preferences = {
    'browser.startup.homepage_override.mstone': 'ignore',
    'startup.homepage_welcome_url': '',
    'browser.aboutwelcome.enabled': false,
    'browser.newtabpage.enabled': false,
    'browser.startup.firstrunSkipsHomepage': true,
    'datareporting.policy.dataSubmissionEnabled': false,
    'termsofuse.bypassNotification': true,
    'browser.shell.checkDefaultBrowser': false,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});`)
  home.write('firefox/user.js', lines.join('\n'))
  const args = ['--no-remote', '--profile', home.path('firefox'), home.address]
  return { command: 'firefox-esr', args, timeout: 120_000 }
}

/** The same page and the same task in the other browser; what is known to fail in one is not known of this. */
export function inFirefox({ knownFailure: _, ...program }: FleetProgram): FleetProgram {
  return { ...program, toolkit: 'Firefox page', packages: ['firefox-esr'], launch: firefox }
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><body style="font: 16px sans-serif; margin: 24px">
<h1>${title}</h1>${body}</body></html>`

/** A form that fits on the screen. */
export const ORDER = page(
  'Order',
  `<form action="/sent">
<p><label>Name <input name="name"></label></p>
<p><label>Colour <select name="colour"><option>Red<option>Green<option>Blue</select></label></p>
<p><label><input type="checkbox" name="gift" value="yes"> It is a gift</label></p>
<p><label><input type="radio" name="size" value="S"> Small</label> <label><input type="radio" name="size" value="L"> Large</label></p>
<p><label>Remarks <textarea name="remarks"></textarea></label></p>
<button>Send order</button></form>`,
)

/** A list that is longer than the screen, with its form at the end. */
export const LONG = page(
  'Members',
  `<table>${Array.from({ length: 60 }, (_, row) => `<tr><td>Member ${row}</td><td><button type="button">Show ${row}</button></td></tr>`).join('\n')}</table>
<form action="/sent"><p><label>New member <input name="member"></label></p><button>Add member</button></form>`,
)

/** A page that changes itself: a list that is searched, and a dialog. */
export const TASKS = page(
  'Tasks',
  `<p><label>New task <input id="new"></label> <button id="add">Add</button></p><ul id="list"></ul>
<button id="finish">Finish</button>
<dialog id="sure" aria-label="Finish"><p>Send the tasks?</p><button id="yes">Yes</button> <button id="no">No</button></dialog>
<script>
const byId = (id) => document.getElementById(id)
byId('add').onclick = () => {
  const item = document.createElement('li')
  item.innerHTML = '<label><input type="checkbox"> </label>'
  item.querySelector('label').append(byId('new').value)
  byId('list').append(item)
  byId('new').value = ''
}
byId('finish').onclick = () => byId('sure').showModal()
byId('no').onclick = () => byId('sure').close()
byId('yes').onclick = () => {
  const done = [...document.querySelectorAll('li')].filter((item) => item.querySelector('input').checked)
  location.href = '/sent?done=' + encodeURIComponent(done.map((item) => item.textContent.trim()).join(','))
}
</script>`,
)
