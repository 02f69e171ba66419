import type { ResultOf } from '@portal/contract/endpoint.ts'
import { uploadFile } from '@portal/contract/files/files.ts'
import { apiUrl } from './api-base.ts'
import { handleUnauthorized, failureOf, noAnswerError, periodToSendIn, readAnswer } from './call.ts'
import { currentSessionKey } from './signed-out.ts'

type UploadRequest = {
  readonly file: File
  readonly fields: Readonly<Record<string, string>>
  /** Receives the fraction that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends one file and returns the server's response. Browsers report upload progress only through XMLHttpRequest.
 * @throws CallError, or the signal's reason once that is aborted.
 */
export async function sendUpload({
  file,
  fields,
  onProgress,
  signal,
}: UploadRequest): Promise<ResultOf<typeof uploadFile>> {
  const sentIn = await periodToSendIn(uploadFile)
  const sentWith = currentSessionKey()
  const { status, responseText, retryAfter } = await post(formOf(fields, file), { onProgress, signal })
  if (status >= 200 && status < 300) return readAnswer(uploadFile, { status, text: responseText })
  if (status === 401) handleUnauthorized(uploadFile, sentIn, sentWith)
  throw failureOf(uploadFile, { status, text: responseText, retryAfter })
}

/** Puts the fields before the file, so that the server can reject the upload before it receives the bytes. */
function formOf(fields: UploadRequest['fields'], file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

type PostResult = { status: number; responseText: string; retryAfter: string | null }

function post(
  form: FormData,
  { onProgress, signal }: Pick<UploadRequest, 'onProgress' | 'signal'>,
): Promise<PostResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  const settle = () => signal.removeEventListener('abort', abort)
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onProgress(loaded / total)
  })
  request.addEventListener('load', () => {
    const { status, responseText } = request
    resolve({ status, responseText, retryAfter: request.getResponseHeader('retry-after') })
  })
  request.addEventListener('error', () => reject(noAnswerError(uploadFile)))
  request.addEventListener('abort', () => reject(signal.reason as Error))
  request.addEventListener('loadend', settle)
  if (signal.aborted) {
    reject(signal.reason as Error)
    return promise
  }
  signal.addEventListener('abort', abort)
  request.open(uploadFile.method, apiUrl(uploadFile))
  request.withCredentials = true
  request.setRequestHeader('accept', 'application/json')
  request.send(form)
  return promise
}
