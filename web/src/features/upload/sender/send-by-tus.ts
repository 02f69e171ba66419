import {
  beginResumable,
  endResumable,
  readResumable,
  RESUMABLE_NOT_FOUND,
} from '@portal/contract/files/resumable.ts'
import { DetailedError, Upload } from 'tus-js-client'
import { apiUrl } from '../../../lib/api-base.ts'
import { CallError, failureOf, handleUnauthorized, noAnswerError, requirePeriod } from '../../../lib/call.ts'
import { currentSessionKey } from '../../../lib/signed-out.ts'

/** Milliseconds without a sent byte after which a connection counts as dead: after sleep it reports no error. */
const STALLED_MS = 60_000
/**
 * Milliseconds to wait for the response after the last byte: the server stores the file and scans it for viruses first.
 */
const ANSWER_MS = 300_000

export type Attempt = {
  /** The server's id of the upload; null until the upload starts. */
  readonly uploadId: string | null
  readonly file: File
  /** The metadata sent when the file's upload starts. */
  readonly metadata: Readonly<Record<string, string>>
  /** The sign-in period; nothing is sent in another one. */
  readonly period: number
  /** Called with the id of the started upload. */
  readonly onBegun: (uploadId: string) => void
  /** The most bytes for the next request. */
  readonly requestBytes: () => number
  /** Called with the number of bytes of a successful request. */
  readonly onAccepted: (bytes: number) => void
  /** Called when the server closes a connection with its response. */
  readonly onConnectionEnded: () => void
  /** Receives the bytes that the server has, or that are being sent. */
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends the missing bytes of one file by tus. Returns the id of the stored document, or null if the response does not
 * contain it.
 * @throws CallError, or the signal's reason.
 */
export async function sendByTus(attempt: Attempt): Promise<number | null> {
  const { uploadId: begun, file, metadata, signal } = attempt
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const watch = watchForSilence(() => reject(noAnswerError(beginResumable)))
  let fileId: number | null = null
  const session = sessionOf(attempt.period)
  const upload = new Upload(file, {
    // Without an endpoint, tus never starts a new upload by itself in place of resuming this one.
    ...(begun === null
      ? {
          endpoint: wholeAddress(apiUrl(beginResumable)),
          uploadDataDuringCreation: file.size <= attempt.requestBytes(),
        }
      : { uploadUrl: apiUrl(readResumable, { params: { uploadId: begun } }) }),
    metadata: { ...metadata },
    chunkSize: attempt.requestBytes(),
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      await requirePeriod(beginResumable, attempt.period)
      session.noteSending()
      ;(request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true
    },
    onAfterResponse: (_request, response) => {
      const id = Number(response.getHeader('Portal-File-Id') ?? NaN)
      if (Number.isSafeInteger(id)) fileId = id
      if (response.getHeader('Connection') === 'close') attempt.onConnectionEnded()
    },
    onUploadUrlAvailable: () => {
      const [, uploadId] = /([\da-f-]{36})\/?$/u.exec(upload.url ?? '') ?? []
      if (uploadId !== undefined) attempt.onBegun(uploadId)
    },
    onChunkComplete: (bytes) => {
      attempt.onAccepted(bytes)
      upload.options.chunkSize = attempt.requestBytes()
    },
    onProgress: (bytes) => {
      watch.heard(bytes === file.size)
      attempt.onProgress(bytes)
    },
    onSuccess: () => resolve(fileId),
    onError: (error) => reject(session.failed(asCallError(error))),
  })
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    watch.heard(false)
    upload.start()
    return await promise
  } finally {
    watch.end()
    signal.removeEventListener('abort', abort)
    void upload.abort().catch(() => {})
  }
}

/**
 * Deletes an upload and its received bytes on the server. An unknown upload counts as deleted.
 * @throws CallError
 */
export async function endByTus(uploadId: string, period: number): Promise<void> {
  const session = sessionOf(period)
  try {
    await Upload.terminate(wholeAddress(apiUrl(endResumable, { params: { uploadId } })), {
      retryDelays: null,
      onBeforeRequest: async (request) => {
        await requirePeriod(endResumable, period)
        session.noteSending()
        ;(request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true
      },
    })
  } catch (error) {
    const failure = session.failed(asCallError(error as Error))
    if (!(failure instanceof CallError && failure.code === RESUMABLE_NOT_FOUND.code)) throw failure
  }
}

/** Signs out after a 401, unless another session started after the request was sent. */
function sessionOf(period: number) {
  let sentWith: string | null = null
  return {
    noteSending: () => {
      sentWith = currentSessionKey()
    },
    failed: (failure: Error): Error => {
      if (failure instanceof CallError && failure.status === 401)
        handleUnauthorized(beginResumable, period, sentWith)
      return failure
    },
  }
}

/**
 * The server returns an upload's address relative to the endpoint, and tus resolves it only against an absolute URL.
 */
function wholeAddress(address: string): string {
  return new URL(address, document.baseURI).href
}

function asCallError(error: Error): Error {
  if (!(error instanceof DetailedError)) return error
  if (error.causingError instanceof CallError) return error.causingError
  const response = error.originalResponse
  if (!response || response.getStatus() === 0) return noAnswerError(beginResumable)
  return failureOf(beginResumable, {
    status: response.getStatus(),
    text: response.getBody(),
    retryAfter: response.getHeader('Retry-After') ?? null,
  })
}

/** Calls back when nothing was sent, or answered after the last byte, for too long. */
export function watchForSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    heard: (isWhole: boolean) => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, isWhole ? ANSWER_MS : STALLED_MS)
    },
    end: () => clearTimeout(timer),
  }
}
