import { randomUUID } from 'node:crypto'
import type { Run } from '@portal/contract/runs/runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killableServer, type KillableServer, type RunningServer } from '../../testing/killable-server.ts'
import type { OpenedWorld } from '../../world.ts'

const DOCUMENTS = 500
const KILLS = 2

let server: KillableServer
let running: RunningServer
beforeAll(async () => void (server = await killableServer('with jobs')))
afterAll(async () => {
  running.child.kill('SIGKILL')
  await server.remove()
})

test(
  'R20.43 a run whose server is killed, once with its database, changes each document once, and so does its undo',
  { timeout: 300_000 },
  async () => {
    await server.inWorld(addDocuments)
    running = await server.start()
    const run = await send('/runs', {
      key: randomUUID(),
      selection: { filter: '' },
      action: { kind: 'status', statusId: 2 },
    })
    expect(run).toMatchObject({ state: 'running', total: DOCUMENTS })
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitFor(run.number, ({ changed }) => changed >= kill * 100)
      await server.kill(running, { withDatabase: kill % 2 === 0 })
      await server.inWorld(endLeases)
      running = await server.start()
    }
    const ended = await waitFor(run.number, hasEnded)
    expect(ended).toMatchObject({ state: 'done', changed: DOCUMENTS, refused: 0 })
    const undo = await send(`/runs/${run.number}/undo`, { key: randomUUID() })
    await waitFor(undo.number, hasEnded)
    await server.kill(running)
    expect(await server.inWorld(readDocuments)).toEqual([
      { status_id: 1, version: 3, records: 2, n: DOCUMENTS },
    ])
  },
)

async function addDocuments({ database }: OpenedWorld): Promise<void> {
  await database.pool.query(
    `INSERT INTO document (uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type, byte_size,
       sha256, storage_key, description)
     SELECT (SELECT min(id) FROM account), 1, 1, '2026-03-01 12:00Z', 2026, 'many.pdf', 'application/pdf', 100,
       sha256(convert_to(n::text, 'UTF8')), gen_random_uuid(), '' FROM generate_series(1, $1) AS n`,
    [DOCUMENTS],
  )
  // They have no bytes whose text could be read.
  await database.pool.query(
    `INSERT INTO document_text (document_id, county_key, state, characters) SELECT id, 0, 'read', 0 FROM document`,
  )
}

/** A killed server cannot give its job back: the next one would wait for the end of the lease, and longer each time. */
async function endLeases({ database }: OpenedWorld): Promise<void> {
  await database.pool.query(`UPDATE job SET leased_until = now(), run_at = now() WHERE kind = 'document-run'`)
}

async function readDocuments({ database }: OpenedWorld): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT status_id, version, records, count(*)::integer AS n FROM (
       SELECT d.id, d.status_id, d.version, (SELECT count(*)::integer FROM audit_record AS r
         WHERE r.subject_kind = 'document' AND r.subject_id = d.id::text) AS records FROM document AS d) AS each
     GROUP BY 1, 2, 3`,
  )
  return rows
}

async function send(path: string, body?: object): Promise<Run> {
  const answer = await fetch(`http://127.0.0.1:${running.port}/api${path}`, {
    headers: { cookie: server.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Run
}

const hasEnded = ({ state }: Run) => state !== 'running'

async function waitFor(number: number, isReached: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await send(`/runs/${number}`)
    if (isReached(run)) return run
  }
}
