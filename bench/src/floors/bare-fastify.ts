import { fastify } from 'fastify'

/** The least that can answer: Fastify with one call. */
const app = fastify()
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
