import { expect, test } from 'vitest'
import { createRegistry } from '../../../lib/agent/index.js'
import { forTerminator } from '../../../lib/agent/terminator.js'

// What a prompt for Terminator lets a model say: its tools, and every option that they have.

const ELEMENT =
  'process window_selector selector alternative_selectors fallback_selectors timeout_ms retries verify_element_exists ' +
  'verify_element_not_exists verify_timeout_ms highlight_before_action ui_diff_before_after tree_max_depth tree_from_selector ' +
  'include_detailed_attributes tree_output_format include_tree_after_action include_monitor_screenshots include_window_screenshot ' +
  'enable_window_management maximize_target minimize_always_on_top bring_to_front restore_focus'

const OPTIONS: Record<string, string> = {
  get_window_tree:
    'process pid title include_ocr include_omniparser include_gemini_vision include_browser_dom browser_dom_max_elements show_overlay overlay_display_mode tree_max_depth tree_from_selector include_detailed_attributes tree_output_format',
  get_applications_and_windows_list: 'include_tree_after_action',
  type_into_element: `${ELEMENT} text_to_type clear_before_typing try_focus_before try_click_before`,
  click_element: `${ELEMENT} index x y click_type vision_type click_position`,
  press_key: `${ELEMENT} key`,
  press_key_global: 'process key verify_element_exists verify_element_not_exists verify_timeout_ms timeout_ms retries',
  run_command: 'run script_file env engine shell working_directory include_logs timeout_ms',
  activate_element: ELEMENT,
  delay: 'delay_ms',
  ask_user: 'question choices context',
  mouse_drag: 'process start_x start_y end_x end_y',
  validate_element: 'process window_selector selector',
  highlight_element: 'process selector color duration_ms text text_position font_size font_bold font_color',
  wait_for_element: 'process window_selector selector condition timeout_ms include_tree',
  navigate_browser: 'url process',
  open_application: 'app_name path verify_element_exists',
  scroll_element: `${ELEMENT} direction amount`,
  select_option: `${ELEMENT} option_name`,
  set_selected: `${ELEMENT} state`,
  set_value: `${ELEMENT} value`,
  invoke_element: ELEMENT,
  capture_screenshot: 'process window_selector selector max_dimension entire_monitor',
  execute_sequence:
    'url steps troubleshooting variables inputs selectors stop_on_error include_detailed_results output_parser output continue verbosity start_from_step end_at_step follow_fallback execute_jumps_at_end scripts_base_path workflow_id skip_preflight_check trace_id execution_id window_mgmt',
  execute_browser_script: 'script include_logs',
  stop_execution: '',
  gemini_computer_use: 'process goal max_steps',
  read_file: 'path offset limit',
  grep_files: 'pattern glob ignore_case context_lines max_results',
  edit_file: 'path old_string new_string replace_all',
}

const registry = createRegistry(() => Promise.reject(new Error('no tool is called')), {
  profile: 'terminator',
  files: { root: '.' },
  commands: { root: '.' },
})

test.each(Object.entries(OPTIONS))('%s takes what it takes there', (name, options) => {
  const known = registry.tool(name).inputSchema.properties
  const given = Object.fromEntries(
    options
      .split(' ')
      .filter(Boolean)
      .map((option) => [option, option]),
  )
  expect(Object.keys(forTerminator(name, given) as object).filter((option) => !(option in known))).toEqual([])
})

test('what neither has stays, and is an error', () => {
  expect(forTerminator('click_element', { selector: 'name:a', twice: true })).toEqual({
    selector: 'name:a',
    twice: true,
  })
})

test('older names, and a part of a title', () => {
  expect(forTerminator('get_window_tree', { pid: 12, title: 'a.b (1)' })).toEqual({
    process: 12,
    window_selector: String.raw`name:/a\.b \(1\)/i`,
  })
  expect(forTerminator('open_application', { path: 'calc' })).toEqual({ app_name: 'calc' })
})
