/**
 * Options of Terminator's tools that mean nothing here, so that a prompt for it goes on working: what they ask for is done in any case (the
 * focus before keys), or nothing is drawn over the screen that they could be about.
 */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  type_into_element: ['try_focus_before', 'try_click_before'],
  run_command: ['include_logs'],
  execute_browser_script: ['include_logs'],
  highlight_element: ['color', 'duration_ms', 'text', 'text_position', 'font_size', 'font_bold', 'font_color'],
  get_window_tree: ['show_overlay', 'overlay_display_mode', 'browser_dom_max_elements', 'include_tree_after_action'],
  get_applications_and_windows_list: ['include_tree_after_action'],
  execute_sequence: [
    'continue',
    'execution_id',
    'scripts_base_path',
    'skip_preflight_check',
    'trace_id',
    'verbosity',
    'window_mgmt',
  ],
}

/** Of every tool that acts: no window is kept above all others here. */
const OF_ALL = 'minimize_always_on_top'

/** What its documentation calls otherwise in older versions. */
const ALSO_CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  get_window_tree: { pid: 'process' },
  open_application: { path: 'app_name' },
}

/** Titles are given in part. */
function containing(title: string): string {
  return `name:/${title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}/i`
}

/** An input as it is written for Terminator, in the words of the tool here. What is neither is left, and is an error. */
export function forTerminator(tool: string, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const dropped = WITHOUT_EFFECT[tool] ?? []
  const names = ALSO_CALLED[tool] ?? {}
  const said = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (name === OF_ALL || dropped.includes(name)) return []
    if (tool === 'get_window_tree' && name === 'title') return [['window_selector', containing(String(value))]]
    if (tool === 'wait_for_element' && name === 'include_tree') return []
    return [[Object.hasOwn(names, name) ? (names[name] as string) : name, value]]
  })
  return Object.fromEntries(said)
}
