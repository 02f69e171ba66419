import {
  CommandError,
  type Command,
  type CommandOutcome,
  type CommandTools,
} from '../../engines/commands/command.ts'
import { counted } from '../../engines/warnings/counted.ts'
import type { Context } from '../../records/context.ts'
import { listRunningRuns, type RunRow } from '../../records/runs/runs.repository.ts'
import { stopRunning } from '../../records/runs/stop-run.ts'

export const runCommands: readonly Command<Context>[] = [
  {
    name: 'runs',
    usage: '[--stop NUMBER]',
    summary: 'Lists the changes of many files that are under way, or stops one of them.',
    options: { stop: { type: 'string' } },
    positionals: 0,
    onlyReads: true,
    async run(context, { values: { stop: number } }) {
      return typeof number === 'string' ? stop(context, number) : list(context)
    },
  },
]

async function list({ database, print }: Context & CommandTools): Promise<CommandOutcome> {
  const runs = await listRunningRuns(database.kysely)
  for (const run of runs) print(lineOf(run))
  if (runs.length === 0) print('No run is under way.')
  return { json: { runs: runs.map(toJson) } }
}

function processedOf({ changed, unchanged, refused }: RunRow): number {
  return changed + unchanged + refused
}

function lineOf(run: RunRow): string {
  const { number, starter, what, total, startedAt, advancedAt } = run
  const last =
    advancedAt === null
      ? `no batch since its start at ${startedAt.toISOString()}`
      : `the last batch at ${advancedAt.toISOString()}`
  return `Run ${number}, ${starter}: ${what}. ${processedOf(run)} of ${counted(total, 'file')} processed, ${last}.`
}

function toJson(run: RunRow): object {
  const { number, starter, what, startedAt, advancedAt, total } = run
  return {
    number,
    startedBy: starter,
    what,
    startedAt: startedAt.toISOString(),
    advancedAt: advancedAt?.toISOString() ?? null,
    done: processedOf(run),
    total,
  }
}

/** @throws CommandError for a run that is not under way. */
async function stop(context: Context & CommandTools, text: string): Promise<CommandOutcome> {
  if (!/^\d{1,9}$/u.test(text)) throw new CommandError('runs: --stop takes the number of a run.')
  const number = Number(text)
  const isStopped = await context.database.kysely
    .transaction()
    .execute((transaction) => stopRunning(transaction, context, { number }))
  if (!isStopped) throw new CommandError(`runs: Run ${number} is not under way.`)
  context.print(`Stopped run ${number}.`)
  return { json: { stopped: number } }
}
