import { expect, it } from 'vitest'
import { within } from './within.ts'

const NEVER = new Promise<never>(() => {})

it('names what hangs instead of standing still', async () => {
  await expect(within(10, 'The page', NEVER)).rejects.toThrow('The page took more than 0.01 s.')
})

it('passes on what comes in time, failures too', async () => {
  await expect(within(60_000, 'The page', Promise.resolve(7))).resolves.toBe(7)
  await expect(within(60_000, 'The page', Promise.reject(new Error('no')))).rejects.toThrow('no')
})
