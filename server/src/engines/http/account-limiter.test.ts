import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PortalError } from './errors.ts'
import { oneLockPerAccount, onePerAccount, sixReadsPerAccount } from './account-limiter.ts'

const ANN = 1
const BEN = 2

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const PLEASE_WAIT = {
  code: 'list.on_its_way',
  status: 429,
  sentence: 'One is still on its way. Please wait.',
}
const tooMany = expect.objectContaining({
  message: PLEASE_WAIT.sentence,
  status: 429,
  headers: { 'retry-after': '30' },
}) as PortalError

const tooManyAttempts = expect.objectContaining({
  status: 429,
  headers: { 'retry-after': '30' },
}) as PortalError

test('a person has one turn at a time, in order of arrival, and does not delay others', async () => {
  const turns = onePerAccount(PLEASE_WAIT)
  const order: string[] = []
  const take = async (who: number, name: string) => {
    const end = await turns.take(who)
    order.push(name)
    return end
  }
  const first = await take(ANN, 'first')
  const second = take(ANN, 'second')
  const third = take(ANN, 'third')
  await take(BEN, 'ben')
  expect(order).toEqual(['first', 'ben'])
  first()
  // An ended turn cannot end another one.
  first()
  const endSecond = await second
  expect(order).toEqual(['first', 'ben', 'second'])
  endSecond()
  await third
  expect(order).toEqual(['first', 'ben', 'second', 'third'])
})

test('R4.22 four calls of a person wait; one more is refused immediately, and each after half a minute', async () => {
  const turns = onePerAccount(PLEASE_WAIT)
  const end = await turns.take(ANN)
  const waiting = Array.from({ length: 4 }, () => turns.take(ANN).catch((error: unknown) => error))
  await expect(turns.take(ANN)).rejects.toEqual(tooMany)
  vi.advanceTimersByTime(30_000)
  expect(await Promise.all(waiting)).toEqual([tooMany, tooMany, tooMany, tooMany])
  end()
  await expect(turns.take(ANN)).resolves.toBeTypeOf('function')
})

test('R1.76 one call of a person that needs their lock runs, 200 wait, and one more is refused', async () => {
  const turns = oneLockPerAccount()
  const end = await turns.take(ANN)
  const waiting = Array.from({ length: 200 }, () => turns.take(ANN))
  await expect(turns.take(ANN)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
  await expect(turns.take(BEN)).resolves.toBeTypeOf('function')
  end()
  for (const turn of waiting) (await turn)()
  await expect(turns.take(ANN)).resolves.toBeTypeOf('function')
})

test.each([
  ['R1.74 reads', sixReadsPerAccount, 6],
  ['R1.76 work below their lock', oneLockPerAccount, 1],
])(
  '%s of a person wait 30 seconds for their turn, then they are refused',
  async (_what, turnsEach, atOnce) => {
    const turns = turnsEach()
    const ends = await Promise.all(Array.from({ length: atOnce }, () => turns.take(ANN)))
    const refused = vi.fn<(error: unknown) => void>()
    const waiting = turns.take(ANN).catch(refused)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(refused).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(refused).toHaveBeenCalledWith(tooManyAttempts)
    for (const end of ends) end()
    await expect(turns.take(ANN)).resolves.toBeTypeOf('function')
  },
)
