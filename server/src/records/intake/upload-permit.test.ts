import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newStorageKey } from '../../engines/storage/storage.ts'
import { withOtherServers } from '../../testing/other-servers.ts'
import { SenderGone } from '../../engines/http/incoming-bytes.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { deleteStaged } from '../stored-files/bytes/stored-objects.repository.ts'
import { stageFile } from './stage-file.ts'
import { hasPlace, IN_HAND_SECONDS, recordUpload } from '../stored-files/bytes/staged-uploads.repository.ts'
import type { UploadSlot } from './upload-limiter.ts'
import { acquireUploadPermit, UploadPermit } from './upload-permit.ts'
import { QuotaExceeded } from './upload-quota.ts'

const SHARE = 6
const MEBIBYTE = 1_048_576
/** For what comes in time on a busy machine too. */
const BOUND = { timeout: 20_000 }

let portal: TestPortal
let ann: TestPerson
let bob: TestPerson

beforeAll(async () => {
  portal = await testPortal({ isolation: 'repeatable read' })
  ann = await portal.addPerson({ email: 'ann@firm.example' })
  bob = await portal.addPerson({ email: 'bob@firm.example' })
})
beforeEach(() => portal.pool.query('DELETE FROM stored_object'))
afterEach(() => void vi.useRealTimers())
afterAll(() => portal.close())

const db = () => portal.world.database.kysely
const nextOf = ({ accountId }: TestPerson) => ({ key: newStorageKey(), accountId, share: SHARE })

/** Uploads that whoever has them in hand says nothing more of. */
async function noteSome(person: TestPerson, many: number) {
  const uploads = Array.from({ length: many }, () => nextOf(person))
  for (const upload of uploads) await recordUpload(db(), upload)
  return uploads
}

const letSecondsPass = (seconds: number) =>
  portal.pool.query('UPDATE stored_object SET in_hand_until = in_hand_until - make_interval(secs => $1)', [
    seconds,
  ])

describe('the share of one person in all places', () => {
  test('R5.53 C21 I04 holds on all servers together: of thirty uploads begun at once on three, six have a place, and the others get one in the order in which they came', async () => {
    await withOtherServers(portal, 3, async (servers) => {
      const uploads = Array.from({ length: 30 }, () => nextOf(ann))
      const begun = await Promise.all(
        uploads.map((upload, n) => recordUpload(servers[n % servers.length]!.kysely, upload)),
      )
      expect(begun.filter((has) => has)).toHaveLength(SHARE)
    })
    const { rows } = await portal.pool.query<{ key: string }>('SELECT key FROM stored_object ORDER BY since')
    const inOrder = rows.map(({ key }) => key)
    const served = async () => {
      const each = inOrder.map((key) => hasPlace(db(), { ...nextOf(ann), key }))
      return (await Promise.all(each)).map((has) => (has ? 1 : 0)).join('')
    }
    expect(await served()).toBe('1'.repeat(6) + '0'.repeat(24))
    await deleteStaged(db(), inOrder.slice(1, 3))
    // Those that are over have none; two that waited have theirs.
    expect(await served()).toBe(`1001${'1'.repeat(4)}${'0'.repeat(22)}`)
    expect(await recordUpload(db(), nextOf(bob))).toBe(true)
  })

  test('C21 what a server that died had in hand is free again after ten seconds, sooner than anybody who waits for it is refused', async () => {
    await noteSome(ann, SHARE)
    const upload = nextOf(ann)
    expect(await recordUpload(db(), upload)).toBe(false)
    await letSecondsPass(IN_HAND_SECONDS / 2)
    expect(await hasPlace(db(), upload)).toBe(false)
    await letSecondsPass(IN_HAND_SECONDS / 2)
    expect(await hasPlace(db(), upload)).toBe(true)
  })

  test('an upload of which the database has no trace has no place', async () => {
    expect(await hasPlace(db(), nextOf(ann))).toBe(false)
  })
})

const contextOf = (person: TestPerson) => contextOfPerson(portal.world, person)
const NEVER = new AbortController().signal

/** A permit whose slot of this server is there at once. */
const permitOf = (person: TestPerson, slot: Partial<UploadSlot>, senderGone?: AbortSignal) =>
  new UploadPermit(contextOf(person), {
    slot: { share: SHARE, waitsUntil: Infinity, release: () => {}, ...slot },
    quota: { keepOnly: async () => {} },
    senderGone,
  })

describe('the place of an upload', () => {
  test('is held for as long as its server works on it, and renewed every five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { key } = nextOf(ann)
    const leftNow = async () => {
      const { rows } = await portal.pool.query<{ left: number }>(
        'SELECT extract(epoch FROM in_hand_until - now())::float8 AS left FROM stored_object WHERE key = $1',
        [key],
      )
      return rows[0]?.left ?? 0
    }
    {
      await using permit = permitOf(ann, { waitsUntil: 0 })
      await permit.register(key, NEVER)
      for (let round = 0; round < 3; round++) {
        await letSecondsPass(100)
        vi.advanceTimersByTime(4000)
        expect(await leftNow()).toBeLessThan(0)
        vi.advanceTimersByTime(1000)
        await vi.waitFor(async () => expect(await leftNow()).toBeGreaterThan(0), BOUND)
      }
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  test('I04 that does not come in time is 429, and says when to come again', async () => {
    await noteSome(ann, SHARE)
    await using permit = permitOf(ann, { waitsUntil: performance.now() + 200 })
    const late = permit.register(newStorageKey(), NEVER)
    await expect(late).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  })

  test('is free at once when the upload fails, though its bytes could not be discarded', async () => {
    const failed = Array.from({ length: SHARE }, async () => {
      await using permit = permitOf(ann, { waitsUntil: 0 })
      await permit.register(newStorageKey(), NEVER)
      throw new Error('the store is away')
    })
    await Promise.allSettled(failed)
    const upload = nextOf(ann)
    await recordUpload(db(), upload)
    await vi.waitFor(async () => expect(await hasPlace(db(), upload)).toBe(true), BOUND)
  })

  test('is not waited for once its sender is gone', async () => {
    await noteSome(ann, SHARE)
    const gone = new Error('gone')
    await using permit = permitOf(ann, {})
    const upload = stageFile(portal.world, {
      key: newStorageKey(),
      name: 'r.pdf',
      bytes: breaksOff(gone),
      largest: MEBIBYTE,
      permit,
    })
    await expect(upload).rejects.toBe(gone)
  })
})

test('R5.119 a sender who leaves while another server has their places is not waited for, though all their bytes are here', async () => {
  await noteSome(ann, SHARE)
  const gone = new AbortController()
  await using permit = permitOf(ann, {}, gone.signal)
  const upload = permit.register(newStorageKey(), NEVER)
  gone.abort(new SenderGone('The sender is gone.'))
  await expect(upload).rejects.toBeInstanceOf(SenderGone)
})

test('a failed upload, and one without room in the daily quota, give their slot of this server back', async () => {
  const { uploadLimiter, settings } = portal.world
  const full = { ...portal.world, settings: { ...settings, rateLimit: true, uploadBytesPerDay: 1 } }
  const refused = acquireUploadPermit(contextOfPerson(full, ann), { bytes: MEBIBYTE })
  await expect(refused).rejects.toBeInstanceOf(QuotaExceeded)
  const failed = (async () => {
    await using permit = await acquireUploadPermit(contextOf(ann), { bytes: MEBIBYTE })
    await permit.register(newStorageKey(), NEVER)
    expect(uploadLimiter.load().taken).toBe(1)
    throw new Error('broken')
  })()
  await expect(failed).rejects.toThrow('broken')
  expect(uploadLimiter.load()).toEqual({ taken: 0, waiting: 0 })
})

async function* breaksOff(error: Error): AsyncGenerator<Buffer> {
  yield SAMPLE_FILES.pdf
  throw error
}

test('of a file that waits for its place a mebibyte is read, and the rest once it has it', async () => {
  const piece = Buffer.alloc(65_536)
  let read = 0
  async function* pieces(): AsyncGenerator<Buffer> {
    for (; read < 2 * MEBIBYTE; read += piece.length) yield piece
  }
  const place = Promise.withResolvers<void>()
  const incoming = {
    key: newStorageKey(),
    name: 'r.pdf',
    bytes: pieces(),
    largest: 2 * MEBIBYTE,
    permit: { register: () => place.promise },
  }
  const staged = stageFile(portal.world, incoming)
  await vi.waitFor(() => expect(read).toBe(MEBIBYTE), BOUND)
  // Whatever reads on does so in the turns that this takes.
  await noteSome(ann, 3)
  expect(read).toBe(MEBIBYTE)
  place.resolve()
  expect((await staged).size).toBe(2 * MEBIBYTE)
  await portal.world.storage.discard(incoming.key)
})

test('a request that waits for a slot of this server stops when a later one takes over its upload', async () => {
  const held = await Promise.all(
    Array.from({ length: portal.world.settings.uploadPlaces }, () =>
      acquireUploadPermit(contextOf(ann), { bytes: MEBIBYTE }),
    ),
  )
  try {
    const taking = new AbortController()
    const waiting = acquireUploadPermit(contextOf(ann), { bytes: MEBIBYTE, takenOver: taking.signal })
    const reason = new Error('taken over')
    taking.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  } finally {
    for (const permit of held) await permit[Symbol.asyncDispose]()
  }
})
