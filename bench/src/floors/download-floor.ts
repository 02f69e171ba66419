import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** The least that can send a document: a file as a stream, whole or from one byte to another. */
const path = process.env['FLOOR_FILE'] ?? ''

const server = createServer((request, reply) => void send(request, reply))

async function send(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { size } = await stat(path)
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const extent =
    start === undefined ? { start: 0, end: size - 1 } : { start: Number(start), end: Number(end) }
  reply.writeHead(start === undefined ? 200 : 206, { 'content-length': extent.end - extent.start + 1 })
  createReadStream(path, extent).pipe(reply)
}

server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
