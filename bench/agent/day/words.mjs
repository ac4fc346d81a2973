/** The calls of the tasks, which have the names of Terminator's tools, in the words of the other faces. */

/** @typedef {{ tool: string, input: Record<string, unknown> }} Call */

const CLICKS = { left: 'click', double: 'double_click', right: 'right_click' }

/** As a call of the core profile. @param {Call} call */
export function asCore({ tool, input }) {
  const { click_type = 'left', option_name, state, text_to_type, ...rest } = input
  const called = (name, own = {}) => ({ name, arguments: { ...own, ...rest } })
  switch (tool) {
    case 'open_application':
      return called('open')
    case 'get_applications_and_windows_list':
    case 'get_window_tree':
      return called('see')
    case 'validate_element':
      return called('check')
    case 'wait_for_element':
      return called('check', { condition: 'visible' })
    case 'click_element':
      return called('act', { verb: CLICKS[click_type] })
    case 'set_selected':
      return called('act', { verb: state ? 'check' : 'uncheck' })
    case 'select_option':
      return called('act', { verb: 'choose', value: option_name })
    case 'type_into_element':
      return called('type', { text: text_to_type })
    case 'press_key':
    case 'press_key_global':
      return called('type')
    default:
      throw new Error(`no words for ${tool}`)
  }
}

const VERBS = {
  click: 'click',
  double_click: 'dblclick',
  right_click: 'rightclick',
  check: 'check',
  uncheck: 'uncheck',
  choose: 'select',
}

/** As the arguments of a command. @param {Call} call */
export function asCommand(call) {
  const { name, arguments: input } = asCore(call)
  const { app_name, args, process, selector, window_selector, key, text, verb, value, condition } = input
  // What was opened last need not be named; a model names the program only when that is another one.
  const options = [
    ...(process === undefined || name === 'open' || name === 'see' ? [] : ['--app', String(process)]),
    ...(window_selector === undefined ? [] : ['--window', window_selector]),
    ...(input.timeout_ms === undefined ? [] : ['--timeout', String(input.timeout_ms)]),
    ...(input.verify_element_exists === undefined ? [] : ['--verify', input.verify_element_exists]),
  ]
  const element = typeof selector === 'string' && /^ref:e\d+$/.test(selector) ? `@${selector.slice(4)}` : selector
  switch (name) {
    case 'open':
      return ['open', ...options, app_name, ...(args === undefined ? [] : ['--', ...args])]
    case 'see':
      return ['tree', ...(process === undefined ? [] : [String(process)]), ...options]
    case 'check':
      return condition === undefined ? ['get', element, ...options] : ['wait', element, ...options]
    case 'act':
      return [VERBS[verb], element, ...(value === undefined ? [] : [value]), ...options]
    case 'type':
      if (key !== undefined) return ['press', key, ...(element === undefined ? [] : ['--into', element]), ...options]
      return input.clear_before_typing === false
        ? ['type', text, '--into', element, ...options]
        : ['fill', element, text, ...options]
  }
}
