/**
 * Publishes a port, as Docker does: runs in the container's network and gets a server that listens on this machine. Argument: the
 * container's port. What the container listens on at 127.0.0.1 alone is not reached, so another address of its loopback is asked.
 */
import { connect } from 'node:net'

const port = Number(process.argv[2])

process.on('message', (_, server) => {
  server.on('connection', (client) => {
    const inner = connect(port, '127.0.0.2')
    client.on('error', () => inner.destroy())
    inner.on('error', () => client.destroy())
    client.pipe(inner).pipe(client)
  })
  process.send('published')
})
process.on('disconnect', () => process.exit())
