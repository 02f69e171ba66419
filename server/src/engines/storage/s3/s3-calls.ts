import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { StorageAway } from '../storage.ts'
import type { S3Bounds } from './s3-bounds.ts'
import { isOfS3, isPassing, meansFull, nameOf } from './s3-errors.ts'

/** One request, which `signal` can abort. */
type Request<T> = (client: S3Client, signal: AbortSignal) => Promise<T>

/** Where the objects are: S3 stores them with the portal's prefix before their key. */
export type S3Place = { readonly bucket: string; readonly prefix: string }

/**
 * Requests to one bucket. Repeating any of them does no harm, so transient failures are retried. The pause is random:
 * many requests that fail at the same time must not retry at the same time.
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

  /** The parameters that identify an object in a request. */
  object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.place.prefix + key }
  }

  /**
   * Makes a request and retries it within bounds until S3 responds.
   * @throws S3's own error if it refused, StorageAway if it did not respond, and an error with the code ENOSPC if it is
   * full.
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
    // Limits the wait for the response only: a document is read for as long as its reader takes.
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

/** Has the same code as the system's error for a full disk. */
class StorageFull extends Error {
  readonly code = 'ENOSPC'
}

/** An error that S3 returned, or a missing response, as the error that the rest of the portal knows. */
export function away(error: unknown): StorageAway {
  return new StorageAway(`The storage cannot be used: ${nameOf(error)}.`, { cause: error })
}

/** Turns S3's own errors into StorageAway, because the caller did not cause them. Passes other errors on. */
export async function withStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isOfS3(error) ? away(error) : error
  }
}
