import {
  appendToResumable,
  beginResumable,
  endResumable,
  listResumable,
  UPLOAD_TOO_LONG,
  NO_BYTES,
  readResumable,
  tellTus,
  TUS_VERSION,
} from '@portal/contract/files/resumable.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import type { Request } from '../../../engines/http/app-types.ts'
import { failure } from '../../../engines/http/errors.ts'
import { hasBody, lengthOf } from '../../../engines/http/read-bodies.ts'
import { IncomingBytes } from '../../../engines/http/incoming-bytes.ts'
import { createSessionActivity } from '../../../records/sessions/session-activity.ts'
import type { PersonContext, Serve } from '../../../records/context.ts'
import { appendToUpload, askUpload, endUpload, type UploadStatus } from './append.usecases.ts'
import { beginUpload } from './begin.usecases.ts'
import { listUploadsToResume, readUpload } from './list.usecases.ts'
import {
  CHECKSUM_ALGORITHMS,
  readBytes,
  readChecksum,
  readMetadata,
  refuseConcatenation,
  requireTus,
} from './tus-headers.ts'

const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'checksum', 'termination']
const BYTES_TYPE = 'application/offset+octet-stream'

/** Uploads that continue after an interruption, by tus 1.0. */
export function resumableRoutes(serve: Serve): void {
  serve(
    tellTus,
    async ({ settings }) => new CallResult(undefined, { status: 204, headers: capabilities(settings) }),
  )

  serve(beginResumable, async (context, { request, letInAgain, senderGone }) =>
    withBytes(context, request, async (bytes) => {
      requireTus(request.headers)
      refuseConcatenation(request.headers)
      const size = readBytes(request.headers, 'Upload-Length')
      const metadata = readMetadata(request.headers)
      const hasBytes = request.headers['content-type'] === BYTES_TYPE
      const length = lengthOf(request)
      if (hasBytes && length !== null && length > size) throw failure(UPLOAD_TOO_LONG)
      const { id, isKnown, expiresAt } = await beginUpload(context, { size, metadata })
      const headers = { location: `resumable/${id}`, 'upload-expires': expiresAt.toUTCString() }
      if (!hasBytes && !isKnown) return new CallResult(undefined, { status: 201, headers })
      const checksum = readChecksum(request.headers)
      const standing = await appendToUpload(context, id, {
        bytes,
        length,
        offset: null,
        checksum,
        letInAgain,
        senderGone,
      })
      return new CallResult(undefined, { status: 201, headers: { ...headers, ...told(context, standing) } })
    }),
  )

  serve(listResumable, async (context, { query }) => ({
    uploads: await listUploadsToResume(context, query.senderKeys),
  }))

  serve(readResumable, async (context, { params, request }) => {
    if (request.method !== 'HEAD') {
      const { upload, standing } = await readUpload(context, params.uploadId)
      return new CallResult(upload, { headers: standing ? told(context, standing) : {} })
    }
    requireTus(request.headers)
    const standing = await askUpload(context, params.uploadId)
    return new CallResult(undefined, { headers: told(context, standing) })
  })

  serve(appendToResumable, async (context, { params, request, letInAgain, senderGone }) =>
    withBytes(context, request, async (bytes) => {
      requireTus(request.headers)
      refuseConcatenation(request.headers)
      if (hasBody(request.headers) && request.headers['content-type'] !== BYTES_TYPE) throw failure(NO_BYTES)
      const offset = readBytes(request.headers, 'Upload-Offset')
      const checksum = readChecksum(request.headers)
      const standing = await appendToUpload(context, params.uploadId, {
        bytes,
        length: lengthOf(request),
        offset,
        checksum,
        letInAgain,
        senderGone,
      })
      return new CallResult(undefined, { status: 204, headers: told(context, standing) })
    }),
  )

  serve(endResumable, async (context, { params, request }) => {
    requireTus(request.headers)
    await endUpload(context, params.uploadId)
    return new CallResult(undefined, { status: 204 })
  })
}

function capabilities({ maxUploadBytes }: Settings): Record<string, string> {
  return {
    'tus-version': TUS_VERSION,
    'tus-extension': TUS_EXTENSIONS.join(','),
    'tus-max-size': String(maxUploadBytes),
    'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
  }
}

/** Drains the rest of a refused body after the response. */
async function withBytes<T>(
  context: PersonContext,
  request: Request,
  work: (bytes: IncomingBytes) => Promise<T>,
): Promise<T> {
  const bytes = new IncomingBytes(request.raw, { onBytes: createSessionActivity(context) })
  try {
    const result = await work(bytes)
    await bytes.drain()
    bytes.close()
    return result
  } catch (error) {
    bytes.drainBehindAnswer()
    throw error
  }
}

function told(
  { recentDisconnects, actor }: PersonContext,
  { upload, received, documentId }: UploadStatus,
): Record<string, string> {
  return {
    ...(recentDisconnects.has(actor.person.accountId) && { connection: 'close' }),
    'upload-offset': String(received),
    'upload-length': String(upload.size),
    'upload-expires': upload.expiresAt.toUTCString(),
    ...(documentId !== null && { 'portal-file-id': String(documentId) }),
  }
}
