import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { anchorAudit } from '../../records/audit/anchors/anchor-audit.ts'
import { textOfAnchor } from '../../records/audit/anchors/anchor.ts'
import { verifyAnchors } from '../../records/audit/anchors/verify-anchors.usecases.ts'
import { recordAudits } from '../../records/audit/record.ts'
import { requireMatchingStore, storeMismatch } from '../../records/stored-files/bytes/store-identity.ts'
import { BACKUP_COMMANDS, restoreTarget, type RestoreTarget } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

const DAY_MS = 86_400_000

let portal: TestPortal
let target: RestoreTarget
let folder: string
let backup: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-started-before-'))
  backup = join(folder, 'backup')
  // Its audit records are older than the anchors of the portal that is started before the restore.
  portal = await testPortal({ now: new Date(Date.now() - 2 * DAY_MS).toISOString() })
  const entry = { action: 'password.changed', subject: { kind: 'account', id: 1 } } as const
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) =>
      recordAudits(transaction, { clock: portal.clock, actor: COMMAND_LINE }, [entry]),
    )
  await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', backup] })
  target = await restoreTarget()
})
afterEach(async () => {
  await target.remove()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** Does what the first start of a server does. */
async function startOnce(): Promise<void> {
  await target.open(async (world) => {
    await requireMatchingStore(world)
    await anchorAudit(world)
  })
}

test('V16.4.2 a restore into a portal that was started once sets its empty anchors aside, and says so', async () => {
  await startOnce()
  const [name] = await target.open(({ storage }) => storage.anchors.list())
  const { printed } = await target.restore(backup)
  expect(printed).toContain(`Set aside, because this portal was empty then: ${name}`)
  await target.open(async (world) => {
    expect(await verifyAnchors(world)).toMatchObject({ anchors: 0, problems: [] })
    expect(await world.storage.anchors.list('aside')).toEqual([name])
    const noted = await world.database.pool.query<{ after: object }>(
      `SELECT after FROM audit_record WHERE action = 'audit.reanchored'`,
    )
    expect(noted.rows).toMatchObject([{ after: { aside: [{ name }] } }])
    await anchorAudit(world)
    expect(await world.storage.anchors.list()).toHaveLength(1)
  })
})

test('V16.4.2 a restore leaves the anchors of a portal with records, which the check then reports', async () => {
  const ends = [{ chain: 1, sequence: 4711, hash: 'ab' }]
  const name = '2026-03-10T150000Z-aaaaaaaa'
  await target.open(({ storage }) =>
    storage.anchors.write(name, textOfAnchor({ at: new Date('2026-03-10T15:00:00Z'), ends, before: null })),
  )
  await target.restore(backup)
  await target.open(async (world) => {
    expect((await verifyAnchors(world)).problems[0]).toContain('record 4711 of chain 1 is missing')
    expect(await world.storage.anchors.list()).toEqual([name])
  })
})

test.each(['new', 'started once'])(
  'a restore into a portal that is %s names its store, so that verify finds no fault',
  async (state) => {
    if (state !== 'new') await startOnce()
    await target.restore(backup)
    await target.open(async (world) => {
      expect(await storeMismatch(world)).toBeNull()
      expect(await world.storage.readId()).not.toBeNull()
    })
  },
)
