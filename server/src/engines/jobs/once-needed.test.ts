import { expect, test } from 'vitest'
import { onceNeeded } from './once-needed.ts'

const NOT_ENDING = new AbortController().signal

test('R1.81 regular work is loaded once, and only when it is needed', async () => {
  const done: string[] = []
  const run = onceNeeded<{ isNeeded: boolean }>({
    isNeeded: (world) => world.isNeeded,
    load: async () => {
      done.push('loaded')
      return async () => done.push('ran')
    },
  })
  await run({ isNeeded: false }, NOT_ENDING)
  expect(done).toEqual([])
  await run({ isNeeded: true }, NOT_ENDING)
  await run({ isNeeded: true }, NOT_ENDING)
  expect(done).toEqual(['loaded', 'ran', 'ran'])
})

test('R1.81 work that cannot be loaded fails each run until it can', async () => {
  let isThere = false
  const run = onceNeeded<null>({
    isNeeded: () => true,
    load: async () => {
      if (!isThere) throw new Error('There is no such file.')
      return async () => {}
    },
  })
  await expect(run(null, NOT_ENDING)).rejects.toThrow('There is no such file.')
  await expect(run(null, NOT_ENDING)).rejects.toThrow('There is no such file.')
  isThere = true
  await expect(run(null, NOT_ENDING)).resolves.toBeUndefined()
})
