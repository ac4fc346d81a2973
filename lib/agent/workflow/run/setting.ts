import type { Value } from '../file/expression.js'
import type { Secrets } from '../file/secrets.js'
import type { Checkpoint, Position } from './checkpoint.js'
import type { Decide } from './doubt.js'
import type { OnEvent } from './events.js'
import type { StopSignals } from './stop.js'
import type { Toolbox } from './toolbox.js'

/** What a run is given besides its plan. */
export interface Setting {
  readonly tools: Toolbox
  /** Of variables and inputs. */
  readonly values: Readonly<Record<string, Value>>
  readonly secrets: Secrets
  /** What steps store; the run changes it. */
  readonly env: Record<string, Value>
  readonly position: Position
  /** Without one, nothing is stored. */
  readonly checkpoint?: Checkpoint | undefined
  readonly endAt?: string | undefined
  readonly followFallback: boolean
  readonly jumpsAtEnd: boolean
  readonly decide: Decide
  readonly stop: StopSignals
  readonly onEvent: OnEvent
  /** ms. */
  readonly pause?: number | undefined
}
