import { randomBytes } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callPath } from '@portal/contract/call-path.ts'
import { uploadFile } from '@portal/contract/files/files.ts'
import type { WorkResult } from './comparison.ts'

const PIECE_BYTES = 262_144
const BOUNDARY = 'bench-boundary-of-no-meaning'

export type UploadBody = { readonly bytes: number; readonly contentType: string; pieces(): Iterable<Buffer> }

/** The form of one PDF of that many bytes, which no program can read. */
export function uploadBody(fileBytes: number): UploadBody {
  const file = randomBytes(fileBytes)
  file.write('%PDF-1.7\n')
  return uploadBodyOf(file)
}

/** The form of a PDF, without a copy for each time that it is sent. */
export function uploadBodyOf(file: Buffer): UploadBody {
  const fields = { attachmentCategoryID: '1', attachmentTypeID: '1', description: 'A rendition' }
  const head = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  head.push(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="rendition.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  )
  const start = Buffer.from(head.join(''))
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  return {
    bytes: start.length + file.length + end.length,
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    *pieces() {
      yield start
      for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
      yield end
    },
  }
}

export type Uploads = {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: UploadBody
  readonly atOnce: number
  readonly count: number
}

/**
 * Sends the body `count` times, `atOnce` at a time.
 * @throws Error on any answer but 200.
 */
export async function upload({ origin, headers, body, ...bounds }: Uploads): Promise<WorkResult> {
  const url = new URL(`/api${callPath(uploadFile)}`, origin)
  return sendMany({ ...bounds, bytes: body.bytes }, async (agent) => {
    await send(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': body.contentType, 'content-length': String(body.bytes) },
      pieces: body.pieces(),
      expected: 200,
    })
  })
}

type Bounds = { readonly atOnce: number; readonly count: number; readonly bytes: number }

/** Sends `count` files of so many bytes, `atOnce` at a time. */
export async function sendMany(
  { atOnce, count, bytes }: Bounds,
  sendOne: (agent: Agent) => Promise<void>,
): Promise<WorkResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let left = count
  const started = performance.now()
  const sender = async () => {
    while (left-- > 0) await sendOne(agent)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, sender))
  } finally {
    agent.destroy()
  }
  const seconds = (performance.now() - started) / 1000
  return { requests: count, perSecond: count / seconds, bytesPerAnswer: bytes }
}

type Sending = {
  readonly method: 'POST' | 'PATCH'
  readonly agent: Agent
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: Iterable<Buffer>
  readonly expected: number
}

/**
 * Sends one request, and returns the headers of its answer.
 * @throws Error on any other answer.
 */
export async function send(
  url: URL,
  { pieces, expected, ...options }: Sending,
): Promise<IncomingHttpHeaders> {
  const sent = request(url, options)
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const words: Buffer[] = []
      answer.on('data', (chunk: Buffer) => words.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === expected
          ? resolve(answer.headers)
          : reject(new Error(`An upload answered ${answer.statusCode}: ${Buffer.concat(words).toString()}`)),
      )
    })
  })
  const [, headers] = await Promise.all([pipeline(Readable.from(pieces), sent), answered])
  return headers
}
