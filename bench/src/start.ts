import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeFlagsOf } from '@portal/server/src/testing/npm-script.ts'
import type { Bench } from './lib/bench.ts'
import { startChild, type ChildServer } from './lib/child-server.ts'
import { column, interleave } from './lib/rounds.ts'
import { spread } from './lib/statistics.ts'

const PORTAL = join(import.meta.dirname, '../../server/src/main.ts')
const FLOOR = join(import.meta.dirname, 'floors/bare-fastify.ts')
const MEGABYTE = 1_048_576
/** Milliseconds after which a portal that nobody asks anything counts as idle. */
const IDLE_AFTER_MS = 2000

type StartFigures = { seconds: number; megabytes: number | null }

/** From the start of the process to its first answer while the database is up, and the memory that it holds idle. */
export const benchStart: Bench = async ({ sizes, documents, rounds, report }) => {
  const { environment } = await documents(sizes.at(-1) ?? '10k')
  const start = {
    portal: { program: PORTAL, flags: nodeFlagsOf('start'), environment, readyPath: '/readyz' },
    floor: { program: FLOOR, environment: {}, readyPath: '/readyz' },
  }
  // The first start builds the pages.
  await (await startChild(start.portal)).stop()
  const measured = await interleave(
    [
      { name: 'portal', run: async () => observe(await startChild(start.portal)) },
      { name: 'floor', run: async () => observe(await startChild(start.floor)) },
    ],
    rounds,
  )
  const seconds = (name: string) => column(measured, name, (started) => started.seconds)
  const megabytes = (name: string) => column(measured, name, (started) => started.megabytes ?? Number.NaN)
  report({
    work: `start on ${sizes.at(-1)} documents to the first answer, the database up`,
    values: seconds('portal'),
    unit: 's',
    goal: { atMost: 1 },
    figures: `bare Fastify ${spread(seconds('floor')).median.toFixed(2)} s`,
    voided: measured.voided,
  })
  if (megabytes('portal').some(Number.isNaN)) return
  report({
    work: 'idle memory without the database',
    values: megabytes('portal'),
    unit: 'MB',
    goal: { atMost: 120 },
    figures: `bare Fastify ${spread(megabytes('floor')).median.toFixed(0)} MB`,
    voided: measured.voided,
  })
}

async function observe(server: ChildServer): Promise<StartFigures> {
  try {
    await wait(IDLE_AFTER_MS)
    const bytes = server.memory()
    return { seconds: server.startedInMs / 1000, megabytes: bytes === null ? null : bytes / MEGABYTE }
  } finally {
    await server.stop()
  }
}
