import { ORDER } from '../pages.js'
import type { FleetProgram } from '../program.js'
import { program as order } from './chromium-order.js'

export const program: FleetProgram = {
  ...order,
  toolkit: 'WebKitGTK page',
  packages: ['epiphany-browser'],
  knownFailure: {
    fault: 'toolkit',
    reason: 'WebKitGTK 2.50 counts the value of a field to the label that it is in: the list is called "Colour Red"',
  },
  // WebKit's sandbox needs more than a container gives.
  environment: { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_FORCE_SANDBOX: '0' },
  prepare: (home) => home.serve(ORDER),
  launch: (home) => ({ command: 'epiphany-browser', args: ['--private-instance', home.address], timeout: 60_000 }),
}
