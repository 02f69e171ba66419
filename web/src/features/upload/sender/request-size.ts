const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** Bytes of a request on a line that has not broken yet, and on one that just has. */
const FIRST_BYTES = 512 * KILOBYTE
const LEAST_BYTES = 64 * KILOBYTE
const MOST_BYTES = 32 * MEGABYTE
/** What a broken request may cost of what the line carried since the last one. */
const SHARE = 1 / 32
/** Requests that one file is sent in, at most: the server keeps each of them until the file is whole. */
const MOST_REQUESTS = 500

/**
 * How much of a file goes in one request. A browser sends a request that broke on a connection it had kept once more by
 * itself, with all that had arrived of it, so a line that breaks gets small ones; each that comes through makes the next a
 * little larger. Where the server gives each a connection of its own, none is repeated.
 */
export class RequestSize {
  #carried = 0
  #least = FIRST_BYTES

  /** So many bytes of a request have come through. */
  note(bytes: number): void {
    this.#carried += bytes
  }

  /** The connection of a request ended with its response: the next one goes over one of its own. */
  connectionEnded(): void {
    this.#least = FIRST_BYTES
  }

  /** A request did not come through. */
  failed(): void {
    this.#carried = 0
    this.#least = LEAST_BYTES
  }

  /** Bytes of the next request for a file of `size` bytes, at most. */
  of(size: number): number {
    const proven = Math.min(MOST_BYTES, Math.floor(this.#carried * SHARE))
    return Math.max(this.#least, proven, Math.ceil(size / MOST_REQUESTS))
  }
}
