import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/**
 * The least that shows a roll: a page that fetches the compressed columns from memory, fills typed arrays, and draws
 * the first rows of what a search over them finds, in one frame. FLOOR_ROLL is the file of the compressed columns.
 */
const roll = readFileSync(process.env['FLOOR_ROLL'] ?? '')
const PAGE = readFileSync(new URL('owners-screen-floor.html', import.meta.url))

const app = fastify()
app.get('/readyz', async () => ({ status: 'ready' }))
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
app.get('/roll', (_request, reply) =>
  reply.headers({ 'content-encoding': 'br', 'content-type': 'application/json' }).send(roll),
)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
