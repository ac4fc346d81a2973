import { Deadline } from '../deadline.js'
import { processOption, timeoutOption, windowOption } from '../options/index.js'
import { resultSchema } from '../result-schema.js'
import { input } from '../schema.js'
import { placeOf, wrong } from '../target.js'
import { READS, tool } from '../tool.js'

export const captureScreenshot = tool({
  name: 'capture_screenshot',
  title: 'Take a picture',
  description:
    'A picture of an element, a window, an application or a display, with where on the screen it is. Reading the tree costs less and says more.',
  inputSchema: input({
    ...processOption,
    ...windowOption,
    selector: { type: 'string', description: 'The element. Default: the windows of the application.' },
    ...timeoutOption,
    entire_monitor: { type: 'boolean', description: 'The primary display, and no application. Default: false.' },
    display: { type: 'string', description: 'A display, by its id.' },
  }),
  outputSchema: resultSchema({
    bounds: { type: 'object', description: 'What the picture shows, in screen units.' },
    scale: { type: 'number', description: 'Pixels of the picture for each screen unit: x = bounds.x + pixel / scale.' },
  }),
  annotations: READS,
  run: async ({ process, window_selector, selector, entire_monitor, display, timeout_ms }, session, call) => {
    const deadline = new Deadline(timeout_ms ?? session.timeout)
    const limits = () => ({ timeout: deadline.remaining, signal: call.signal })
    const taken = async () => {
      if (process === undefined) {
        if (window_selector !== undefined || selector !== undefined)
          throw wrong('give `process`: whose window or element it is')
        if (!entire_monitor && display === undefined)
          throw wrong('a picture of what? Give process, display or entire_monitor')
        const id = display ?? (await session.desktop.displays(limits())).find(({ primary }) => primary)?.id
        return session.desktop.capture({ ...limits(), ...(id === undefined ? {} : { display: id }) })
      }
      if (entire_monitor || display !== undefined)
        throw wrong('a display and an application cannot be asked for at once')
      const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
      const place = window ?? app
      return (selector === undefined ? place : place.locator(selector)).capture(limits())
    }
    const picture = await taken()
    const { bounds, scale } = picture
    return {
      text: `A picture of ${bounds.x},${bounds.y} ${bounds.width}×${bounds.height}; ${scale} pixels for each screen unit.`,
      data: { bounds, scale },
      pictures: [picture],
    }
  },
})
