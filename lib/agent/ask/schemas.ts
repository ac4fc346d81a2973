import type { ObjectSchema } from '../schema.js'
import type { Kind, Question } from './question.js'

const TYPES = ['Button', 'TextField', 'Checkbox', 'Dropdown', 'Link', 'Menu', 'Tab', 'ListItem', 'Other'] as const
const CHOICES = ['Retry', 'WaitLonger', 'TryAlternativeSelector', 'Skip', 'Abort'] as const

const REMEMBER = {
  type: 'boolean',
  description: 'Take this answer for the same question from now on, without asking.',
} as const

/** Only what names an element or a text is remembered: a yes to something that harms, or what to do about one failure, is for once. */
export function canBeRemembered(kind: Kind): boolean {
  return kind !== 'ActionConfirmation' && kind !== 'ErrorRecoveryChoice'
}

/** What an answer has to look like: flat, of plain values, as a client's form can ask for it. */
export function schemaOf({ kind, choices }: Question): ObjectSchema {
  const { properties, required } = FIELDS[kind](choices)
  return {
    type: 'object',
    properties: canBeRemembered(kind) ? { ...properties, remember: REMEMBER } : properties,
    required,
  }
}

type Fields = Required<Pick<ObjectSchema, 'properties' | 'required'>>

const text = (description: string) => ({ type: 'string', description }) as const

const FIELDS: Record<Kind, (choices: readonly string[] | undefined) => Fields> = {
  WorkflowContext: () => ({
    properties: {
      business_purpose: text('What the workflow is for.'),
      target_app: text('The application it is about.'),
      expected_outcome: text('What is so when it has worked.'),
    },
    required: ['business_purpose'],
  }),
  ElementDisambiguation: (choices = []) => ({
    properties: {
      selected_index: {
        type: 'integer',
        minimum: 0,
        maximum: Math.max(0, choices.length - 1),
        description: 'The number of the element that is meant; the first one is 0.',
      },
      reason: text('Why that one.'),
    },
    required: ['selected_index'],
  }),
  ErrorRecoveryChoice: () => ({
    properties: {
      action: {
        type: 'string',
        enum: CHOICES,
        description: 'TryAlternativeSelector takes its selector from additional_context.',
      },
      additional_context: text('The selector to try.'),
    },
    required: ['action'],
  }),
  ActionConfirmation: () => ({
    properties: { confirmed: { type: 'boolean', description: 'Whether to do it.' }, notes: text('Anything to add.') },
    required: ['confirmed'],
  }),
  SelectorRefinement: () => ({
    properties: {
      element_description: text('Which element is meant: a selector (role:button|name:Save), or its name.'),
      element_type: { type: 'string', enum: TYPES, description: 'What it is.' },
      visible_text: text('A text that stands on it.'),
    },
    required: ['element_description'],
  }),
  UserResponse: (choices) => ({
    properties: {
      answer:
        choices === undefined ? text('The answer.') : { type: 'string', enum: choices, description: 'The answer.' },
    },
    required: ['answer'],
  }),
}
