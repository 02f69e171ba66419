import { SAVE_LOCK_RELEASE_MS } from '@portal/contract/limits.ts'

/** Milliseconds of a monotonic clock. */
export type Now = () => number

type LastSave = { readonly payload: string; readonly etag: string | null }

/**
 * Prevents one press of Save from saving twice (specification, sections 2 and 4). Ignores another save while one runs
 * and for 1000 ms after it. Also ignores, at any time, a payload identical to the last successful save while the
 * document still has the version that save returned. A failed save releases the lock immediately, so that a retry goes
 * through.
 */
export class SaveGuard {
  #now: Now
  #isSaving = false
  #lockedUntil = Number.NEGATIVE_INFINITY
  #last: LastSave | null = null

  constructor(now: Now) {
    this.#now = now
  }

  get isSaving(): boolean {
    return this.#isSaving
  }

  get hasSaved(): boolean {
    return this.#last !== null
  }

  /** Whether this repeats the last successful save, on the version that it returned. */
  isRepeat(payload: unknown, etag: string | null): boolean {
    return this.#last !== null && this.#last.etag === etag && this.#last.payload === JSON.stringify(payload)
  }

  /** Whether a save of this payload may start now, on the version that the dialog holds. */
  admits(payload: unknown, etag: string | null): boolean {
    return !this.#isSaving && this.#now() >= this.#lockedUntil && !this.isRepeat(payload, etag)
  }

  started(): void {
    this.#isSaving = true
  }

  succeeded(payload: unknown, etag: string | null): void {
    this.#isSaving = false
    this.#last = { payload: JSON.stringify(payload), etag }
    this.#lockedUntil = this.#now() + SAVE_LOCK_RELEASE_MS
  }

  failed(): void {
    this.#isSaving = false
  }
}
