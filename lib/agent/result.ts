import type { Answer } from './tool.js'

export type Content =
  | { type: 'text'; text: string; _meta?: { untrusted: true } }
  | { type: 'image'; data: string; mimeType: string; _meta?: { untrusted: true } }

/** What a call of a tool comes to: content for a model, the same facts as data for programs. A failed step is a result, too. */
export interface ToolResult {
  /** Text and pictures. What an application shows is marked: `_meta.untrusted`, and in the text by `<untrusted>`. */
  content: Content[]
  structuredContent: Record<string, unknown>
  isError?: true
}

export function resultOf({ text, shown, data, pictures = [], error }: Answer): ToolResult {
  return {
    content: [
      { type: 'text', text },
      ...(shown === undefined ? [] : [{ type: 'text', text: untrusted(shown), _meta: { untrusted: true } } as const]),
      ...pictures.map((picture): Content => {
        const [data, mimeType] = 'png' in picture ? [picture.png, 'image/png'] : [picture.jpeg, 'image/jpeg']
        return { type: 'image', data: data.toString('base64'), mimeType, _meta: { untrusted: true } }
      }),
    ],
    structuredContent: { ...data, ...(error === undefined ? {} : { error }) },
    ...(error === undefined ? {} : { isError: true as const }),
  }
}

/** What an application shows, marked as that. It cannot end the mark itself. */
export function untrusted(shown: string): string {
  const safe = shown.replace(/<(\/?)untrusted/gi, '&lt;$1untrusted')
  return `<untrusted>\n${safe}\n</untrusted>`
}

/** The schema of a result's data: what a failed call has, and what one that worked has. */
export const failureProperties = {
  error: {
    type: 'object',
    description: 'Given when the call failed.',
    properties: {
      code: { type: 'string', description: 'NOT_FOUND, AMBIGUOUS, VERIFY_FAILED, …' },
      message: { type: 'string' },
      sent: {
        enum: ['no', 'unknown'],
        description: 'no: nothing was sent, so it can be tried again. unknown: look first.',
      },
      candidates: { type: 'array', items: { type: 'object' }, description: 'What it could mean.' },
      near_misses: {
        type: 'array',
        items: { type: 'object' },
        description: 'What it nearly means, and how it differs.',
      },
      healed: {
        type: 'array',
        items: { type: 'object' },
        description: 'What is most like what this selector found before, each with a confidence from 0 to 1.',
      },
      left_out: { type: 'integer', description: 'How many more there are.' },
    },
    required: ['code', 'message', 'sent'],
  },
} as const
