import { CallError } from '../../lib/call.ts'

/** Why something failed, and what the user can do about it. */
export type Failure = { readonly text: string; readonly hint: string | null }

/** The server's error, otherwise the screen's own sentence (specification, section 8). */
export function toFailure(error: unknown, otherwise: string): Failure {
  if (!(error instanceof CallError)) return { text: otherwise, hint: null }
  if (error.status === 0) {
    return {
      text: otherwise,
      hint: 'The portal did not answer. Please check your connection and try again.',
    }
  }
  return { text: error.fromServer ? error.message : otherwise, hint: waitHint(error.retryAfter) }
}

function waitHint(seconds: number | undefined): string | null {
  if (seconds === undefined) return null
  if (seconds < 60) return 'You can try again in less than a minute.'
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'You can try again in a minute.' : `You can try again in ${minutes} minutes.`
}
