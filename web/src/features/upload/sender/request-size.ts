const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** Bytes per request on a connection that has not failed yet, and on one that just failed. */
const FIRST_BYTES = 512 * KILOBYTE
const MIN_BYTES = 64 * KILOBYTE
const MAX_BYTES = 32 * MEGABYTE
/** The most that a failed request may cost, as a share of the bytes sent since the last failure. */
const SHARE = 1 / 32
/** The most requests per file: the server keeps each part until the file is complete. */
const MAX_REQUESTS = 500

/**
 * Decides how many bytes of a file go into one request. When a request fails on a reused connection, the browser
 * repeats it by itself, with all bytes that had already arrived. So an unreliable connection gets small requests, and
 * each success makes the next one slightly larger. If the server closes each connection after its response, no request
 * is repeated.
 */
export class RequestSize {
  #carried = 0
  #least = FIRST_BYTES

  /** Records a successful request of `bytes`. */
  note(bytes: number): void {
    this.#carried += bytes
  }

  /** Records that the server closed the connection with its response: the next request opens a new one. */
  connectionEnded(): void {
    this.#least = FIRST_BYTES
  }

  /** Records a failed request. */
  failed(): void {
    this.#carried = 0
    this.#least = MIN_BYTES
  }

  /** The most bytes of the next request, for a file of `size` bytes. */
  of(size: number): number {
    const proven = Math.min(MAX_BYTES, Math.floor(this.#carried * SHARE))
    return Math.max(this.#least, proven, Math.ceil(size / MAX_REQUESTS))
  }
}
