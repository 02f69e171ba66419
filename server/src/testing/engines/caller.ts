import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

export type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  /** The body parsed as JSON. */
  json(): unknown
}

/** Sends a request to one place and resolves with the whole response. @throws if the connection breaks. */
export type Caller = (sent: Sent) => Promise<Answer>

/**
 * Milliseconds that an idle connection is kept: less than the 30 seconds of nginx, so that no request uses a connection
 * that is being closed. Browsers repeat such a request, Node does not.
 */
const KEPT_IDLE_MS = 20_000

/** Uses https if there is a certificate for the name. Connections are kept, as in browsers. */
export function callerOf(place: { port: number; tls?: { ca: Buffer; name: string } }): Caller {
  const { port, tls } = place
  const own = { keepAlive: true, timeout: KEPT_IDLE_MS }
  const agent = tls ? new Agent({ ...own, ca: tls.ca, servername: tls.name }) : new PlainAgent(own)
  const named: Record<string, string> = tls ? { host: tls.name } : {}
  const send = tls ? request : plainRequest
  return ({ method, path, headers = {}, body = '' }) =>
    new Promise((resolve, reject) => {
      const options = { agent, host: '127.0.0.1', port, method, path }
      const length = { 'content-length': Buffer.byteLength(body) }
      const sending = send({ ...options, headers: { ...named, ...length, ...headers } }, (came) => {
        buffer(came).then((bytes) => resolve(answerOf(came, bytes)), reject)
      })
      sending.on('error', reject)
      sending.end(body)
    })
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): Answer {
  return { status: statusCode, headers, bytes, json: () => JSON.parse(bytes.toString('utf8')) as unknown }
}
