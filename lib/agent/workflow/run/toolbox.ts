/** What a workflow needs of the tools that it calls. The registry of `surehand/agent` is behind it, and in tests a few lines are. */
export interface Toolbox {
  readonly names: ReadonlySet<string>
  tool(name: string): StepTool
  /**
   * Whether what a step's input asks to be verified is so, at the latest after `timeout` ms. `undefined`: it asks for nothing, or it is not
   * could see.
   */
  holds(input: Readonly<Record<string, unknown>>, timeout: number, signal: AbortSignal): Promise<boolean | undefined>
}

export interface StepTool {
  readonly name: string
  /** It only reads: it sends nothing, and nothing of it is stored. */
  readonly reads: boolean
  /** Doing it twice is doing it once. */
  readonly repeatable: boolean
  run(input: Readonly<Record<string, unknown>>, call: StepCall): Promise<StepAnswer>
}

export interface StepCall {
  readonly signal: AbortSignal
  /** Waited for right before anything is sent. What it throws keeps it from being sent. */
  sending(): Promise<void>
}

/** What came of a call. */
export interface StepAnswer {
  readonly data: Readonly<Record<string, unknown>>
  /** What a model would read of it: of a read, the tree. */
  readonly text: string
  readonly failure?: Failure | undefined
}

export interface Failure {
  readonly code: string
  readonly message: string
  /** `no`: nothing was sent. */
  readonly sent: 'no' | 'unknown'
}
