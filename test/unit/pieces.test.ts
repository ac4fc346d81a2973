import { expect, test } from 'vitest'
import { piecesOf } from '../../lib/sdk/action/keys/pieces.js'

test.each([
  ['plain', '', [['plain', true]]],
  ['世界', '世界', [['世界', false]]],
  [
    'in 世 and 界 out',
    '世界',
    [
      ['in ', true],
      ['世 and 界', false],
      [' out', true],
    ],
  ],
  [
    'é\nab\té',
    'é',
    [
      ['é', false],
      ['\nab\t', true],
      ['é', false],
    ],
  ],
  [
    '😀a\r\n',
    '😀',
    [
      ['😀', false],
      ['a\r\n', true],
    ],
  ],
  ['', '', []],
])('%j without keys for %j', (text, lacking, pieces) => {
  expect(piecesOf(text, lacking)).toEqual(pieces.map(([text, byKeys]) => ({ text, byKeys })))
})
