/** The part of JSON Schema 2020-12 that tools are described with. */
export interface ValueSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly (string | number | boolean)[]
  readonly anyOf?: readonly ValueSchema[]
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
}

/** Members of an input: an option group is one of these, and an input is put together from them. */
export type Properties = Readonly<Record<string, ValueSchema>>

export interface ObjectSchema extends ValueSchema {
  readonly type: 'object'
  readonly properties: Properties
}

/** What a value that satisfies the schema is in TypeScript. */
export type ValueOf<S> = S extends { enum: readonly (infer V)[] }
  ? V
  : S extends { anyOf: readonly (infer A)[] }
    ? ValueOf<A>
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'number' | 'integer' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'array'; items: infer I }
            ? ValueOf<I>[]
            : S extends { properties: infer P; required: readonly (infer R)[] }
              ? { [K in keyof P as K extends R ? K : never]: ValueOf<P[K]> } & {
                  [K in keyof P as K extends R ? never : K]?: ValueOf<P[K]>
                }
              : S extends { properties: infer P }
                ? { [K in keyof P]?: ValueOf<P[K]> }
                : unknown

/** An input that has these members and no others. */
export function input<const P extends Properties, const R extends readonly (keyof P & string)[] = []>(
  properties: P,
  ...required: R
) {
  return { type: 'object', properties, required, additionalProperties: false } as const
}
