// Required by node.exe before its own script, by NODE_OPTIONS. Only the process of the self-test's window is meant.
const { join } = require('node:path')

if (process.argv.includes('self-test-window')) {
  if (process.env.TEST_WINDOW_ENDS !== undefined) {
    console.error(process.env.TEST_WINDOW_ENDS)
    process.exit(7)
  }
  // Windows itself answers for its controls in every process; here the simulator's provider does.
  process.dlopen({ exports: {} }, join(__dirname, '..', '..', 'simulators', 'uia', 'uia-provider.dll'))
}
