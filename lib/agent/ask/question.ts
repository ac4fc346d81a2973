/** What a person can be asked, with the fields of each answer (Terminator's names). */
export interface Answers {
  WorkflowContext: { business_purpose: string; target_app?: string; expected_outcome?: string }
  ElementDisambiguation: { selected_index: number; reason?: string }
  ErrorRecoveryChoice: {
    action: 'Retry' | 'WaitLonger' | 'TryAlternativeSelector' | 'Skip' | 'Abort'
    additional_context?: string
  }
  ActionConfirmation: { confirmed: boolean; notes?: string }
  SelectorRefinement: { element_description: string; element_type?: ElementType; visible_text?: string }
  UserResponse: { answer: string }
}

export type ElementType =
  | 'Button'
  | 'TextField'
  | 'Checkbox'
  | 'Dropdown'
  | 'Link'
  | 'Menu'
  | 'Tab'
  | 'ListItem'
  | 'Other'

export type Kind = keyof Answers

export interface Question<K extends Kind = Kind> {
  readonly kind: K
  readonly message: string
  /** What is chosen from: labels in the order of `selected_index`, or the answers that `ask_user` takes. */
  readonly choices?: readonly string[]
  /** What is being decided on: the selector, the error, the action. A remembered answer is keyed by the kind and this. */
  readonly about?: string
}

/** What came of a question. Only `accept` is an answer; none of the others means yes. */
export type Reply<K extends Kind = Kind> =
  | { readonly action: 'accept'; readonly content: Answers[K] }
  | { readonly action: 'decline' | 'cancel' | 'timeout' | 'disconnected' | 'unavailable' }

/** Asks a person, and waits for as long as that takes: not on the deadline of the step that asks. */
export type Ask = <K extends Kind>(question: Question<K>, signal: AbortSignal) => Promise<Reply<K>>
