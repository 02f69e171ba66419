import { expect, test } from 'vitest'
import { CLOCKS_AGREE } from '../../testing/test-clock.ts'
import { createClockKeeper, type ClockSources } from './clock-keeper.ts'
import { systemClock } from './clock.ts'
import { clockWarnings } from './clock.warnings.ts'
import { machineClockSources } from './time-programs.ts'

const CHRONY = 'C0A80001,ntp.example,3,1773154800.1,0.0001,0.0001,0.0001,1,0.1,0.1,0.001,0.001,64.2,'

type Machine = { chronyc?: string; timedatectl?: string; timesync?: number }

function witnesses({ chronyc, timedatectl, timesync }: Machine): ClockSources {
  const said: Readonly<Record<string, string | undefined>> = { chronyc, timedatectl }
  return {
    ask: async (program) => said[program] ?? null,
    secondsSinceTimesync: async () => timesync ?? null,
  }
}

test.each<[Machine, string]>([
  [{}, 'unknown'],
  [{ timedatectl: 'yes\n' }, 'kept'],
  [{ timedatectl: 'no\n' }, 'not kept'],
  [{ timedatectl: 'Failed to connect to bus' }, 'unknown'],
  [{ chronyc: `${CHRONY}Normal\n` }, 'kept'],
  [{ chronyc: `${CHRONY}Not synchronised\n` }, 'not kept'],
  [{ chronyc: `${CHRONY}Normal\n`, timedatectl: 'no\n' }, 'kept'],
  [{ timesync: 1800 }, 'kept'],
  [{ timesync: 3 * 3600 }, 'unknown'],
  [{ timesync: 3 * 3600, timedatectl: 'no\n' }, 'not kept'],
])('R12.5 if a machine says %j the clock is %s', async (machine, state) => {
  const keeper = createClockKeeper(witnesses(machine))
  expect(keeper.state()).toBe('unknown')
  await keeper.look()
  expect(keeper.state()).toBe(state)
})

async function warningsOf(machine: Machine): Promise<readonly string[]> {
  const keeper = createClockKeeper(witnesses(machine))
  await keeper.look()
  return clockWarnings.collect({ skew: CLOCKS_AGREE, clockKeeper: keeper }).map(({ text }) => text)
}

test('R12.5 it is a warning only if the clock is known not to be synchronized', async () => {
  expect(await warningsOf({})).toEqual([])
  expect(await warningsOf({ timedatectl: 'yes' })).toEqual([])
  expect(await warningsOf({ timedatectl: 'no' })).toEqual([
    expect.stringMatching(/^The clock of this machine is not kept by a time server/),
  ])
})

test('on any machine the question does not fail', async () => {
  const keeper = createClockKeeper(machineClockSources(systemClock, process.env))
  await keeper.look()
  expect(['kept', 'not kept', 'unknown']).toContain(keeper.state())
})
