import { expect, test } from 'vitest'
import { readWorkerLanes, serverLanes, WORKER_LANES } from './lanes.ts'

test('R1.101 a server runs all lanes but those that it leaves to workers', () => {
  expect(serverLanes(new Set())).toEqual([
    'mail',
    'awaited-mail',
    'slow-mail',
    'files',
    'scan',
    'night',
    'texts',
    'index',
    'runs',
  ])
  expect(serverLanes(new Set(['scan', 'mail']))).toEqual([
    'awaited-mail',
    'slow-mail',
    'files',
    'night',
    'texts',
    'index',
    'runs',
  ])
})

test('R1.101 e-mails that a person waits for stay in the server', () => {
  expect(WORKER_LANES).toEqual(['mail', 'slow-mail', 'files', 'scan', 'night', 'texts', 'index', 'runs'])
})

test('R1.101 names of lanes are read exactly, each once', () => {
  expect(readWorkerLanes('night, scan')).toEqual(new Set(['scan', 'night']))
  for (const wrong of ['', 'scna', 'scan,scan', 'scan,', 'awaited-mail'])
    expect(readWorkerLanes(wrong)).toBeNull()
})
