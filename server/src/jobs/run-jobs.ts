import { setTimeout as sleep } from 'node:timers/promises'
import { accountMails } from '../auth/account-mails.ts'
import { offerPassword } from '../auth/offer-password.usecases.ts'
import { resendConfirmations } from '../auth/register.usecases.ts'
import { sweepAccounts } from '../auth/sweep.ts'
import { foldCounts } from '../files/list/fold.ts'
import { sweepLeftovers } from '../files/verify/sweep.ts'
import { sendOutboxMail, sweepOutbox } from '../mail/send-outbox-mail.ts'
import { refreshRoll } from '../owners/write-roll.ts'
import type { World } from '../world.ts'
import { claimJob, finishJob, putBackJob, releaseLeases, type ClaimedJob } from './job.repository.ts'
import type { JobKind, JobPayloads } from './jobs.ts'

/** Milliseconds between looks for due jobs that nobody announced. */
const POLL = 5000
const FOLD_EVERY = 1000
const SWEEP_EVERY = 3_600_000
/** A mail server may be down over a long weekend: with pauses of an hour these tries last three days. */
const MOST_MAIL_ATTEMPTS = 80
const MOST_ATTEMPTS = 12

type Handlers = { [K in keyof JobPayloads]: (world: World, payload: JobPayloads[K]) => Promise<void> }

const HANDLERS: Handlers = {
  'send-mail': (world, { outboxId }) => sendOutboxMail(world, accountMails, outboxId),
  'resend-confirmations': resendConfirmations,
  'offer-password': offerPassword,
  'remove-stored-bytes': (world, { storageKey }) => world.storage.remove(storageKey),
  'write-owner-roll': (world, roll) => refreshRoll(world.database.kysely, roll),
}

/** Kinds that one worker does one after the other: a mail server that does not answer holds up mail alone. */
const LANES: readonly (readonly JobKind[])[] = [
  ['send-mail', 'resend-confirmations', 'offer-password'],
  ['remove-stored-bytes', 'write-owner-roll'],
]

/** Runs queued jobs and the portal's regular work until stopped; `stop` waits for what is in hand. */
export function runJobs(world: World): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const released = releaseLeasesOfTheDead(world)
  const running = [
    ...LANES.map((kinds) =>
      repeat(() => released.then(() => workOff(world, kinds)), { world, every: POLL, ending, onWake: true }),
    ),
    repeat(() => foldCounts(world.database.pool), { world, every: FOLD_EVERY, ending }),
    repeat(() => sweep(world), { world, every: SWEEP_EVERY, ending }),
  ]
  return {
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}

/** The one server of an embedded database knows that what is leased died with the last one; else leases run out. */
async function releaseLeasesOfTheDead({ settings, database, log }: World): Promise<void> {
  if (settings.databaseUrl !== null) return
  await releaseLeases(database.kysely).catch((error: unknown) => log.warn({ err: error }, 'Old leases stay.'))
}

async function sweep(world: World): Promise<void> {
  await sweepAccounts(world)
  await sweepOutbox(world)
  await sweepLeftovers(world)
}

type Rhythm = { world: World; every: number; ending: AbortController; onWake?: boolean }

/** Does `work` now and then every `every` milliseconds; a failure is logged and the next turn tries again. */
async function repeat(
  work: () => Promise<unknown>,
  { world, every, ending, onWake = false }: Rhythm,
): Promise<void> {
  while (!ending.signal.aborted) {
    const pause = new AbortController()
    const cut = () => pause.abort()
    ending.signal.addEventListener('abort', cut)
    const quiet = onWake ? world.jobs.onWake(cut) : () => {}
    try {
      await work()
    } catch (error) {
      if (world.database.isUp())
        world.log.error({ err: error }, 'Background work failed and will be tried again.')
    }
    await sleep(every, undefined, { signal: pause.signal, ref: false }).catch(() => {})
    ending.signal.removeEventListener('abort', cut)
    quiet()
  }
}

async function workOff(world: World, kinds: readonly JobKind[]): Promise<void> {
  for (let job; (job = await claimJob(world.database.kysely, kinds, world.clock.now()));)
    await work(world, job)
}

async function work(world: World, job: ClaimedJob): Promise<void> {
  const { kysely } = world.database
  try {
    // Payloads were written by `enqueue`, which knows their shape.
    await (HANDLERS[job.kind] as (world: World, payload: unknown) => Promise<void>)(world, job.payload)
    await finishJob(kysely, job)
  } catch (error) {
    const now = world.clock.now()
    const isDead = job.attempts >= (job.kind === 'send-mail' ? MOST_MAIL_ATTEMPTS : MOST_ATTEMPTS)
    const runAt = isDead ? null : new Date(now.getTime() + pauseAfter(job.attempts))
    world.log.error({ err: error, job: job.kind, attempts: job.attempts, isDead }, 'A job failed.')
    await putBackJob(kysely, job, { error: String(error).slice(0, 2000), runAt, now })
  }
}

/** Milliseconds: 10 s, 20 s, 40 s … at most an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(3_600_000, 5000 * 2 ** attempts)
}
