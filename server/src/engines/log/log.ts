import { pino, type DestinationStream } from 'pino'

/** JSON lines; never a secret, never a document's content. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const SECRETS = ['cookie', 'password', 'token', 'authorization', 'link']

/** The server's log, on standard error by default. It redacts secrets from everything that is logged. */
export function createLog(destination?: DestinationStream) {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS.flatMap((name) => [name, `*.${name}`]),
    },
    destination ?? logDestination(2),
  )
}

/** Bytes of lines that may wait while writing fails. Lines beyond that are lost. */
const MAX_WAITING_BYTES = 4_194_304

/**
 * Writes lines immediately. On a full disk they wait for the next line, because a log failure must not change a
 * response.
 * @param place a file descriptor or a path
 */
export function logDestination(place: number | string): DestinationStream {
  const lines = pino.destination({ dest: place, sync: true, maxLength: MAX_WAITING_BYTES })
  // Without a listener, each failed write would throw in the caller.
  lines.on('error', () => {})
  return lines
}
