import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Run } from '@portal/contract/runs/runs.ts'
import type { Bench } from './lib/bench.ts'
import { loadDocuments } from './lib/documents-data.ts'
import { withClient } from './lib/site-client.ts'
import { startPortal, withNewSite, type SignedInPortal } from './lib/site.ts'
import { upload, uploadBody } from './lib/uploads.ts'

const DOCUMENTS = 100_000
const MEGABYTE = 1_048_576
const POLL_MS = 500
const PAUSE_MS = 20
const QUIET_MS = 10_000
/** A run and its undo take minutes, so there are few rounds. */
const ROUNDS = 3
const GOAL_SECONDS = 120
const LIST_WAITS_MS = 50
const UPLOAD_WAITS_MS = 200

/** A run of 100,000 documents and its undo, while a person uploads files of 1 MB and another one reads the list. */
export const benchRuns: Bench = async (context) => {
  await withNewSite({ ...context, name: 'runs' }, async (site) => {
    await withClient(site, (client) => loadDocuments(client, DOCUMENTS))
    const portal = await startPortal(site)
    try {
      const body = uploadBody(MEGABYTE)
      const people = () =>
        atWork({
          list: () => send(portal, '/files/uploads?pageSize=50'),
          upload: () =>
            upload({ origin: portal.server.origin, headers: portal.headers, body, atOnce: 1, count: 1 }),
        })
      const values = {
        run: [] as number[],
        undo: [] as number[],
        list: [] as number[],
        upload: [] as number[],
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await quiet(people())
        const working = people()
        const run = await send(portal, '/runs', {
          key: randomUUID(),
          selection: { filter: '' },
          action: { kind: 'status', statusId: round % 2 === 0 ? 3 : 4 },
        })
        values.run.push(await secondsOf(portal, run))
        const undo = await send(portal, `/runs/${run.number}/undo`, { key: randomUUID() })
        values.undo.push(await secondsOf(portal, undo))
        const beside = await working.end()
        values.list.push(beside.list - before.list)
        values.upload.push(beside.upload - before.upload)
      }
      context.report({ ...NOTHING_MORE, work: 'run of 100,000 documents', values: values.run, ...SECONDS })
      context.report({ ...NOTHING_MORE, work: 'its undo', values: values.undo, ...SECONDS })
      context.report({
        ...NOTHING_MORE,
        work: 'p99 of a page of the list beside it, above p99 without it',
        values: values.list,
        unit: 'ms',
        goal: { atMost: LIST_WAITS_MS },
      })
      context.report({
        ...NOTHING_MORE,
        work: 'p99 of an upload of 1 MB beside it, above p99 without it',
        values: values.upload,
        unit: 'ms',
        goal: { atMost: UPLOAD_WAITS_MS },
      })
    } finally {
      await portal.server.stop()
    }
  })
}

const SECONDS = { unit: 's', goal: { atMost: GOAL_SECONDS } } as const
const NOTHING_MORE = { figures: '', voided: [] } as const

type Work = { readonly list: () => Promise<unknown>; readonly upload: () => Promise<unknown> }

/** Does both kinds of work until the end, and returns the 99th percentile of each, in milliseconds. */
function atWork(work: Work) {
  const ending = new AbortController()
  const working = Promise.all([repeat(work.list, ending.signal), repeat(work.upload, ending.signal)])
  return {
    async end() {
      ending.abort()
      const [list, uploads] = await working
      return { list, upload: uploads }
    },
  }
}

async function repeat(act: () => Promise<unknown>, ending: AbortSignal): Promise<number> {
  const times: number[] = []
  while (!ending.aborted) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
    await setTimeout(PAUSE_MS)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}

async function quiet(working: ReturnType<typeof atWork>) {
  await setTimeout(QUIET_MS)
  return working.end()
}

async function secondsOf(portal: SignedInPortal, { number }: Run): Promise<number> {
  for (;;) {
    const run = await send(portal, `/runs/${number}`)
    if (run.endedAt !== null) return (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000
    await setTimeout(POLL_MS)
  }
}

async function send({ server, headers }: SignedInPortal, path: string, body?: object): Promise<Run> {
  const answer = await fetch(`${server.origin}/api${path}`, {
    headers: { ...headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Run
}
