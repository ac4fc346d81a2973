import type { ToolResult } from '../result.js'

/** A result in words alone, for models that take no pictures in the results of tools: what there was besides is said. */
export function textOf({ content }: ToolResult): string {
  return content
    .map((part) =>
      part.type === 'text'
        ? part.text
        : `[A picture (${part.mimeType}) was taken; it cannot be shown here. Read the tree instead.]`,
    )
    .join('\n')
}

/** The pictures of a result, as URLs with the picture in them. */
export function picturesOf({ content }: ToolResult): string[] {
  return content.flatMap((part) => (part.type === 'image' ? [`data:${part.mimeType};base64,${part.data}`] : []))
}

export function hasPictures({ content }: ToolResult): boolean {
  return content.some(({ type }) => type === 'image')
}
