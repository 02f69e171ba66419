import type { Upload } from '@portal/contract/files/files.ts'
import type { PortalConnection } from '../sender/portal-connection.ts'
import type { UploadState, UploadFailure } from '../facts/upload-state.ts'

/** All bytes were sent when the connection failed: the browser cannot know whether they arrived. */
export const OUTCOME_UNKNOWN =
  'The connection was lost before the answer came. Please check in Documents whether this file is stored before you send it again.'

export type FileSender = {
  /** Sends the file; `onProgress` receives 0 to 1. Rejects with the failure, or when `signal` aborts. */
  readonly send: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<Upload | null>
  readonly failureOf: (failure: unknown) => UploadFailure
  /** Aborts when the user removes the file. */
  readonly removal: AbortSignal
  /** When it aborts, a file that is not fully sent returns to the state `chosen`. */
  readonly stop: AbortSignal
  readonly connection: PortalConnection
  readonly onMove: (uploadState: UploadState) => void
}

/** Tries once. Returns true if the file must be sent again because the connection failed before all bytes were sent. */
async function tryOnce({ send, failureOf, removal, stop, connection, onMove }: FileSender): Promise<boolean> {
  const halting = new AbortController()
  let share = 0
  const advance = (progress: number) => {
    share = progress
    onMove({ state: 'sending', progress })
  }
  // A fully sent file may already be stored: only its response can say. Sending it again would store it twice.
  const halt = () => share < 1 && halting.abort()
  stop.addEventListener('abort', halt)
  advance(0)
  try {
    onMove({ state: 'stored', upload: await send(advance, AbortSignal.any([removal, halting.signal])) })
  } catch (failure) {
    if (removal.aborted) return false
    if (halting.signal.aborted) {
      onMove({ state: 'chosen' })
      return false
    }
    const wasCut = await connection.hasCut(failure)
    if (wasCut && share < 1) {
      onMove({ state: 'waiting' })
      return true
    }
    onMove({ state: 'failed', ...(wasCut ? { reason: OUTCOME_UNKNOWN } : failureOf(failure)) })
  } finally {
    stop.removeEventListener('abort', halt)
  }
  return false
}

/**
 * Sends the file. Resolves when it is stored, failed, removed or canceled by `stop`. The file waits while the portal is
 * unreachable. Never rejects.
 */
export async function sendFile(sender: FileSender): Promise<void> {
  const { removal, stop, connection, onMove } = sender
  do {
    const restored = stop.aborted ? null : connection.restored(removal)
    if (restored) await restored
    if (removal.aborted) return
    if (stop.aborted) {
      onMove({ state: 'chosen' })
      return
    }
  } while (await tryOnce(sender))
}
