import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CommandError } from '../../engines/commands/command.ts'
import { requireDiskSpace } from './disk-space.ts'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../testing/owner-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

const RESERVED_FREE_BYTES = 268_435_456
const LINES = [
  'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue',
  '1,Caprock LP,R1,,,5,',
]
const BYTES = LINES.join('\r\n').length + 2

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => portal.close())

const load = () => owners.load(LINES, { county: 'Midland', year: 2026 })

test('R6.27 A08 a file that would fill the disk of the embedded database is not loaded: one line says how much must be free', async () => {
  const free = vi.spyOn(portal.world.storage, 'freeBytes').mockResolvedValue(RESERVED_FREE_BYTES + 10 * BYTES)
  const refused = load()
  await expect(refused).rejects.toThrow(CommandError)
  await expect(refused).rejects.toThrow(
    /^To load .*, 269 MB must be free for DATA_DIR .*; 268 MB are\. Nothing was loaded\.$/,
  )
  expect((await portal.pool.query('SELECT 1 FROM owner_value')).rowCount).toBe(0)
  free.mockResolvedValue(RESERVED_FREE_BYTES + 20 * BYTES)
  expect((await load()).json).toMatchObject({ read: 1, inserted: 1 })
})

test('with the documents in a bucket, the disk of the embedded database counts, not the bucket', async () => {
  const free = vi.spyOn(portal.world.storage, 'freeBytes').mockResolvedValue(0)
  const bucket = { bucket: 'documents', prefix: '', endpoint: null, region: null, credentials: null }
  const settings = { ...portal.world.settings, bucket }
  const path = import.meta.filename
  await expect(requireDiskSpace({ ...portal.world, settings }, path)).resolves.toBeUndefined()
  expect(free).not.toHaveBeenCalled()
})
