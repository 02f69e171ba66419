import {
  CommandError,
  type Command,
  type CommandInput,
  type CommandOutcome,
  type CommandTools,
} from '../commands/command.ts'
import type { Engines } from '../engines.ts'
import { listJobGroups, listRunningJobs, type JobGroup, type RunningJob } from './job-list.repository.ts'
import { retryJobsNow, type RecordRetry } from './retry-jobs-now.ts'

type JobEngines = Pick<Engines, 'database' | 'jobs'>

/** The pseudo kind for permanently refused mails. Their jobs are finished, so they have no kind. */
const REFUSED_MAIL = 'refused-mail'

type Retries<C> = {
  readonly recordRetry: RecordRetry<C>
  /** Resends all permanently refused mails, records that, and returns how many. */
  readonly retryRefusedMails: (context: C) => Promise<number>
}

export function jobCommands<C extends JobEngines>(retries: Retries<C>): readonly Command<C>[] {
  return [
    {
      name: 'jobs',
      usage: '[--retry [KIND|ID|refused-mail]]',
      summary:
        'What waits, runs and is dead in the background; or brings the dead back, and tries at once what waits for its next try; refused-mail: sends again what a mail server refused for good.',
      options: { retry: { type: 'boolean' } },
      positionals: 0,
      morePositionals: 1,
      onlyReads: true,
      async run(context, input) {
        if (input.values['retry']) {
          return input.positionals[0] === REFUSED_MAIL
            ? sendAgain(context, retries)
            : retry(context, { recordRetry: retries.recordRetry, input })
        }
        if (input.positionals.length > 0)
          throw new CommandError('jobs: KIND or ID stands behind --retry only.')
        return list(context)
      },
    },
  ]
}

async function list({ database, print }: JobEngines & CommandTools): Promise<CommandOutcome> {
  const groups = await listJobGroups(database.kysely)
  const running = await listRunningJobs(database.kysely)
  for (const group of groups) if (group.state === 'waiting') print(`Waiting: ${lineOf(group)}`)
  for (const job of running)
    print(`Running: ${job.kind} (job ${withNumbers(job.id, job.numbers)}) ${placeOf(job)}`)
  const dead = groups.filter(({ state }) => state === 'dead')
  for (const group of dead) print(`Dead: ${lineOf(group)}`)
  if (groups.length + running.length === 0) print('No job waits, runs or is dead.')
  if (dead.length > 0) print('Bring the dead back with: npm run -s portal -- jobs --retry [KIND|ID]')
  const waiting = groups.filter(({ state }) => state === 'waiting')
  return { json: { waiting: waiting.map(toJson), running, dead: dead.map(toJson) } }
}

function lineOf({ kind, count, oldest, ids, numbers, lastError }: JobGroup): string {
  const between = numbers.some((each) => each !== '') ? '; ' : ', '
  const named = ids.map((id, at) => withNumbers(id, numbers[at] ?? ''))
  const jobs = `job${count === 1 ? '' : 's'} ${[...named, ...(count > ids.length ? ['…'] : [])].join(between)}`
  const error = lastError === null ? '' : `; last error: ${firstLine(lastError)}`
  return `${count} ${kind} (${jobs}), the oldest due ${oldest.toISOString()}${error}`
}

/** Such as `17: number 41`, where 41 is the number of the run. */
function withNumbers(id: string, numbers: string): string {
  return numbers === '' ? id : `${id}: ${numbers}`
}

function placeOf({ owner }: RunningJob): string {
  return owner === null
    ? 'on a server of the release before'
    : `on ${owner.host}, process ${owner.pid} since ${owner.startedAt}`
}

function toJson({ kind, count, oldest, ids, lastError }: JobGroup): object {
  const error = lastError === null ? null : firstLine(lastError)
  return { kind, count, oldest: oldest.toISOString(), ids: ids.map(Number), lastError: error }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

type Retry<C> = { readonly recordRetry: RecordRetry<C>; readonly input: CommandInput }

async function retry<C extends JobEngines>(
  context: C & CommandTools,
  { recordRetry, input: { positionals } }: Retry<C>,
): Promise<CommandOutcome> {
  const [which] = positionals
  const meant = which === undefined ? {} : /^\d{1,18}$/.test(which) ? { id: which } : { kind: which }
  const { retried, hurried } = await retryJobsNow(context, meant, recordRetry)
  const isNothing = retried.length + hurried.length === 0
  if (isNothing && which !== undefined)
    throw new CommandError(`jobs: No job of that kind or number is dead or waits for its next try: ${which}.`)
  if (isNothing) context.print('No job is dead or waits for its next try.')
  for (const { kind, count } of retried) context.print(`Brought back: ${count} ${kind}`)
  for (const { kind, count } of hurried) context.print(`Tried now: ${count} ${kind}`)
  return { json: { retried, hurried } }
}

async function sendAgain<C extends JobEngines>(
  context: C & CommandTools,
  { retryRefusedMails }: Retries<C>,
): Promise<CommandOutcome> {
  const count = await retryRefusedMails(context)
  context.print(count === 0 ? 'No mail is refused.' : `Sent again: ${count} mail${count === 1 ? '' : 's'}`)
  return { json: { refusedMails: count } }
}
