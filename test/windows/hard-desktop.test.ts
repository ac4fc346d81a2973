import { join } from 'node:path'
import { WindowsPlace } from '../../bench/reliability/windows.mjs'
import { orderDesk } from '../contract/order-desk.js'

const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'win32-desk', 'win32-desk.exe')

orderDesk(() => WindowsPlace.start(program), '1-5', 180_000)
