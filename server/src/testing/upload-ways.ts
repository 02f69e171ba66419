import { rawRequest, type RawRequest } from './raw-request.ts'
import type { TestPerson } from './test-portal.ts'
import { FACTS, metadataOf, TUS } from './tus-calls.ts'
import { uploadForm } from './upload-form.ts'

type Way = {
  readonly url: string
  readonly payload: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** The status of the response once it is stored. */
  readonly stored: number
}

/** An upload of these bytes in one request, by each possible call. */
export function uploadWays(bytes: Buffer): Record<'a form' | 'a resumable upload', Way> {
  return {
    'a form': {
      url: '/api/files/upload',
      ...uploadForm({ fileName: 'r.pdf', bytes, categoryId: 1, typeId: 1 }),
      stored: 200,
    },
    'a resumable upload': {
      url: '/api/files/resumable',
      payload: bytes,
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.length),
        'upload-metadata': metadataOf({ filename: 'r.pdf', ...FACTS }),
      },
      stored: 201,
    },
  }
}

/** Sends the header of an upload as that person. The test sends its bytes. */
export async function beginRawUpload(
  port: number,
  { cookie }: TestPerson,
  { url, payload, headers }: Way,
): Promise<RawRequest> {
  const request = await rawRequest(port, { allowHalfOpen: true })
  const lines = { host: 'localhost', cookie, 'content-length': payload.length, ...headers }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  await request.send(`POST ${url} HTTP/1.1\r\n${head.join('')}\r\n`)
  return request
}
