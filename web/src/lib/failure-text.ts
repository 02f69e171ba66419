import { CallError } from './call.ts'
import type { ErrorCase } from '@portal/contract/error.ts'

/** The server's text if there is one, otherwise the call's own. */
export function failureText(failure: unknown, fallback: string): string {
  return failure instanceof CallError ? failure.message : fallback
}

/** Whether a call failed with one of these errors; compares the status if the server sends no code. */
export function failedBy(failure: unknown, ...errors: readonly ErrorCase[]): failure is CallError {
  if (!(failure instanceof CallError)) return false
  return failure.code === undefined
    ? errors.some(({ status }) => status === failure.status)
    : errors.some(({ code }) => code === failure.code)
}
