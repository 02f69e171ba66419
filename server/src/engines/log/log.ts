import { pino, type DestinationStream } from 'pino'

/** JSON lines; never a secret, never a document's content. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const SECRETS = ['cookie', 'password', 'token', 'authorization', 'link']

/** The server's log, on standard error unless told otherwise. Secrets never reach it, whatever is logged beside them. */
export function createLog(destination?: DestinationStream) {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: SECRETS.flatMap((name) => [name, `*.${name}`]),
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  )
}
