/** A point of the picture that the model was shown last. */
export interface Pixel {
  x: number
  y: number
}

/** What a model asks of a computer, in no vendor's words. */
export type ComputerAction =
  | { kind: 'screenshot' }
  | { kind: 'zoom'; from: Pixel; to: Pixel }
  /** Without a place: where the pointer was sent last. */
  | { kind: 'click'; at?: Pixel; button: 'left' | 'middle' | 'right'; count: number; hold: string[] }
  | { kind: 'move'; at: Pixel }
  | { kind: 'drag'; path: Pixel[]; hold: string[] }
  /** In notches; down and right are positive. */
  | { kind: 'scroll'; at?: Pixel; x: number; y: number; hold: string[] }
  | { kind: 'type'; text: string }
  /** Combinations as `press()` takes them, one after the other. */
  | { kind: 'key'; keys: string[] }
  | { kind: 'wait'; ms: number }
