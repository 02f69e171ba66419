import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({ environment: { UPLOAD_PLACES: '4', COUNTY_UPLOAD_PLACES: '5' } })
})
afterAll(() => portal.close())

test('the settings set how many slots a person and the people of a county have', async () => {
  const { uploadLimiter } = portal.world
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>()
  const pecos = { id: 1, name: 'Pecos' }
  const send = async (accountId: number) => {
    const slot = await uploadLimiter.take({ accountId, ownCounty: pecos })
    await end
    slot.release()
  }
  const ofOne = Array.from({ length: 5 }, () => send(1))
  expect(uploadLimiter.load()).toEqual({ taken: 4, waiting: 1 })
  const ofTwo = [send(2), send(2)]
  expect(uploadLimiter.load()).toEqual({ taken: 5, waiting: 2 })
  endAll()
  await Promise.all([...ofOne, ...ofTwo])
})
