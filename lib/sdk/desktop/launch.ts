import { type DirectOptions, direct } from '../action/direct.js'
import { payloadOfLaunch } from '../action/hooks.js'
import { launching, merged, only, type Verify } from '../action/options.js'
import { conditionsOf } from '../action/plan.js'
import { recorderOf } from '../action/recording.js'
import { verifyLaunch } from '../action/steps/verify.js'
import type { Surroundings } from '../app/desktop-surroundings.js'
import { App } from '../app.js'
import { checkArgument, checkOptions, record, someText, textRecord, texts } from '../call/arguments.js'
import type { Limits } from '../call/limits.js'
import { isSurehandError, SurehandError } from '../errors.js'
import { Locator } from '../locator.js'
import type { NativeApplication, NativeLaunched } from '../native/binding.js'
import { Program } from '../program.js'
import type { Awaited } from '../receipt.js'
import { PASSING } from '../wait/wait-until.js'
import type { LaunchOptions } from './desktop-options.js'

const call = 'desktop.launch(program)'

/** Starts a program; `desktop.launch()` says what of it. */
export async function launch(
  place: Surroundings,
  program: string | LaunchOptions,
  options?: DirectOptions & { verify?: Verify },
): Promise<App> {
  const wanted: LaunchOptions = typeof program === 'string' ? { command: program } : program
  checkArgument(call, 'program', wanted, {
    ...record,
    expected: 'a command or a displayed name, or an object { command, args, env, cwd } or { name, … }',
  })
  checkOptions(call, wanted, {
    ...launching,
    command: someText,
    name: someText,
    args: texts,
    env: textRecord,
    cwd: someText,
  })
  checkArgument(call, 'program', wanted, {
    accepts: () => (wanted.command === undefined) !== (wanted.name === undefined),
    expected: 'an object with either a `command` or a displayed `name`',
  })
  checkOptions('desktop.launch(program, options)', options, launching)
  const { command, name, args = [], env = {}, cwd } = wanted
  const launch = {
    ...(command === undefined ? {} : { command }),
    ...(name === undefined ? {} : { name }),
    arguments: args,
    environment: env,
    ...(cwd === undefined ? {} : { workingDirectory: cwd }),
  }
  const action = {
    verb: 'launch',
    app: undefined,
    route: 'process' as const,
    payload: payloadOfLaunch(command === undefined ? 'name' : 'command', command ?? name ?? '', args, env),
    role: 'application',
    name: command ?? name,
    confirmed: true,
    harmless: startsNothingTwice,
  }
  const own: LaunchOptions = merged(only(place.defaults, launching), { ...wanted, ...options })
  const { verify } = own
  const shows = ({ application }: NativeLaunched, limits: Limits) =>
    verified(new App(place, application), verify as Verify, limits).catch((error: unknown) => {
      throw stillRunning(error, application)
    })
  const { answer, receipt } = await direct(
    place,
    action,
    { ...wanted, ...options },
    (native) => place.native.launch(launch, native),
    { usual: LAUNCH_TIMEOUT, verify: verify === undefined ? undefined : shows },
  )
  recorderOf(place.native)?.launched(answer.process, answer.application)
  return new App(place, answer.application, new Program(place, answer.process), receipt)
}

/** Waits until it shows what its launch is to be verified by. */
function verified({ scope }: App, verify: Verify, limits: Limits): Promise<Awaited> {
  return verifyLaunch(scope, conditionsOf(new Locator(scope, 'role:application'), call, verify), limits)
}

// ms; large programs on a slow disk take long to start, and giving up on one leaves it running.
const LAUNCH_TIMEOUT = 30_000

/** Of a program that ended before it showed itself, nothing is left. */
function startsNothingTwice(error: SurehandError): boolean {
  return error.code === 'APP_EXITED' || (error.sent === 'no' && PASSING.has(error.code) && error.code !== 'AMBIGUOUS')
}

/** The caller has no handle of the program yet, and it may have run before: it is left alone. */
function stillRunning(error: unknown, { pid, name }: NativeApplication): unknown {
  if (!isSurehandError(error) || error.code === 'APP_EXITED') return error
  const { code, message, details, cause } = error
  const more = `${message} It goes on running: desktop.app({ pid: ${pid} }) gives ${name}.`
  return new SurehandError(code, more, { ...details, pid }, { cause, sent: 'unknown' })
}
