import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditCommands } from '../../records/audit/audit.commands.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { runCommands } from './runs.commands.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const runs = (...words: string[]) => runCommand(portal.world, runCommands, { words: ['runs', ...words] })

test('R20.70 a command lists the runs under way and stops one, with an audit record', async () => {
  const { people, pool, counties } = portal
  expect((await runs()).printed).toEqual(['No run is under way.'])
  const ids = await addManyDocuments(pool, MAX_AT_ONCE + 1, { county: counties.loving, by: people.clerk })
  const { body: run } = await calls.start(people.administrator, { ids }, { kind: 'status', statusId: 2 })
  const { email } = people.administrator
  const { printed, json } = await runs()
  expect(printed).toEqual([
    `Run ${run.number}, ${email}: Set the status to Completed. 0 of 201 files processed, no batch since its start at ${run.startedAt}.`,
  ])
  expect(json).toEqual({
    runs: [
      {
        number: run.number,
        startedBy: email,
        what: 'Set the status to Completed',
        startedAt: run.startedAt,
        advancedAt: null,
        done: 0,
        total: 201,
      },
    ],
  })
  expect(await runs('--stop', String(run.number))).toMatchObject({
    json: { stopped: run.number },
    printed: [`Stopped run ${run.number}.`],
  })
  expect((await calls.get(people.administrator, run.number)).body.state).toBe('stopped')
  const { printed: audit } = await runCommand(portal.world, auditCommands, { words: ['audit'] })
  expect(audit.find((line) => line.includes('change of many files stopped'))).toMatch(
    new RegExp(`command line {2}change of many files stopped {2}run ${run.number} `, 'u'),
  )
  await expect(runs('--stop', String(run.number))).rejects.toThrow(
    `runs: Run ${run.number} is not under way.`,
  )
  await expect(runs('--stop', 'x')).rejects.toThrow('runs: --stop takes the number of a run.')
})
