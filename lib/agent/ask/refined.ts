import { isSelector, quote } from '../../sdk/selector/index.js'
import type { Answers, ElementType } from './question.js'

const ROLES: Readonly<Record<ElementType, string | undefined>> = {
  Button: 'role:button',
  TextField: 'role:textbox',
  Checkbox: 'role:checkbox',
  Dropdown: 'role:combobox',
  Link: 'role:link',
  Menu: 'role:menu',
  Tab: 'role:tab',
  ListItem: 'role:listitem',
  Other: undefined,
}

/** The selector that a person means who says what an element is like: it may be one already. */
export function selectorOf(refinement: Answers['SelectorRefinement']): string {
  const { element_description: said, element_type, visible_text } = refinement
  if (visible_text === undefined && isSelector(said)) return said
  const name = `name:${quote(visible_text ?? said)}`
  const role = element_type === undefined ? undefined : ROLES[element_type]
  return role === undefined ? name : `${role}|${name}`
}
