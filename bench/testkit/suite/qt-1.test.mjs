import { speedcrunch } from './programs.mjs'

speedcrunch([
  ['6*7', '42'],
  ['12*12', '144'],
  ['100-1', '99'],
  ['2^8', '256'],
  ['81/9', '9'],
])
