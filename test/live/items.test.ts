import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { headless } from './support/settled.js'

const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'items_qt.py')

// Programs go by the current item, which an item view's own action does not change: what shows is what counts.
describe.each(['5', '6'] as const)('Qt %s: an item that is selected', (version) => {
  test('is current, as after a click: the window shows what belongs to it', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const shows = (text: string) => ({ verify: { exists: `name:"${text}"|visible:true` } })

    const page = await app.locator('role:listitem|name:Downloads').select(shows('Downloads page'))
    expect(page).toMatchObject({ effect: 'verified', route: 'input', confirmed: true })
    await app.locator('role:list|name:Pages').selectOption('Connection', shows('Connection page'))
    await app.locator('role:listitem|name:"Extra 12"').select(shows('Extra 12 page'))
    await app.locator('role:cell|name:Beta').select(shows('Beta branch'))
    await app.locator('role:cell|name:"Alpha child"').select(shows('Alpha child branch'))
    await app.locator('role:cell|name:"cell 21"').select(shows('at 31'))
    expect(await app.locator('role:cell|name:"cell 21"').select()).toMatchObject({ route: 'none' })
  })

  test('is the one that shows, where a filter has hidden another of its name; one that is scrolled out is there', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const shows = (text: string) => ({ verify: { exists: `name:"${text}"|visible:true` } })

    await app.locator('role:listitem|name:violet').select(shows('violet chosen'))
    await app.locator('role:cell|name:Gamma').select(shows('Gamma branch'))
    const cell = await app.locator('role:cell|name:"cell 10"').select(shows('at 20'))
    expect(cell.choices).toMatchObject([{ count: 1, hidden: 1 }])
    const names = async (selector: string) => (await app.snapshot()).findAll(selector).map(({ name }) => name)
    expect(await names('role:listitem|visible:true')).toEqual(expect.arrayContaining(['Extra 19', 'violet']))
    expect(await names('role:listitem|visible:false')).toEqual(['violet'])
  })

  test('of a list of several is the only one, unless the click says otherwise; it is taken out again', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const item = (name: string) => app.locator(`role:list|name:Many >> role:listitem|name:${name}`)
    const chosen = (names: string) => ({ verify: { exists: `name:"${names} chosen"` } })

    await item('red').select(chosen('red'))
    await item('blue').select(chosen('blue'))
    await item('green').select({ modifiers: ['Control'], ...chosen('blue green') })
    await item('blue').deselect(chosen('green'))
  })

  test('has no route for that but the pointer, and says so', async () => {
    await using place = await headless()
    const app = await place.desktop.launch({ command: '/usr/bin/python3', args: [program, version] })
    const select = app.locator('role:listitem|name:Downloads').select({ route: 'native' })
    await expect(select).rejects.toMatchObject({ code: 'UNSUPPORTED', sent: 'no' })
    expect(await app.locator('name:"Behavior page"|visible:true').count()).toBe(1)
  })
})
