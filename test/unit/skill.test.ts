import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { SESSION_COMMANDS } from '../../lib/cli/daemon/commands.js'
import { SKILL } from '../../lib/cli/daemon/skill.js'

test('the skill file is for a model: at most 1,500 tokens', () => {
  expect(encode(SKILL).length).toBeLessThanOrEqual(1_500)
})

test('it names every command of a session', () => {
  expect(SESSION_COMMANDS.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(SKILL))).toEqual(
    [],
  )
})
