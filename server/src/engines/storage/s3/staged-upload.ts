import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { StagedHashes } from '../staged-hashes.ts'
import { StorageAway, TooManyBytes, type StagedBytes } from '../storage.ts'
import { meansMissing } from './s3-errors.ts'
import { factsOf } from './s3-objects.ts'
import type { S3Calls } from './s3-calls.ts'

/** The minimum size of every part but the last. */
const PART_BYTES = 5_242_880

/**
 * Sends a stream to an object and hashes it on the way: in one request if it fits into a part, otherwise part by part.
 * One part is sent while the next one fills. Each request has its MD5, so that S3 rejects damaged bytes and they are
 * sent again. After a multipart upload it also checks the total length. A failure leaves nothing behind.
 */
export async function sendHashed(
  calls: S3Calls,
  key: string,
  { bytes, largest }: { bytes: AsyncIterable<Buffer>; largest: number },
): Promise<StagedBytes> {
  const upload = new StagedUpload(calls, key, Math.min(largest, PART_BYTES))
  const hashes = new StagedHashes()
  try {
    for await (const chunk of bytes) {
      hashes.add(chunk)
      if (hashes.size > largest) throw new TooManyBytes(`More than ${largest} bytes.`)
      await upload.add(chunk)
    }
    await upload.finish(hashes.size)
  } catch (error) {
    await upload.abandon()
    throw error
  }
  return hashes.finish()
}

class StagedUpload {
  readonly #calls: S3Calls
  readonly #key: string
  #filling: Buffer
  #filled = 0
  /** The part being sent; its buffer is the next to fill. */
  #sending: Promise<Buffer> | null = null
  #id: string | undefined
  readonly #parts: CompletedPart[] = []

  constructor(calls: S3Calls, key: string, partBytes: number) {
    this.#calls = calls
    this.#key = key
    this.#filling = Buffer.allocUnsafe(partBytes)
  }

  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      if (this.#filled === this.#filling.length) await this.#sendFilled()
      const copied = chunk.copy(this.#filling, this.#filled, at)
      this.#filled += copied
      at += copied
    }
  }

  async finish(size: number): Promise<void> {
    if (this.#sending === null) return this.#sendWhole()
    await this.#sendFilled()
    await this.#sending
    await this.#complete(size)
  }

  /** If the abort fails, the sweeper finds the multipart upload later. */
  async abandon(): Promise<void> {
    await this.#sending?.catch(() => undefined)
    if (this.#id === undefined) return
    const upload = { ...this.#calls.object(this.#key), UploadId: this.#id }
    await this.#calls
      .ask((client, abortSignal) => client.send(new AbortMultipartUploadCommand(upload), { abortSignal }))
      .catch(() => undefined)
  }

  async #sendWhole(): Promise<void> {
    const put = { ...this.#calls.object(this.#key), ...body(this.#filling.subarray(0, this.#filled)) }
    await this.#calls.ask((client, abortSignal) => client.send(new PutObjectCommand(put), { abortSignal }))
  }

  async #sendFilled(): Promise<void> {
    const spare = this.#sending === null ? Buffer.allocUnsafe(this.#filling.length) : await this.#sending
    this.#id ??= await this.#begin()
    const [full, length] = [this.#filling, this.#filled]
    this.#sending = this.#sendPart(full.subarray(0, length)).then(() => full)
    // The next caller that waits for it gets the error.
    this.#sending.catch(() => undefined)
    this.#filling = spare
    this.#filled = 0
  }

  async #begin(): Promise<string> {
    const { UploadId } = await this.#calls.ask((client, abortSignal) =>
      client.send(new CreateMultipartUploadCommand(this.#calls.object(this.#key)), { abortSignal }),
    )
    if (UploadId === undefined) throw new StorageAway('S3 began an upload without saying its name.')
    return UploadId
  }

  async #sendPart(bytes: Buffer): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const part = { ...this.#calls.object(this.#key), UploadId: this.#id, PartNumber, ...body(bytes) }
    const { ETag } = await this.#calls.ask((client, abortSignal) =>
      client.send(new UploadPartCommand(part), { abortSignal }),
    )
    this.#parts.push({ ETag, PartNumber })
  }

  async #complete(size: number): Promise<void> {
    const upload = {
      ...this.#calls.object(this.#key),
      UploadId: this.#id,
      MultipartUpload: { Parts: this.#parts },
    }
    try {
      await this.#calls.ask((client, abortSignal) =>
        client.send(new CompleteMultipartUploadCommand(upload), { abortSignal }),
      )
    } catch (error) {
      // An earlier attempt whose response was lost may have completed it.
      if (!meansMissing(error)) throw error
    }
    const found = await factsOf(this.#calls, this.#key)
    if (found.size !== size)
      throw new StorageAway(`S3 has ${found.size} bytes of ${this.#key}, but was sent ${size}.`)
  }
}

/** A body of known length, with the hash that S3 verifies. */
function body(bytes: Buffer) {
  return {
    Body: bytes,
    ContentLength: bytes.length,
    ContentMD5: createHash('md5').update(bytes).digest('base64'),
  }
}
