import { expect, it } from 'vitest'
import { within } from './within.ts'

const NEVER = new Promise<never>(() => {})

it('names the work that hangs instead of waiting', async () => {
  await expect(within(10, 'The page', NEVER)).rejects.toThrow('The page took more than 0.01 s.')
})

it('passes on results in time, failures too', async () => {
  await expect(within(60_000, 'The page', Promise.resolve(7))).resolves.toBe(7)
  await expect(within(60_000, 'The page', Promise.reject(new Error('no')))).rejects.toThrow('no')
})
