import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { callPath } from '@portal/contract/call-path.ts'
import { downloadUpload, listUploads, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { SAMPLE_FILES } from '../sample-files.ts'
import { uploadForm } from '../upload-form.ts'
import type { Answer, Caller, Sent } from './caller.ts'

/** Bytes of what is uploaded: most papers are small, some have several MiB to be hashed. */
const SIZES = [3000, 60_000, 200_000, 1_500_000] as const
const PAUSE_AFTER_FAILURE_MS = 100

/** A call that was not answered by success; moments are milliseconds of performance.now(). */
export type Failure = { readonly what: string; readonly began: number; readonly ended: number }

export type Load = {
  /** The SHA-256 of each upload that was answered by success, by the id of its document. */
  readonly acknowledged: ReadonlyMap<number, string>
  readonly failures: readonly Failure[]
  /** Calls that were answered by success. */
  done(): number
  /** Resolves when the last call has ended. */
  stop(): Promise<void>
}

/** People who upload, look into the list and open what they uploaded, one thing after another, until they are stopped. */
export function startLoad(call: Caller, { cookie, people }: { cookie: string; people: number }): Load {
  const acknowledged = new Map<number, string>()
  const failures: Failure[] = []
  const ending = new AbortController()
  let done = 0

  async function attempt(name: string, sent: Sent): Promise<Answer | null> {
    const began = performance.now()
    const fail = (why: string) => failures.push({ what: `${name}: ${why}`, began, ended: performance.now() })
    try {
      const answer = await call({ ...sent, headers: { cookie, ...sent.headers } })
      if (answer.status === 200) {
        done += 1
        return answer
      }
      fail(`${answer.status} ${answer.bytes.toString('utf8').slice(0, 200)}`)
    } catch (error) {
      fail(String(error))
    }
    await pause(PAUSE_AFTER_FAILURE_MS)
    return null
  }

  async function upload(size: number): Promise<number | null> {
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(size)])
    const { payload, headers } = uploadForm({ fileName: 'r.pdf', bytes, categoryId: 1, typeId: 1 })
    const answer = await attempt('upload', { ...to(uploadFile), headers, body: payload })
    if (!answer) return null
    const id = (answer.json() as { file: Upload }).file.FileID
    acknowledged.set(id, sha256(bytes))
    return id
  }

  async function open(id: number): Promise<void> {
    const answer = await attempt('download', downloadOf(id))
    if (answer && sha256(answer.bytes) !== acknowledged.get(id)) {
      throw new Error(`Document ${id} came back as something else.`)
    }
  }

  async function work(own: number): Promise<void> {
    for (let round = own; !ending.signal.aborted; round += 1) {
      const id = await upload(SIZES[round % SIZES.length] ?? 0)
      await attempt('list', { ...to(listUploads), path: `${to(listUploads).path}?page=${1 + (round % 5)}` })
      if (id !== null) await open(id)
    }
  }
  const all = Promise.all(Array.from({ length: people }, (_one, at) => work(at)))
  // Whoever stops the load hears of it.
  all.catch(() => undefined)
  return {
    acknowledged,
    failures,
    done: () => done,
    async stop() {
      ending.abort()
      await all
    },
  }
}

const to = (endpoint: { method: string } & Parameters<typeof callPath>[0]) => ({
  method: endpoint.method,
  path: `/api${callPath(endpoint)}`,
})

export const downloadOf = (fileId: number): Sent => ({
  method: downloadUpload.method,
  path: `/api${callPath(downloadUpload, { params: { fileId } })}`,
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
