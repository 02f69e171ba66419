import { CallError } from './call.ts'

/** The server's text if there is one, otherwise the call's own. */
export function failureText(failure: unknown, fallback: string): string {
  return failure instanceof CallError ? failure.message : fallback
}
