import { expect, test } from 'vitest'
import { subscriberJobs, type DocumentSubscriber } from './document-events.ts'

const subscriber = { events: ['document.changed'], run: async () => {} } as const

test('R1.99 the jobs of a subscriber have its name and its lane', () => {
  const jobs = subscriberJobs([
    { ...subscriber, name: 'read', lane: 'texts' },
    { ...subscriber, name: 'scan', lane: 'scan' },
  ])
  expect(jobs.map(({ kind, lane }) => [kind, lane])).toEqual([
    ['read', 'texts'],
    ['scan', 'scan'],
  ])
})

test('R1.99 a subscriber learns that its job must end', async () => {
  const stop = new AbortController()
  const seen: boolean[] = []
  const run: DocumentSubscriber<null>['run'] = async (_world, _event, ending) => {
    seen.push(ending.aborted)
    stop.abort()
    seen.push(ending.aborted)
  }
  const [job] = subscriberJobs([{ ...subscriber, name: 'read', lane: 'texts', run }])
  await job?.run(null, { name: 'document.changed', documentIds: [1] }, stop.signal)
  expect(seen).toEqual([false, true])
})
