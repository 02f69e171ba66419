import { Upload } from 'tus-js-client'
import { FACTS } from './tus-calls.ts'

type Sending = {
  readonly bytes: Buffer
  /** The name of the file, and its key for the sender. */
  readonly name: string
  readonly port: number
  readonly cookie: string
  readonly chunkSize?: number
}

/** Sends a file like an outside program, with retries. Resolves with the id of its document. */
export function sendByTus({ bytes, name, port, cookie, chunkSize = Infinity }: Sending): Promise<number> {
  const stored = Promise.withResolvers<number>()
  new Upload(bytes, {
    endpoint: `http://127.0.0.1:${port}/api/files/resumable`,
    metadata: { filename: name, ...FACTS, senderKey: name },
    headers: { cookie },
    chunkSize,
    retryDelays: Array.from({ length: 1000 }, () => 20),
    onError: (error) => stored.reject(error),
    onSuccess: ({ lastResponse }) => stored.resolve(Number(lastResponse.getHeader('Portal-File-Id'))),
  }).start()
  return stored.promise
}
