import { uploadFile, type Upload } from '@portal/contract/files.ts'
import { apiUrl } from './api-base.ts'
import { answeredUnauthorized, failureOf, noAnswer, periodToSendIn, readAnswer } from './call.ts'

type Sending = {
  readonly file: File
  readonly fields: Readonly<Record<string, string>>
  /** Gets the share that has left the browser, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends one file and answers its new record, or null where the answer holds none. The browser tells the progress of a body only through XMLHttpRequest.
 * Throws CallError, or the signal's reason once that is aborted.
 */
export async function sendUpload({ file, fields, onProgress, signal }: Sending): Promise<Upload | null> {
  const sentIn = await periodToSendIn(uploadFile)
  const { status, responseText, retryAfter } = await post(formOf(fields, file), { onProgress, signal })
  if (status >= 200 && status < 300)
    return readAnswer(uploadFile, { status, text: responseText }).file ?? null
  if (status === 401) answeredUnauthorized(uploadFile, sentIn)
  throw failureOf(uploadFile, { status, text: responseText, retryAfter })
}

/** The fields stand before the file, so that the server can refuse before the bytes come. */
function formOf(fields: Sending['fields'], file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  return form
}

type Posted = { status: number; responseText: string; retryAfter: string | null }

function post(
  form: FormData,
  { onProgress, signal }: Pick<Sending, 'onProgress' | 'signal'>,
): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
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
  request.addEventListener('error', () => reject(noAnswer(uploadFile)))
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
