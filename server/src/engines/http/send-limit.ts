import { finished, Readable } from 'node:stream'
import type { Settings } from '../config/settings.ts'
import type { App } from './app-types.ts'

/** Milliseconds that an answer gets to arrive: 3 MB at 200 kbit a second. */
const SEND_TIMEOUT_MS = 2 * 60_000
/** The same of a document, at least, and in relation to the largest one: some 250 kbit a second. */
const DOCUMENT_SEND_TIMEOUT_MS = 30 * 60_000
const DOCUMENT_BYTES_PER_MS = 30
/** Bytes that are with the system at once, read or not. */
const SENT_AT_ONCE_BYTES = 65_536

/** Cuts off who does not read what they asked for: nobody holds an answer, or a file, for longer than it takes to send. */
export function limitSending(app: App, { maxUploadBytes }: Pick<Settings, 'maxUploadBytes'>): void {
  const documentMs = Math.max(DOCUMENT_SEND_TIMEOUT_MS, maxUploadBytes / DOCUMENT_BYTES_PER_MS)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (takesTime(payload)) {
      const isDocument = request.routeOptions.config?.endpoint?.payload === 'document'
      const late = setTimeout(() => reply.raw.destroy(), isDocument ? documentMs : SEND_TIMEOUT_MS)
      finished(reply.raw, () => clearTimeout(late))
    }
    done(null, payload)
  })
}

function takesTime(payload: unknown): boolean {
  if (payload instanceof Readable) return true
  return (typeof payload === 'string' || payload instanceof Buffer) && payload.length > SENT_AT_ONCE_BYTES
}
