import { gnomeCalculator } from './programs.mjs'

gnomeCalculator([
  ['7 + 8 =', '15'],
  ['9 × 8 =', '72'],
  ['6 + 5 =', '11'],
  ['8 + 5 =', '13'],
  ['4 + 7 =', '11'],
])
