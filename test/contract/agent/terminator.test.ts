import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { mail, textOf } from './mail.js'

// Workflows as they are written for Terminator: the call that runs them as a file, `&&` in selectors, `${{…}}`, keys in braces, groups, the
// arguments of a command beside its name, the fields of its own runs.

const WORKFLOW = `---
tool_name: execute_sequence
arguments:
  variables:
    recipient:
      type: string
      label: Who gets it
      default: "ann@example.org"
  inputs:
    recipient: "bob@example.org"
  selectors:
    reply: "role:Button && name:Reply"
    to: "role:Edit && name:To"
    notice: "role:Window && name:Nothing like it"
  steps:
    - tool_name: click_element
      arguments:
        process: outlook
        selector: "\${{ selectors.reply }}"
        include_tree_after_action: false
    - tool_name: wait_for_element
      arguments:
        process: outlook
        selector: "\${{ selectors.to }}"
        condition: "exists"
        include_tree: true
        timeout_ms: 2000
    - tool_name: click_element
      arguments:
        process: outlook
        selector: "\${{ selectors.notice }}"
        timeout_ms: 50
      continue_on_error: true
      expected_ui_changes: "The notice goes."
    - group_name: Address
      steps:
        - tool_name: type_into_element
          arguments:
            process: outlook
            selector: "\${{ selectors.to }}"
            text_to_type: "\${{ inputs.recipient }}"
            clear_before_typing: true
            try_focus_before: true
          delay_ms: 1
    - tool_name: press_key
      arguments:
        process: outlook
        selector: "\${{ selectors.to }}"
        key: "{Enter}"
    - tool_name: run_command
      engine: javascript
      id: place
      run: |
        return { folder: 'outlook' };
    - tool_name: get_window_tree
      arguments:
        pid: "{{place.folder}}"
      id: tree
  output_parser:
    ui_tree_source_step_id: tree
    javascript_code: |
      return { success: String(tree).includes('bob@example.org') }
  stop_on_error: false
  verbosity: quiet
  include_detailed_results: false
`

test('a workflow written as the call that runs it, with its own fields', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-terminator-'))
  try {
    await using stage = await mail({ profile: 'terminator', commands: { root: folder } })
    const file = join(folder, 'reply.yml')
    await writeFile(file, WORKFLOW)
    const result = await stage.call('execute_sequence', { url: pathToFileURL(file).href, verbosity: 'verbose' })
    expect(result.structuredContent, textOf(result)).toMatchObject({
      steps: [{}, {}, { status: 'executed_with_error' }, {}, {}, { status: 'executed_without_error' }, {}],
      output: { success: true },
    })
    expect(stage.received('press')).toContain('Reply')
    expect(textOf(result)).not.toContain('INVALID_ARGUMENT')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('what is wrong in it is named at its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-terminator-'))
  try {
    await using stage = await mail({ profile: 'terminator', commands: { root: folder } })
    const file = join(folder, 'reply.yml')
    await writeFile(file, WORKFLOW.replace('tool_name: press_key', 'tool_name: press_kex'))
    const result = await stage.call('execute_sequence', { url: pathToFileURL(file).href })
    const line = WORKFLOW.split('\n').findIndex((text) => text.includes('tool_name: press_key')) + 1
    expect(textOf(result)).toContain(
      `reply.yml:${line}:18: steps[4].tool_name: There is no tool 'press_kex'. Did you mean 'press_key'?`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
