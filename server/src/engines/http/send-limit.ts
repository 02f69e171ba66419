import { finished, Readable } from 'node:stream'
import type { Settings } from '../config/settings.ts'
import type { App, Reply } from './app-types.ts'

/** Milliseconds for a response to arrive: 3 MB at 200 kbit/s. */
const SEND_TIMEOUT_MS = 2 * 60_000
/** Minimum for a document; more if the largest document needs it at some 250 kbit/s. */
const DOCUMENT_SEND_TIMEOUT_MS = 30 * 60_000
const DOCUMENT_BYTES_PER_MS = 30
/** Bytes that the system buffers, whether the client reads them or not. */
const SENT_AT_ONCE_BYTES = 65_536

/**
 * Cuts off clients that do not read their response, so that none holds a response or a file longer than its sending
 * takes.
 */
export function limitSending(app: App, { maxUploadBytes }: Pick<Settings, 'maxUploadBytes'>): void {
  const documentMs = Math.max(DOCUMENT_SEND_TIMEOUT_MS, maxUploadBytes / DOCUMENT_BYTES_PER_MS)
  app.addHook('onSend', (request, reply, payload, done) => {
    const kind = request.routeOptions.config?.endpoint?.payload
    if (kind === 'archive') cutOffStalled(reply)
    else if (takesTime(payload)) {
      const late = setTimeout(() => reply.raw.destroy(), kind === 'document' ? documentMs : SEND_TIMEOUT_MS)
      finished(reply.raw, () => clearTimeout(late))
    }
    done(null, payload)
  })
}

/**
 * An archive takes as long as its documents. Its reader is cut off only if half an hour brought too little although
 * bytes wait for them: many small documents take time, too.
 */
function cutOffStalled({ raw }: Reply): void {
  let before = 0
  const look = setInterval(() => {
    const sent = raw.socket?.bytesWritten ?? 0
    const isTooLittle = sent - before < DOCUMENT_SEND_TIMEOUT_MS * DOCUMENT_BYTES_PER_MS
    if (isTooLittle && raw.writableLength > 0) raw.destroy()
    before = sent
  }, DOCUMENT_SEND_TIMEOUT_MS)
  finished(raw, () => clearInterval(look))
}

function takesTime(payload: unknown): boolean {
  if (payload instanceof Readable) return true
  return (typeof payload === 'string' || payload instanceof Buffer) && payload.length > SENT_AT_ONCE_BYTES
}
