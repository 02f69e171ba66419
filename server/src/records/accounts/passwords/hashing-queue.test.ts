import { SIGN_IN_BUSY } from '@portal/contract/sign-in/sign-in.ts'
import { expect, test } from 'vitest'
import { createHashingQueue } from './password-hash.ts'

/** Work that ends when the test says so. */
function pieces() {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => void ends.push(resolve))
  return { ends, work }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('V15.2.2 G06 at most the given number run at the same time, the rest wait in line', async () => {
  const { ends, work } = pieces()
  const queue = createHashingQueue({ concurrent: 2, waiting: 10 })
  const all = Array.from({ length: 5 }, () => queue.run(work))
  await turn()
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(3)
  for (let done = 1; done < 5; done += 1) {
    ends[done]?.()
    await turn()
  }
  await Promise.all(all)
  expect(ends).toHaveLength(5)
})

test('V15.4.4 G06 a request that would wait too long gets 503 immediately, and work continues', async () => {
  const { ends, work } = pieces()
  const queue = createHashingQueue({ concurrent: 1, waiting: 1 })
  const first = queue.run(work)
  const second = queue.run(work)
  await expect(queue.run(work)).rejects.toMatchObject({ status: 503, message: SIGN_IN_BUSY.sentence })
  ends[0]?.()
  await first
  await turn()
  ends[1]?.()
  await second
  await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
})

test('failed work frees its slot', async () => {
  const queue = createHashingQueue({ concurrent: 1, waiting: 5 })
  await expect(queue.run(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.run(async () => 'free')).resolves.toBe('free')
})
