import { listUploads } from '@portal/contract/files/files.ts'
import { addView, countViews } from '@portal/contract/views/views.ts'
import { searchAll } from '@portal/contract/search/search.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
})
afterAll(() => portal.close())

/** Two searches of the person run, and one more waits. */
async function afterWait(reader: TestPerson, ask: () => ReturnType<typeof portal.call>) {
  const { searchLimiter } = portal.world
  const ends = [await searchLimiter.take(reader.accountId), await searchLimiter.take(reader.accountId)]
  const take = vi.spyOn(searchLimiter, 'run')
  const answer = ask()
  await vi.waitFor(() => expect(take).toHaveBeenCalled(), { timeout: 20_000 })
  take.mockRestore()
  await changeAccount({ ...portal.world, actor: COMMAND_LINE }, reader.email, { isDisabled: true })
  for (const end of ends) end()
  return answer
}

test.for(['search', 'list', 'count'] as const)(
  'R1.114 a person who is disabled while their %s waits gets no answer',
  async (name) => {
    const email = `${name}@owner.example`
    const reader = await portal.addPerson({ email, role: 'reader', countyIds: [portal.counties.loving] })
    await portal.call(reader, addView, { payload: { name: 'A', query: 'q=mesquite', audience: 'me' } })
    const asks = {
      search: () => portal.call(reader, searchAll, { query: { q: 'mesquite' } }),
      list: () => portal.call(reader, listUploads, { query: { q: 'mesquite' } }),
      count: () => portal.call(reader, countViews),
    }
    const answer = await afterWait(reader, asks[name])
    expect(answer.statusCode).toBe(401)
  },
)
