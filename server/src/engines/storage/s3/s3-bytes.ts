import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { DamagedBytes, MissingBytes, StorageAway, type ByteRange } from '../storage.ts'
import { away, type S3Calls } from './s3-calls.ts'
import { meansBeyondEnd, meansMissing } from './s3-errors.ts'

type Wanted = { readonly key: string; readonly size: number; readonly range: ByteRange }

/**
 * Opens a range of an object of that size.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readObject(calls: S3Calls, wanted: Wanted): Promise<Readable> {
  return new S3Bytes(calls, wanted, await open(calls, wanted))
}

/**
 * All bytes of an object of that size.
 * @throws MissingBytes and DamagedBytes.
 */
export async function readWhole(calls: S3Calls, key: string, size: number): Promise<Buffer> {
  return buffer(await readObject(calls, { key, size, range: { start: 0, end: size - 1 } }))
}

/** At most `length` bytes of an object from `offset`. */
export async function readPiece(
  calls: S3Calls,
  key: string,
  { offset, length }: { offset: number; length: number },
): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0)
  const get = { ...calls.object(key), Range: `bytes=${offset}-${offset + length - 1}` }
  try {
    return await calls.ask(async (client, abortSignal) => {
      const { Body } = await client.send(new GetObjectCommand(get), { abortSignal })
      return collect(Body, abortSignal)
    })
  } catch (error) {
    if (meansBeyondEnd(error)) return Buffer.alloc(0)
    throw error
  }
}

/** Reads a small object; null if it does not exist. */
export async function readText(calls: S3Calls, key: string): Promise<string | null> {
  try {
    const bytes = await calls.ask(async (client, abortSignal) => {
      const { Body } = await client.send(new GetObjectCommand(calls.object(key)), { abortSignal })
      return collect(Body, abortSignal)
    })
    return bytes.toString('utf8')
  } catch (error) {
    if (meansMissing(error)) return null
    throw error
  }
}

async function collect(body: unknown, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new Error('S3 answered without bytes.')
  const cut = () => body.destroy(new Error('S3 stopped in the middle of an answer.'))
  signal.addEventListener('abort', cut, { once: true })
  try {
    return Buffer.concat(await body.toArray())
  } finally {
    signal.removeEventListener('abort', cut)
  }
}

async function open(calls: S3Calls, { key, size, range }: Wanted): Promise<Readable> {
  const get = { ...calls.object(key), Range: `bytes=${range.start}-${range.end}` }
  try {
    const { Body, ContentRange } = await calls.ask((client, abortSignal) =>
      client.send(new GetObjectCommand(get), { abortSignal }),
    )
    if (!(Body instanceof Readable)) throw new Error('S3 answered without bytes.')
    if (ContentRange === `bytes ${range.start}-${range.end}/${size}`) return Body
    Body.destroy()
    throw new DamagedBytes(`${key} has '${ContentRange}', but should have ${size} bytes.`)
  } catch (error) {
    if (meansMissing(error)) throw new MissingBytes(`${key} is not there.`, { cause: error })
    if (meansBeyondEnd(error))
      throw new DamagedBytes(`${key} is shorter than ${size} bytes.`, { cause: error })
    throw error
  }
}

/**
 * The bytes of a range, all of them or an error. If a response breaks off or stalls, it requests the rest again. Kept
 * bytes never change, so the parts belong together.
 */
class S3Bytes extends Readable {
  readonly #calls: S3Calls
  readonly #wanted: Wanted
  #body: Readable | null
  #at: number
  #breaks = 0

  constructor(calls: S3Calls, wanted: Wanted, body: Readable) {
    super({ highWaterMark: 65_536 })
    this.#calls = calls
    this.#wanted = wanted
    this.#body = attended(body)
    this.#at = wanted.range.start
  }

  override _read(): void {
    this.#next().then(
      (piece) => this.push(piece),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#body?.destroy()
    done(error)
  }

  /** The next bytes; null after the last. */
  async #next(): Promise<Buffer | null> {
    const { end } = this.#wanted.range
    while (this.#at <= end && !this.destroyed) {
      const piece = await this.#tryNext()
      if (piece === null) continue
      if (this.#at + piece.length > end + 1) throw new DamagedBytes('S3 sent more bytes than were asked for.')
      this.#at += piece.length
      this.#breaks = 0
      return piece
    }
    return null
  }

  /** Null if the response broke off; the caller then requests the rest. */
  async #tryNext(): Promise<Buffer | null> {
    try {
      this.#body ??= attended(await open(this.#calls, { ...this.#wanted, range: this.#rest() }))
      return await nextPiece(this.#body, this.#calls.bounds.silence)
    } catch (error) {
      this.#body?.destroy()
      this.#body = null
      this.#breaks++
      const isFinal = [MissingBytes, DamagedBytes, StorageAway].some((kind) => error instanceof kind)
      if (isFinal) throw error
      if (this.#breaks >= this.#calls.bounds.tries) throw away(error)
      await sleep(this.#calls.pauseAfter(this.#breaks))
      return null
    }
  }

  #rest(): ByteRange {
    return { start: this.#at, end: this.#wanted.range.end }
  }
}

/** Prevents an unhandled error when a body breaks while nothing reads it; the next read reports it. */
function attended(body: Readable): Readable {
  return body.on('error', () => undefined)
}

/** `silence` is in milliseconds; after it, the body counts as broken. @throws when the body ends, breaks or stalls. */
function nextPiece(body: Readable, silence: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(alarm)
      body.off('readable', look).off('end', ended).off('close', ended).off('error', broken)
      act()
    }
    const look = () => {
      const piece: unknown = body.read()
      if (piece instanceof Buffer) settle(() => resolve(piece))
    }
    const broken = (error: Error) => settle(() => reject(error))
    const ended = () => broken(body.errored ?? new Error('S3 broke off in the middle of an answer.'))
    const alarm = setTimeout(() => broken(new Error('S3 fell silent in the middle of an answer.')), silence)
    body.on('readable', look).on('end', ended).on('close', ended).on('error', broken)
    if (body.destroyed || body.readableEnded) ended()
    else look()
  })
}
