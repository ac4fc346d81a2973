/** See windows.mjs. */
export class WindowsPlace {
  static start(program: string): Promise<WindowsPlace>
  stop(): Promise<void>
}
