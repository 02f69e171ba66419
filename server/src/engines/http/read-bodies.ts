import {
  NOT_JSON,
  REQUEST_INCOMPLETE,
  REQUEST_TOO_LARGE,
  REQUEST_TOO_SLOW,
} from '@portal/contract/common-errors.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { Socket } from 'node:net'
import type { App, Request } from './app-types.ts'
import { failure } from './errors.ts'
import { IncomingBytes, SenderGone } from './incoming-bytes.ts'

/** Maximum bytes of a body that anyone may send; a registration has a few hundred. */
const MAX_PUBLIC_BODY_BYTES = 16_384
/** Maximum bytes of a body from a signed-in caller, unless the call sets another limit. */
const MAX_BODY_BYTES = 65_536
/** Milliseconds for a body to arrive; uploads have a limit of their own. */
const BODY_TIMEOUT_MS = 30_000
/**
 * Bytes of a refused body that are still read, so that its sender reads the response instead of a broken connection.
 */
const MAX_DRAINED_BYTES = 67_108_864
/** The same for an upload. */
const MAX_DRAINED_UPLOAD_BYTES = 268_435_456
/** Milliseconds for a response to travel before a sender that keeps sending is cut off. */
const CLOSE_GRACE_MS = 1000

/** Accepts JSON bodies only, and an empty body with any content type; replaces the framework's own parsers. */
export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (!hasBody(headers)) headers['content-type'] = undefined
  })
  app.addHook('onSend', async (request) => {
    const { raw } = request
    if (!hasBody(raw.headers) || raw.complete) return
    endAfterBody(raw)
    boundRest(raw, isUpload(request) ? MAX_DRAINED_UPLOAD_BYTES : MAX_DRAINED_BYTES)
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (hasBody(raw.headers) && !raw.complete) cutOffLater(raw)
  })
  app.addContentTypeParser('application/json', jsonReader(app))
  app.addContentTypeParser('*', refuseBody)
}

/**
 * Parses a body as JSON; undefined if it is empty. It uses the engine's own fast parser, and then rejects a key that
 * would reach an object's prototype.
 */
export function jsonReader(app: App): (request: Request) => Promise<unknown> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return async (request) => {
    const body = await readBody(request, { largest: largestOf(request), refusal: REQUEST_TOO_LARGE })
    if (body.length === 0) return undefined
    return new Promise((resolve, reject) => {
      void parse(request, body.toString(), (error, read) => (error ? reject(error) : resolve(read)))
    })
  }
}

/** Rejects a body that is not JSON with 415; an empty one passes. @throws NOT_JSON. */
export async function refuseBody(request: Request): Promise<void> {
  await readBody(request, { largest: 0, refusal: NOT_JSON })
}

/** Whether bytes follow; for an empty body the content type means nothing. */
export function hasBody(headers: Request['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Bytes of the body, as the request announces them; null if it is chunked. */
export function lengthOf({ headers }: Request): number | null {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : null
}

/**
 * When the connection ends with the response, because the caller does not keep it or the server stops, Node destroys it
 * immediately. A sender that still sends then loses the response. Here only the sending half ends immediately; the
 * other half follows the last byte of the body (RFC 9112, section 9.6).
 */
function endAfterBody(raw: Request['raw']): void {
  const { socket } = raw
  const destroySoon = Socket.prototype.destroySoon.bind(socket)
  socket.destroySoon = () => {
    socket.end()
    if (raw.closed) destroySoon()
    else raw.once('close', destroySoon)
  }
}

/**
 * Discards the rest of a body whose response came first, up to `most` bytes; then cuts off its sender. Does nothing if
 * something already reads the body, with its own limits.
 */
function boundRest(raw: Request['raw'], most: number): void {
  if (raw.readableFlowing !== null || raw.listenerCount('readable') > 0) return
  let rest = 0
  raw.on('data', (piece: Buffer) => {
    rest += piece.length
    if (rest <= most || raw.isPaused()) return
    raw.pause()
    setTimeout(() => raw.destroy(), CLOSE_GRACE_MS)
  })
}

function isUpload({ routeOptions }: Request): boolean {
  const payload = routeOptions.config?.endpoint?.payload
  return payload === 'upload' || payload === 'bytes'
}

/** Limits the time for the rest of a body whose response came first. */
function cutOffLater(raw: Request['raw']): void {
  const late = setTimeout(() => raw.destroy(), BODY_TIMEOUT_MS)
  raw.once('close', () => clearTimeout(late))
}

function largestOf({ routeOptions }: Request): number {
  const { endpoint } = routeOptions.config ?? {}
  const others =
    endpoint === undefined || endpoint.access === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES
  return endpoint?.maxBodyBytes ?? others
}

type Measure = { largest: number; refusal: ErrorCase }

/** @throws the refusal as soon as a body is known to be too large, 408 if it takes too long. */
async function readBody(request: Request, measure: Measure): Promise<Buffer> {
  const bytes = new IncomingBytes(request.raw, {
    stallTimeoutMs: 2 * BODY_TIMEOUT_MS,
    maxDrainedBytes: MAX_DRAINED_BYTES,
    drainTimeoutMs: BODY_TIMEOUT_MS,
  })
  const clock = new AbortController()
  try {
    const isTooLarge = (lengthOf(request) ?? 0) > measure.largest
    const body = isTooLarge ? null : await Promise.race([collect(bytes, measure), lateness(clock.signal)])
    if (body !== null) return body
  } catch (error) {
    throw error instanceof SenderGone ? failure(REQUEST_INCOMPLETE) : error
  } finally {
    clock.abort()
    bytes.close()
  }
  bytes.drainBehindAnswer()
  throw failure(measure.refusal)
}

/** Null once the body exceeds the limit. */
async function collect(bytes: IncomingBytes, { largest }: Pick<Measure, 'largest'>): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > largest) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

/** Never resolves; rejects when the time for a body is over. */
function lateness(over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = setTimeout(() => reject(failure(REQUEST_TOO_SLOW)), BODY_TIMEOUT_MS)
    over.addEventListener('abort', () => clearTimeout(late))
  })
}
