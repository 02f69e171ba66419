import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

/** The library that the portal's own reader of tus was weighed against: it stores bytes, and neither syncs nor hashes them. */
const tus = new Server({
  path: '/files',
  datastore: new FileStore({ directory: process.env['FLOOR_FOLDER'] ?? '.' }),
})
tus.get('/ready', () => Promise.resolve(new Response('')))
tus.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
