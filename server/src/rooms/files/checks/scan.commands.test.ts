import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireMatchingStore } from '../../../records/stored-files/bytes/store-identity.ts'
import { VIRUS_NAME } from '../../../testing/fake-clamd.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { CLEAN_PDF, INFECTED_PDF, scanCalls, type ScanCalls, SCANNED } from '../../../testing/scan-calls.ts'
import { byTheMachinesClock } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { documentCommands } from '../files.commands.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

beforeAll(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
  await requireMatchingStore(portal.world)
})
afterAll(() => portal.close())

const run = (...words: string[]) => runCommand(byTheMachinesClock(portal.world), documentCommands, { words })

test('scan --check distinguishes a scanner that finds the EICAR file from one without real signatures', async () => {
  portal.scanner.find('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')
  expect(await run('scan', '--check')).toMatchObject({ exitCode: 0, json: { ok: true, finding: VIRUS_NAME } })
  portal.scanner.find()
  await expect(run('scan', '--check')).rejects.toThrow('it has no real signatures')
})

test('scan, quarantine and verify list refused, infected and waiting files', async () => {
  await scans.send(INFECTED_PDF, 'refused.pdf')
  portal.scanner.be('limits')
  const waiting = await scans.store(CLEAN_PDF, 'large.pdf')
  const infected = await scans.store(INFECTED_PDF, 'infected.pdf')
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'Win.Test', scan_trouble = NULL
     FROM document WHERE storage_key = key AND id = $1`,
    [infected],
  )
  const { printed } = await run('scan')
  expect(printed.slice(0, 3).toSorted()).toEqual([
    `File ${waiting} (large.pdf): being checked; too large`,
    `File ${infected} (infected.pdf): infected: Win.Test`,
    expect.stringMatching(`^Refused upload .* \\(refused.pdf\\): infected: ${VIRUS_NAME}$`),
  ])
  expect((await run('quarantine')).printed[0]).toMatch(new RegExp(`: infected: ${VIRUS_NAME}$`))
  const verify = await run('verify')
  expect(verify.printed).toContain(`File ${infected} (infected.pdf): infected: Win.Test`)
  expect(verify.printed).toContain('1 document cannot be opened until the virus scanner finds it clean.')
  expect(verify.exitCode).toBe(0)
})
