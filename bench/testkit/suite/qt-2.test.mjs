import { speedcrunch } from './programs.mjs'

speedcrunch([
  ['7+8', '15'],
  ['3*33', '99'],
  ['1000/8', '125'],
  ['5*5*5', '125'],
  ['17+25', '42'],
])
