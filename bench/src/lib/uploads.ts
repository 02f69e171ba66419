import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callPath } from '@portal/contract/call-path.ts'
import { uploadFile } from '@portal/contract/files.ts'
import type { WorkResult } from './comparison.ts'

const PIECE_BYTES = 262_144
const BOUNDARY = 'bench-boundary-of-no-meaning'

export type UploadBody = { readonly bytes: number; readonly contentType: string; pieces(): Iterable<Buffer> }

/** The form of one PDF of that many bytes, without a copy for each time that it is sent. */
export function uploadBody(fileBytes: number): UploadBody {
  const file = randomBytes(fileBytes)
  file.write('%PDF-1.7\n')
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
export async function upload({ origin, headers, body, atOnce, count }: Uploads): Promise<WorkResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const url = new URL(`/api${callPath(uploadFile)}`, origin)
  let left = count
  const started = performance.now()
  const sender = async () => {
    while (left-- > 0) await send(url, { agent, headers, body })
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, sender))
  } finally {
    agent.destroy()
  }
  const seconds = (performance.now() - started) / 1000
  return { requests: count, perSecond: count / seconds, bytesPerAnswer: body.bytes }
}

type Sending = { agent: Agent; headers: Readonly<Record<string, string>>; body: UploadBody }

async function send(url: URL, { agent, headers, body }: Sending): Promise<void> {
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': body.contentType, 'content-length': body.bytes },
  })
  const answered = new Promise<void>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const words: Buffer[] = []
      answer.on('data', (chunk: Buffer) => words.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`An upload answered ${answer.statusCode}: ${Buffer.concat(words).toString()}`)),
      )
    })
  })
  await Promise.all([pipeline(Readable.from(body.pieces()), sent), answered])
}
