import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { StorageAway } from '../storage.ts'
import type { S3Bounds } from './s3-bounds.ts'
import { isOfS3, isPassing, meansFull, nameOf } from './s3-errors.ts'

/** One request, to be given up when `signal` says so. */
type Request<T> = (client: S3Client, signal: AbortSignal) => Promise<T>

/** Where objects lie: S3 knows them by the portal's prefix before their key. */
export type S3Place = { readonly bucket: string; readonly prefix: string }

/**
 * Requests to one bucket. What is asked here does no harm when it is done twice, so whatever failed in passing is asked
 * again, after a pause by chance: many that failed at once must not come back at once.
 */
export class S3Calls {
  readonly place: S3Place
  readonly bounds: S3Bounds
  readonly #client: S3Client

  constructor(client: S3Client, place: S3Place, bounds: S3Bounds) {
    this.#client = client
    this.place = place
    this.bounds = bounds
  }

  /** The same bucket, with another prefix. */
  at(prefix: string): S3Calls {
    return new S3Calls(this.#client, { ...this.place, prefix }, this.bounds)
  }

  /** What names an object in a request. */
  object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.place.prefix + key }
  }

  /**
   * Makes a request until it is answered, within bounds.
   * @throws S3's own error where it answered that it will not, StorageAway where it did not answer, and an error with
   * the code ENOSPC where it is full.
   */
  async ask<T>(request: Request<T>): Promise<T> {
    const { tries, patience } = this.bounds
    const end = performance.now() + patience
    for (let tried = 1; ; tried++) {
      try {
        return await this.askOnce(request)
      } catch (error) {
        if (meansFull(error)) throw new StorageFull('The storage is full.', { cause: error })
        if (!isPassing(error)) throw error
        const pause = this.pauseAfter(tried)
        if (tried >= tries || performance.now() + pause > end) throw away(error)
        await sleep(pause)
      }
    }
  }

  async askOnce<T>(request: Request<T>): Promise<T> {
    const giveUp = new AbortController()
    // Only until it is answered: a document is read for as long as its reader takes.
    const alarm = setTimeout(() => giveUp.abort(), this.bounds.request)
    try {
      return await request(this.#client, giveUp.signal)
    } finally {
      clearTimeout(alarm)
    }
  }

  /** Milliseconds. */
  pauseAfter(tried: number): number {
    return Math.random() * this.bounds.pause * 2 ** (tried - 1)
  }
}

/** A full storage says so as the system says it of a disk. */
class StorageFull extends Error {
  readonly code = 'ENOSPC'
}

/** What S3 refused or did not answer, as the rest of the portal knows it; everything else as it is. */
export function away(error: unknown): StorageAway {
  return new StorageAway(`The storage cannot be used: ${nameOf(error)}.`, { cause: error })
}

/** What S3 itself refused is no fault of the caller either: the storage cannot be used. */
export async function withStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isOfS3(error) ? away(error) : error
  }
}
