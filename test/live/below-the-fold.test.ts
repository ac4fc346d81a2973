import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { failing } from '../contract/program.js'
import { FIREFOX_PREFERENCES } from './support/firefox.js'
import { headless, type Place } from './support/settled.js'

// What is scrolled out is not hidden: it is pressed by action where it is, and brought into view for the pointer. The page itself says
// in its title what it received.

const PAGE = `<!doctype html><meta charset="utf-8"><title>Ready</title>
<style>body { margin: 0 } .tall { height: 3000px } #box { height: 120px; overflow: auto }</style>
<p>Top</p>
<div id="box" role="group" aria-label="Box"><div class="tall"></div><button onclick="say('Boxed')">Boxed</button></div>
<button style="display: none" onclick="say('Hidden')">Hidden</button>
<div class="tall"></div>
<button id="low" onclick="say('Low')">Low</button>
<p id="plain">Plain text at the end</p>
<script>
let pressed = 0
function say(what) { document.title = what + ' ' + ++pressed + (scrollY > 0 ? ' scrolled' : '') }
addEventListener('scroll', () => { document.body.dataset.y = scrollY })
</script>`

function pageOf({ session }: Place): string {
  const file = join(session.directory, 'fold.html')
  writeFileSync(file, PAGE)
  return `file://${file}`
}

function chromium(place: Place): Promise<App> {
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  args.push('--disable-component-update', '--disable-sync', '--force-renderer-accessibility')
  args.push(`--user-data-dir=${join(place.session.directory, 'chromium')}`, pageOf(place))
  return place.desktop.launch({ command: 'chromium', args }, { timeout: 90_000 })
}

async function firefox(place: Place): Promise<App> {
  const profile = join(place.session.directory, 'firefox')
  mkdirSync(profile)
  writeFileSync(join(profile, 'user.js'), FIREFOX_PREFERENCES)
  const args = ['--no-remote', '--profile', profile, pageOf(place)]
  return place.desktop.launch({ command: 'firefox-esr', args }, { timeout: 120_000 })
}

/** What the page has received, as the title of its window says. */
const titled = (app: App, title: string) => app.waitForWindow({ title: new RegExp(`^${title}`) })

describe.each([
  ['Chromium', chromium],
  ['Firefox', firefox],
])('%s', (_, start) => {
  test('below the fold of a page, and of a part of it that scrolls', async () => {
    await using place = await headless()
    const app = await start(place)
    const low = app.locator('role:button|name:Low')
    const boxed = app.locator('role:button|name:Boxed')
    await low.waitFor({ timeout: 60_000 })

    // Where it is: nothing has to be scrolled for an action.
    await low.click()
    await titled(app, 'Low 1')
    await boxed.click()
    await titled(app, 'Boxed 2')

    expect((await boxed.scrollIntoView()).effect).toBe('verified')
    expect((await boxed.click({ route: 'input' })).route).toBe('input')
    await titled(app, 'Boxed 3')
    expect((await low.scrollIntoView()).effect).toBe('verified')
    expect((await low.click({ route: 'input' })).route).toBe('input')
    await titled(app, 'Low 4 scrolled')
    expect(await app.locator('role:button|name:Hidden').exists()).toBe(false)
  }, 240_000)
})

const APPS = join(import.meta.dirname, '..', 'fixtures', 'apps')

describe.each([
  ['GTK 3', 'fold_gtk3.py'],
  ['GTK 4', 'fold_gtk4.py'],
  ['Qt 6', 'fold_qt.py'],
])('%s', (toolkit, program) => {
  test('below what a scrolled window shows', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [join(APPS, program)] })
    const low = app.locator('role:button|name:Low')
    expect(await low.isVisible()).toBe(true)
    expect((await low.click()).route).toBe('action')
    await titled(app, 'Low 1')
    expect((await low.click({ route: 'input' })).route).toBe('input')
    await titled(app, 'Low 2')
    expect((await app.locator('role:button|name:High').scrollIntoView()).effect).toBe('verified')
    expect((await low.scrollIntoView()).effect).toBe('verified')

    if (toolkit === 'GTK 4') return
    // On a page that does not show: nothing is scrolled for it, whatever lies where it would be.
    const elsewhere = app.locator('role:button|name:Elsewhere')
    expect(await elsewhere.isVisible()).toBe(false)
    expect(await failing(500, (timeout) => elsewhere.click({ route: 'input', timeout }))).toMatchObject({
      code: 'NOT_ACTIONABLE',
      sent: 'no',
      details: { check: 'visible' },
      message: expect.stringContaining('nothing was sent'),
    })
    await titled(app, 'Low 2')
  })
})
