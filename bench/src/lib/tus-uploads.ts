import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:http'
import type { WorkResult } from './comparison.ts'
import { send, sendMany } from './uploads.ts'

const PIECE_BYTES = 262_144
/** As the browser does it: what is no larger goes in the request that begins it. */
const IN_ONE_REQUEST_BYTES = 1_048_576

const METADATA = Object.entries({
  filename: 'rendition.pdf',
  attachmentCategoryID: '1',
  attachmentTypeID: '1',
  description: 'A rendition',
})
  .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  .join(',')

export type TusUploads = {
  /** Where uploads begin. */
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  /** Of one PDF. */
  readonly bytes: number
  readonly atOnce: number
  readonly count: number
}

/**
 * Sends a file by tus 1.0 `count` times, `atOnce` at a time.
 * @throws Error on any answer that is no success.
 */
export async function uploadByTus({ endpoint, headers, bytes, ...bounds }: TusUploads): Promise<WorkResult> {
  const file = randomBytes(bytes)
  file.write('%PDF-1.7\n')
  const common = { ...headers, 'tus-resumable': '1.0.0' }
  return sendMany({ ...bounds, bytes }, (agent) => sendFile({ endpoint, agent, common, file }))
}

type SendingFile = {
  readonly endpoint: URL
  readonly agent: Agent
  readonly common: Readonly<Record<string, string>>
  readonly file: Buffer
}

async function sendFile({ endpoint, agent, common, file }: SendingFile): Promise<void> {
  const inOne = file.length <= IN_ONE_REQUEST_BYTES
  const typed = {
    ...common,
    'content-type': 'application/offset+octet-stream',
    'content-length': String(file.length),
  }
  const begun = await send(endpoint, {
    method: 'POST',
    agent,
    headers: {
      ...(inOne ? typed : { ...common, 'content-length': '0' }),
      'upload-length': String(file.length),
      'upload-metadata': METADATA,
    },
    pieces: inOne ? piecesOf(file) : [],
    expected: 201,
  })
  if (inOne) return
  await send(new URL(begun.location ?? '', endpoint), {
    method: 'PATCH',
    agent,
    headers: { ...typed, 'upload-offset': '0' },
    pieces: piecesOf(file),
    expected: 204,
  })
}

function* piecesOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}
