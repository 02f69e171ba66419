import { MEGABYTE } from '../../config/megabyte.ts'
import { FullDisk, RESERVED_FREE_BYTES } from '../out-of-room.ts'
import type { Appendable } from './write-behind.ts'

/** After this many bytes of all files together, check the disk again: other processes may be filling it. */
const LOOK_EVERY_BYTES = 4_194_304

/** The reserved room of one file in progress. */
export type Booking = {
  /**
   * The same file, whose writes use up the reservation.
   * @throws FullDisk from a write once the disk falls below the reserve.
   */
  through(file: Appendable): Appendable
  /** Releases unused room; call it when the file is complete or removed. */
  release(): void
}

/**
 * The room of a disk, shared by all files that this process is writing. Each file books its maximum before its first
 * byte, so that many files at the same time leave the reserve alone. Repeated checks detect what other processes write
 * meanwhile. The files that check first then fail, until the others fit.
 */
export class SharedRoom {
  readonly #folder: string
  readonly #freeBytes: () => Promise<number>
  #booked = 0
  #written = 0
  #writtenAtLook = 0

  /** The disk of that folder; `freeBytes` returns its free bytes now. */
  constructor(folder: string, freeBytes: () => Promise<number>) {
    this.#folder = folder
    this.#freeBytes = freeBytes
  }

  /** @throws FullDisk if the disk is below the reserve already. */
  async refuseFull(): Promise<void> {
    this.#refuseBelowReserve(await this.#freeBytes(), 0)
  }

  /** @throws FullDisk if a file of that many bytes would touch the reserve. */
  async book(bytes: number): Promise<Booking> {
    await this.#takeRoom(bytes)
    let left = bytes
    const use = (used: number) => {
      left -= used
      this.#booked -= used
    }
    return {
      through: (file) => ({
        writev: async (pieces) => {
          if (this.#written - this.#writtenAtLook >= LOOK_EVERY_BYTES) await this.#takeRoom(0)
          const { bytesWritten } = await file.writev(pieces)
          this.#written += bytesWritten
          use(Math.min(bytesWritten, left))
          return { bytesWritten }
        },
      }),
      release: () => use(left),
    }
  }

  async #takeRoom(bytes: number): Promise<void> {
    const before = this.#written
    this.#writtenAtLook = before
    const free = await this.#freeBytes()
    // Bytes written during the check are no longer booked, and its figure may not include them yet.
    this.#refuseBelowReserve(free - (this.#written - before), this.#booked + bytes)
    // No other check may run between this one and the booking.
    this.#booked += bytes
  }

  #refuseBelowReserve(free: number, needed: number): void {
    if (free - needed >= RESERVED_FREE_BYTES) return
    const wanted = needed === 0 ? '' : ` Uploads in progress need ${wholeMegabytes(needed)}.`
    throw new FullDisk(
      `The disk of ${this.#folder} has ${wholeMegabytes(free)} free.${wanted} ${wholeMegabytes(RESERVED_FREE_BYTES)} stay free.`,
    )
  }
}

function wholeMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)} MB`
}
