/** Reads the instructions of a Containerfile that `container/Containerfile` uses. */

/**
 * @typedef {{ instruction: string, text: string, line: number }} Instruction
 * `text` is what follows the instruction, its lines joined.
 */

const KNOWN = ['FROM', 'ARG', 'RUN', 'WORKDIR', 'COPY', 'USER', 'ENV', 'EXPOSE', 'HEALTHCHECK', 'CMD']
const UNITS = { ms: 1, s: 1000, m: 60_000 }

/**
 * @param {string} source @returns {Instruction[]}
 * @throws where it has another instruction than those above: what is tried would differ from the file.
 */
export function instructions(source) {
  const found = []
  let open
  for (const [index, text] of source.split('\n').entries()) {
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue
    open ??= { line: index + 1, parts: [] }
    open.parts.push(text.trim().replace(/\\$/, '').trim())
    if (text.endsWith('\\')) continue
    const [, instruction = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(open.parts.join(' ')) ?? []
    if (!KNOWN.includes(instruction))
      throw new Error(`Line ${open.line}: ${instruction} is not known here; these are: ${KNOWN.join(' ')}.`)
    found.push({ instruction, text: rest, line: open.line })
    open = undefined
  }
  if (open !== undefined) throw new Error(`Line ${open.line}: the file ends within an instruction.`)
  if (found[0]?.instruction !== 'FROM') throw new Error('The first instruction is not FROM.')
  return found
}

/**
 * `NAME=value` or `NAME="value"`.
 * @param {Instruction} instruction @returns {[name: string, value: string | undefined]}
 */
export function assignment({ instruction, text, line }) {
  const [, name, quoted, plain] = /^([A-Za-z_]\w*)(?:=(?:"([^"\\]*)"|(\S*)))?$/.exec(text) ?? []
  if (name === undefined) throw new Error(`Line ${line}: ${instruction} ${text} is not NAME=value.`)
  return [name, quoted ?? plain]
}

/** A command in its JSON form. @param {string} text @param {Instruction} instruction @returns {string[]} */
export function command(text, { instruction, line }) {
  if (!text.startsWith('[')) throw new Error(`Line ${line}: the command of ${instruction} is not a JSON list.`)
  return JSON.parse(text)
}

/**
 * @typedef {{ command: string[], interval: number, timeout: number, startPeriod: number, retries: number }} HealthCheck Times in ms.
 * @param {Instruction} instruction @returns {HealthCheck}
 */
export function healthCheck(instruction) {
  // Docker's values.
  const check = { command: [], interval: 30_000, timeout: 30_000, startPeriod: 0, retries: 3 }
  const [options = ''] = /^(--\S+\s+)*/.exec(instruction.text) ?? []
  for (const option of options.split(/\s+/).filter(Boolean)) {
    const [, name, value = ''] = /^--([\w-]+)=(\S+)$/.exec(option) ?? []
    if (name === 'interval') check.interval = duration(value, instruction)
    else if (name === 'timeout') check.timeout = duration(value, instruction)
    else if (name === 'start-period') check.startPeriod = duration(value, instruction)
    else if (name === 'retries') check.retries = Number(value)
    else throw new Error(`Line ${instruction.line}: HEALTHCHECK ${option} is not known here.`)
  }
  const rest = instruction.text.slice(options.length)
  if (!rest.startsWith('CMD ')) throw new Error(`Line ${instruction.line}: HEALTHCHECK has no CMD.`)
  return { ...check, command: command(rest.slice('CMD '.length).trim(), instruction) }
}

/** ms @param {string} text @param {Instruction} instruction */
function duration(text, { line }) {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(text) ?? []
  if (unit === undefined) throw new Error(`Line ${line}: ${text} is not a time such as 10s.`)
  return Number(count) * UNITS[unit]
}
