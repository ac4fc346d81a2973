import { galculator } from './programs.mjs'

galculator([
  ['9 + 6 =', '15'],
  ['3 + 9 =', '12'],
  ['5 * 2 =', '10'],
  ['8 + 4 =', '12'],
  ['2 + 9 =', '11'],
])
