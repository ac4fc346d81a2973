import type { RuleText } from '../rule.js'

/** Controls that no key reaches, and controls that no key leaves. */
export const tabOrder: RuleText = {
  id: 'tab-order',
  severity: 'error',
  source: 'WCAG 2.2, 2.1.1 Keyboard (A), and 2.1.2 No Keyboard Trap (A)',
  summary: 'The keyboard does not reach a control, or does not leave it.',
  mend: {
    gtk: 'Call gtk_widget_set_can_focus() or set "focusable"; in a text view gtk_text_view_set_accepts_tab(FALSE).',
    qt: 'Call setFocusPolicy(Qt::StrongFocus) and setTabOrder(); in a text edit setTabChangesFocus(true).',
    web: 'Use an element that takes focus, without tabindex="-1"; let Tab through in keydown.',
    swing: 'Call setFocusable(true), and leave setFocusTraversalKeysEnabled() true.',
  },
}

/** A control that looks the same with and without the focus. */
export const focusShows: RuleText = {
  id: 'focus-shows',
  severity: 'error',
  source: 'WCAG 2.2, 2.4.7 Focus Visible (AA)',
  summary: 'A control looks the same with and without the focus.',
  mend: {
    gtk: 'Leave the outline to the theme, or draw one in the style sheet for :focus; in a widget of your own gtk_render_focus().',
    qt: 'Keep the outline of ":focus" in setStyleSheet(); in a widget of your own draw QStyle::PE_FrameFocusRect.',
    web: 'Do not write outline: none without another style for :focus-visible.',
    swing: 'Leave setFocusPainted() true; in a component of your own paint a frame while hasFocus().',
  },
}

/** A control whose picture changes by a key while the tree says the value that it had. */
export const readBack: RuleText = {
  id: 'read-back',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A)',
  summary: 'A key changes what a control shows, and not the value or state that it reports.',
  mend: {
    gtk: 'Use a widget of GTK for it, or report its value: AtkValue or AtkText in GTK 3, gtk_accessible_update_property() in GTK 4.',
    qt: 'Use a widget of Qt for it, or report its value in a QAccessibleValueInterface or QAccessibleTextInterface.',
    web: 'Use <input> for it, or set aria-checked or aria-valuenow whenever it changes.',
    swing: 'Use a component of Swing for it, or report its value in AccessibleValue or getAccessibleStateSet().',
  },
}

/** A value that changes without an event. */
export const announced: RuleText = {
  id: 'announced',
  severity: 'error',
  source: 'WCAG 2.2, 4.1.2 Name, Role, Value (A); EN 301 549, 11.5.2.9',
  summary: 'The value or state of a control changes, and the program announces nothing.',
  mend: {
    gtk: 'Call atk_object_notify_state_change() or notify the property in GTK 3; GTK 4 announces what is updated.',
    qt: 'Call QAccessible::updateAccessibility() with a QAccessibleValueChangeEvent or QAccessibleStateChangeEvent.',
    web: 'Set aria-checked or aria-valuenow on the element itself, not on a copy of it.',
    swing:
      'Call firePropertyChange() of the AccessibleContext with ACCESSIBLE_VALUE_PROPERTY or ACCESSIBLE_STATE_PROPERTY.',
  },
}

/** A check box, switch or slider that has the focus and does not answer its keys. */
export const keysAct: RuleText = {
  id: 'keys-act',
  severity: 'error',
  source: 'WCAG 2.2, 2.1.1 Keyboard (A)',
  summary: 'A control has the focus, and its keys do nothing.',
  mend: {
    gtk: 'Use a widget of GTK for it, or handle "key-press-event" beside the button events.',
    qt: 'Use a widget of Qt for it, or handle keyPressEvent() beside mousePressEvent().',
    web: 'Use <input> for it, or handle Space and the arrow keys in keydown beside click.',
    swing: 'Use a component of Swing for it, or bind Space and the arrow keys in getInputMap().',
  },
}

/** What `--try` looks for. */
export const tryRules: readonly RuleText[] = [tabOrder, focusShows, readBack, announced, keysAct]
