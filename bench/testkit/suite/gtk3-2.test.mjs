import { galculator } from './programs.mjs'

galculator([
  ['9 + 9 =', '18'],
  ['3 + 9 =', '12'],
  ['5 + 5 =', '10'],
  ['8 + 8 =', '16'],
  ['2 + 9 =', '11'],
])
