export interface Instruction {
  instruction: string
  /** What follows it, its lines joined. */
  text: string
  line: number
}
/** Times in ms. */
export interface HealthCheck {
  command: string[]
  interval: number
  timeout: number
  startPeriod: number
  retries: number
}
/** @throws where an instruction is not known */
export function instructions(source: string): Instruction[]
/** `NAME=value` or `NAME="value"`. */
export function assignment(instruction: Instruction): [name: string, value: string | undefined]
/** A command in its JSON form. */
export function command(text: string, instruction: Instruction): string[]
export function healthCheck(instruction: Instruction): HealthCheck
