import type { Payload } from '@portal/contract/endpoint.ts'
import type { Upload } from '@portal/contract/files/files.ts'
import { NO_FORM } from '@portal/contract/files/upload-errors.ts'
import type { App, Request } from '../../../engines/http/app-types.ts'
import { failure } from '../../../engines/http/errors.ts'
import { IncomingBytes } from '../../../engines/http/incoming-bytes.ts'
import { lengthOf, refuseBody } from '../../../engines/http/read-bodies.ts'
import { createSessionActivity } from '../../../records/sessions/session-activity.ts'
import type { PersonContext } from '../../../records/context.ts'
import { acquireUploadPermit } from '../../../records/intake/upload-permit.ts'
import { multipartBoundary, readParts } from './form/form-parts.ts'
import { toFormFailure } from './form/upload-form.ts'
import { uploadDocument, type UploadBody } from './upload.usecases.ts'

const PAYLOADS: Readonly<Record<string, readonly Payload[]>> = {
  'multipart/form-data': ['upload', 'form'],
  'application/x-www-form-urlencoded': ['form'],
  'application/offset+octet-stream': ['bytes'],
}

/** Passes forms and bytes unread to the calls that take them. Refuses them for any other call, which expects JSON. */
export function passUploadsUnread(app: App): void {
  for (const [type, payloads] of Object.entries(PAYLOADS)) {
    app.addContentTypeParser(type, async (request: Request) => {
      const payload = request.routeOptions.config.endpoint?.payload
      if (payload === undefined || !payloads.includes(payload)) await refuseBody(request)
    })
  }
}

type Received = Pick<UploadBody, 'letInAgain'> & {
  readonly request: Request
  readonly senderGone: AbortSignal
}

/**
 * Reads the form of a request and stores its file, once the sender has a permit. Drains the rest of a refused request,
 * as long as the limits allow, after it releases the permit.
 */
export async function receiveUpload(
  context: PersonContext,
  { request, senderGone, letInAgain }: Received,
): Promise<Upload> {
  const bytes = new IncomingBytes(request.raw, { onBytes: createSessionActivity(context) })
  try {
    const boundary = multipartBoundary(request.headers['content-type'])
    if (boundary === null) throw failure(NO_FORM)
    const { maxUploadBytes } = context.settings
    // A file is always shorter than its form.
    const largest = Math.min(maxUploadBytes, lengthOf(request) ?? maxUploadBytes)
    await using permit = await acquireUploadPermit(context, { bytes: largest, senderGone })
    const parts = readParts(bytes, boundary)
    const upload = await uploadDocument(context, { parts, largest, permit, letInAgain })
    bytes.close()
    return upload
  } catch (error) {
    bytes.drainBehindAnswer()
    throw toFormFailure(error)
  }
}
