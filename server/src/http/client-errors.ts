import type { Socket } from 'node:net'
import { badRequest, PortalError } from './errors.ts'
import { answeringOn } from './one-by-one.ts'

const UNREADABLE = badRequest('The request could not be read.')
/** What the reader of requests refuses before there is one, in our words. */
const REFUSALS: Record<string, PortalError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new PortalError(408, 'The request took too long to arrive. Please try again.'),
  HPE_HEADER_OVERFLOW: new PortalError(431, 'The headers of the request are too large.'),
}
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Answers what is no request with our failure, unless an answer is on its way already, and ends the connection. */
export function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  // Into an answer that is half away nothing else is written: it would be read as a part of it.
  if (socket.writable && !answeringOn(socket)?.headersSent) {
    const failure = REFUSALS[code ?? ''] ?? UNREADABLE
    const body = JSON.stringify(failure.toFailure())
    const head = [
      `HTTP/1.1 ${failure.status} ${REASONS[failure.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}
