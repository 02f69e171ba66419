import type { Upload } from '@portal/contract/files.ts'
import { NO_FORM } from '@portal/contract/upload-errors.ts'
import type { App, Request } from '../../../engines/http/app-types.ts'
import { failure } from '../../../engines/http/errors.ts'
import { IncomingBytes } from '../../../engines/http/incoming-bytes.ts'
import { lengthOf, refuseBody } from '../../../engines/http/read-bodies.ts'
import type { PersonContext } from '../../../records/context.ts'
import { boundaryOf, readParts } from './form/form-parts.ts'
import { toFormFailure } from './form/upload-form.ts'
import { uploadDocument, type UploadBody } from './upload.usecases.ts'

const PAYLOADS = { 'multipart/form-data': 'upload', 'application/offset+octet-stream': 'bytes' } as const

/** Lets forms and bytes through to the calls that read them; on the way to any other call they are no JSON. */
export function passUploadsUnread(app: App): void {
  for (const [type, payload] of Object.entries(PAYLOADS)) {
    app.addContentTypeParser(type, async (request: Request) => {
      if (request.routeOptions.config.endpoint?.payload !== payload) await refuseBody(request)
    })
  }
}

/** Reads the form of a request and stores its file. The rest of a refused one is read behind its answer. */
export async function receiveUpload(
  context: PersonContext,
  { request, ...rest }: Pick<UploadBody, 'turn' | 'letInAgain'> & { request: Request },
): Promise<Upload> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === null) throw failure(NO_FORM)
  const bytes = new IncomingBytes(request.raw)
  try {
    const upload = await uploadDocument(context, {
      parts: readParts(bytes, boundary),
      length: lengthOf(request),
      ...rest,
    })
    bytes.close()
    return upload
  } catch (error) {
    bytes.drainBehindAnswer()
    throw toFormFailure(error)
  }
}
