import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUploadLimiter, type UploadLimiter } from './upload-limiter.ts'

const PECOS = { id: 1, name: 'Pecos' }
const REEVES = { id: 2, name: 'Reeves' }
const [ANN, BOB, CAM] = [personOf(1), personOf(2), personOf(3)]
const USUAL = { ofOnePerson: 6, ofOneCounty: 56 }

function personOf(accountId: number, ownCounty: typeof PECOS | null = null) {
  return { accountId, ownCounty }
}

/** Uploads that end when the test says so, and the order in which they began. */
function watched(slots: UploadLimiter) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    async send(person: ReturnType<typeof personOf>, name: string): Promise<string> {
      const slot = await slots.take(person)
      begun.push(name)
      await new Promise<void>((resolve) => void ends.set(name, resolve))
      slot.release()
      return name
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await turn()
    },
  }
}

/** Lets everything that can go on do so. */
const turn = () => new Promise((resolve) => void setImmediate(resolve))

describe('places for uploads', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('R5.53 V13.1.2 I04 one person has a share of them: what is beyond it waits its turn, and all arrive', async () => {
    const { send, end, begun } = watched(createUploadLimiter(USUAL))
    const names = ['1', '2', '3', '4', '5', '6', '7', '8']
    const sent = Promise.all(names.map((name) => send(ANN, name)))
    await turn()
    expect(begun).toEqual(['1', '2', '3', '4', '5', '6'])
    for (const name of names) await end(name)
    expect(await sent).toEqual(names)
  })

  test('I04 one person who takes all they can leaves places for everybody else', async () => {
    const { send, begun } = watched(createUploadLimiter(USUAL))
    const flood = Array.from({ length: 64 }, (_, number) => send(ANN, `ann ${number}`))
    await expect(send(ANN, 'one too many')).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
    })
    void send(BOB, 'bob')
    await turn()
    expect(begun).toHaveLength(7)
    expect(begun).toContain('bob')
    void Promise.allSettled(flood)
  })

  test('R5.53 V13.1.2 I04 whose turn does not come in time is refused, and never begins', async () => {
    const { send, begun, end } = watched(
      createUploadLimiter({ ...USUAL, atOnce: 2, ofOnePerson: 1, forNewcomers: 0 }),
    )
    const [ann, bob] = [send(ANN, 'ann'), send(BOB, 'bob')]
    const tooLate = [send(ANN, 'ann again'), send(CAM, 'cam')]
    const refused = Promise.allSettled(tooLate)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await refused).toMatchObject([
      { reason: { status: 429, headers: { 'retry-after': '5' } } },
      { reason: { status: 503, headers: { 'retry-after': '5' } } },
    ])
    await end('ann')
    await end('bob')
    await Promise.all([ann, bob])
    expect(begun).toEqual(['ann', 'bob'])
  })

  test('R5.53 I04 people take turns, however many uploads one of them lets wait', async () => {
    const { send, end, begun } = watched(
      createUploadLimiter({ ...USUAL, atOnce: 2, ofOnePerson: 2, forNewcomers: 0 }),
    )
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void send(ANN, name)
    for (const name of ['b1', 'b2']) void send(BOB, name)
    void send(CAM, 'c1')
    await turn()
    for (const name of ['a1', 'a2', 'b1', 'a3', 'c1', 'b2']) await end(name)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5'])
  })

  test('I04 many people who take their whole share leave places for whoever has none', async () => {
    const { send, begun } = watched(createUploadLimiter(USUAL))
    for (const account of [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]) {
      for (const number of [1, 2, 3, 4, 5, 6]) void send(personOf(account), `${account}/${number}`)
    }
    await turn()
    // Eight whole shares, and one of their own for each of the other three.
    expect(begun).toHaveLength(51)
    void send(BOB, 'bob')
    void send(BOB, 'bob again')
    await turn()
    expect(begun.slice(51)).toEqual(['bob'])
  })

  test('R5.53 I04 the people of one county leave places for all others, however many they are', async () => {
    const { send, end, begun } = watched(createUploadLimiter(USUAL))
    const crowd = Array.from({ length: 60 }, (_, number) => personOf(100 + number, PECOS))
    for (const person of crowd) void send(person, `pecos ${person.accountId}`)
    await turn()
    expect(begun).toHaveLength(56)
    void send(personOf(9, REEVES), 'reeves')
    void send(ANN, 'of the firm')
    await turn()
    expect(begun.slice(56)).toEqual(['reeves', 'of the firm'])
    await end('reeves')
    expect(begun).toHaveLength(58)
    await end('pecos 100')
    expect(begun.slice(58)).toEqual(['pecos 156'])
  })

  test('R5.53 I04 who waits in vain for a place of their county is told so, and it is not held up by whoever waits for another', async () => {
    const slots = createUploadLimiter({ ofOnePerson: 1, ofOneCounty: 1, atOnce: 3, forNewcomers: 0 })
    const { send, end, begun } = watched(slots)
    void send(personOf(1, PECOS), 'first')
    const second = Promise.allSettled([send(personOf(2, PECOS), 'second')])
    void send(personOf(3, REEVES), 'reeves')
    await turn()
    expect(begun).toEqual(['first', 'reeves'])
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await second).toMatchObject([
      {
        reason: {
          status: 429,
          message: 'Your county is sending very many files right now. Please try again in a moment.',
          headers: { 'retry-after': '5' },
        },
      },
    ])
    await end('first')
    void send(personOf(4, PECOS), 'third')
    await turn()
    expect(begun).toEqual(['first', 'reeves', 'third'])
  })

  test.each([
    ['were done', 'ann'],
    ['were refused', 'bob'],
  ])(
    'whose uploads all %s is forgotten: coming back they have no claim before those who wait',
    async (_how, first) => {
      const { send, end, begun } = watched(createUploadLimiter({ ...USUAL, atOnce: 1, forNewcomers: 0 }))
      if (first === 'ann') {
        void send(ANN, 'ann')
        await turn()
        await end('ann')
        void send(BOB, 'bob')
      } else {
        void send(BOB, 'bob')
        const refused = Promise.allSettled([send(ANN, 'ann')])
        await vi.advanceTimersByTimeAsync(50_000)
        await refused
      }
      for (const [person, name] of [
        [CAM, 'cam'],
        [ANN, 'ann again'],
      ] as const)
        void send(person, name)
      await turn()
      for (const name of ['bob', 'cam', 'ann again']) await end(name)
      expect(begun.slice(-3)).toEqual(['bob', 'cam', 'ann again'])
    },
  )
})
