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

/** Milliseconds without a byte leaving after which a line counts as dead: one that slept tells nobody. */
const STALLED_MS = 60_000
/** Milliseconds for the answer once all has left: the file is kept and looked through for viruses meanwhile. */
const ANSWER_MS = 300_000

export type Attempt = {
  /** The server's name of the upload; null before it has begun. */
  readonly uploadId: string | null
  readonly file: File
  /** What is said of the file when its upload begins. */
  readonly metadata: Readonly<Record<string, string>>
  /** Of being signed in: in another one nothing is sent. */
  readonly period: number
  /** The upload has begun under this name. */
  readonly onBegun: (uploadId: string) => void
  /** How many bytes the next request may have. */
  readonly requestBytes: () => number
  /** So many bytes of a request have come through. */
  readonly onAccepted: (bytes: number) => void
  /** The server has ended a connection with its response. */
  readonly onConnectionEnded: () => void
  /** Gets the bytes that the server has or that are on their way. */
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends what the server does not have of one file, by tus; returns the id of the document that it became, or null where
 * the answer does not name it.
 * @throws CallError, or the signal's reason.
 */
export async function sendByTus(attempt: Attempt): Promise<number | null> {
  const { uploadId: begun, file, metadata, signal } = attempt
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const watch = watchForSilence(() => reject(noAnswerError(beginResumable)))
  let fileId: number | null = null
  const session = sessionOf(attempt.period)
  const upload = new Upload(file, {
    // Without an endpoint it never begins anew by itself what it was to go on with.
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
 * Has the server remove an upload with what has arrived of it. One that it does not know is gone already.
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

/** Signs out after a 401, unless another session began after the request that it answers had left. */
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

/** The server names an upload relative to where it was begun, and tus resolves that against a whole address only. */
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

function watchForSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    heard: (isWhole: boolean) => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, isWhole ? ANSWER_MS : STALLED_MS)
    },
    end: () => clearTimeout(timer),
  }
}
