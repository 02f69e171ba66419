import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

/** The least that can keep an upload: the body of a request to a file of its own, with SHA-256 and fsync. */
const folder = process.env['FLOOR_FOLDER'] ?? '.'

const server = createServer((request, reply) => {
  if (request.method === 'GET') reply.end()
  else void keep(request).then((sha256) => reply.end(sha256))
})

async function keep(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(join(folder, randomUUID()), 'wx')
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
