import { MacosPlace } from '../../bench/reliability/macos.mjs'
import { orderDesk } from '../contract/order-desk.js'
import { ax } from './support.js'

orderDesk(() => new MacosPlace(ax), '1-10', 120_000)
