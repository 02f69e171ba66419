import type { Socket } from 'node:net'
import { HEADERS_TOO_LARGE, REQUEST_TOO_SLOW, REQUEST_UNREADABLE } from '@portal/contract/common-errors.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { failure } from './errors.ts'
import type { PipelineGuard } from './pipeline-guard.ts'

/** Errors of the HTTP parser, which occur before a request exists, in our words. */
const REFUSALS: Readonly<Record<string, ErrorCase>> = {
  ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TOO_SLOW,
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
}
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/**
 * Rejects an unreadable request and ends the connection. A complete call before it still runs, so it gets its response
 * first: otherwise its sender would repeat it.
 */
export function refuseUnreadable({
  answeringOn,
  endAfterAnswer,
}: Pick<PipelineGuard, 'answeringOn' | 'endAfterAnswer'>) {
  return ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    if (socket.writable && endAfterAnswer(socket)) return
    // Write nothing into a half-sent response: the client would read it as a part of that response.
    if (socket.writable && !answeringOn(socket)?.headersSent) {
      const refusal = failure(REFUSALS[code ?? ''] ?? REQUEST_UNREADABLE)
      const body = JSON.stringify(refusal.toFailure())
      const head = [
        `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status]}`,
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
}
