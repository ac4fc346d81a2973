import { galculator } from './programs.mjs'

galculator([
  ['7 + 8 =', '15'],
  ['9 * 9 =', '81'],
  ['6 + 6 =', '12'],
  ['8 + 5 =', '13'],
  ['4 + 7 =', '11'],
])
