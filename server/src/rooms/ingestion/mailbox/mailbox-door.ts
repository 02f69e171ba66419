import { randomUUID } from 'node:crypto'
import type { MailboxSettings } from '../../../engines/config/mailbox-settings.ts'
import { MailboxAway, type Mailbox } from '../../../engines/mailbox/mailbox.ts'
import { openMailbox } from '../../../engines/mailbox/open-mailbox.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import { textsByCode } from '../../../engines/warnings/warning-source.ts'
import type { World } from '../../../records/context.ts'
import { QuotaExceeded, recordExhaustedQuota } from '../../../records/intake/upload-quota.ts'
import { removeTimedDeferrals } from '../../../records/deliveries/deferred-mail.repository.ts'
import { listMailsToMove, recordMovedName } from '../../../records/deliveries/mail-delivery.repository.ts'
import { giveUpMailboxTurn, takeMailboxTurn } from '../../../records/deliveries/mail-lease.repository.ts'
import { mailboxWarnings, type MailboxWarning } from './mailbox.warnings.ts'
import { readFilingAddresses, type FilingAddress } from './mail-addresses.ts'
import {
  readDeferredMessages,
  type DeferredMessages,
  type Reason,
} from '../../../records/deliveries/deferred-messages.ts'
import { discardMessage, stageMessage } from './raw-message.ts'
import { receiveMessage } from './receive-message.ts'
import { PendingCapacityExceeded, readRoomToWait } from '../../../records/deliveries/pending-capacity.ts'

const AT_ONCE = 100
const AFTER_FAILURE_MS = 30_000
/** Between two polls of an IMAP mailbox, because each signs in and servers count sign-ins. */
const BETWEEN_SIGN_INS_MS = 15_000
/**
 * The longest pause while the mailbox is unavailable; the pause doubles from poll to poll. A server locks out clients
 * that fail again and again.
 */
const LONGEST_PAUSE_MS = 300_000

type Look = {
  readonly mailbox: Mailbox
  readonly settings: MailboxSettings
  readonly addresses: readonly FilingAddress[]
  readonly deferred: DeferredMessages
  /** The id with which this server holds the mailbox lease. */
  readonly owner: string
}

/**
 * Creates the importer of the mailbox. It imports messages one after the other, on one server at a time. If another
 * server still starts the same message, the message ends only once. It ends when the server stops.
 */
export function createMailboxDoor(): (world: World, ending: AbortSignal) => Promise<void> {
  const owner = randomUUID()
  let isFirst = true
  let nextLookAt = 0
  let pauseMs = BETWEEN_SIGN_INS_MS
  return async (world, ending) => {
    const { settings, database, warnings, clock, log } = world
    if (settings.mailbox === null) return
    // The single server of an embedded database knows that no other is running.
    if (isFirst && settings.databaseUrl === null) await giveUpMailboxTurn(database.kysely)
    if (isFirst) await removeTimedDeferrals(database.kysely)
    isFirst = false
    if (isAhead(nextLookAt, clock.now(), pauseMs)) return
    const { addresses, problems } = await readFilingAddresses(world, settings.mailbox.filings)
    const deferred = await readDeferredMessages(world)
    const report = (others: readonly MailboxWarning[]) =>
      warnings.report(mailboxWarnings, () => [...problems, ...others])
    if (!(await takeMailboxTurn(database.kysely, owner))) return report(deferredWarnings(deferred))
    const { from } = settings.mailbox
    const mailbox = openMailbox(settings.mailbox)
    try {
      await moveDecided(world, mailbox)
      const look = { mailbox, settings: settings.mailbox, addresses, deferred, owner }
      if (!(await importInTurn(world, look, ending))) return
      report(deferredWarnings(deferred))
      pauseMs = BETWEEN_SIGN_INS_MS
    } catch (error) {
      if (!database.isUp()) throw error
      // Polls run every few seconds, so only the start of each failure is logged.
      if (!warnings.has(mailboxWarnings, UNREADABLE.code))
        log.warn({ err: error }, 'The mailbox cannot be read.')
      report([UNREADABLE])
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    } finally {
      await mailbox.close()
      if (from.kind === 'imap') nextLookAt = clock.now().getTime() + pauseMs
    }
  }
}

const UNREADABLE = {
  code: 'mailbox-unreadable',
  text: 'The mailbox cannot be read: see the log.',
} as const

/** Whether a pause is not over yet. It counts as over if the clock was set back meanwhile. */
function isAhead(moment: number, now: Date, pauseMs: number): boolean {
  const left = moment - now.getTime()
  return left > 0 && left <= pauseMs
}

/**
 * Oldest first. Deferred messages are not read again before they are due. Returns false if another server holds the
 * lease.
 */
async function importInTurn(world: World, look: Look, ending: AbortSignal): Promise<boolean> {
  const { mailbox, deferred, owner } = look
  const names = await mailbox.list(AT_ONCE + deferred.count())
  await deferred.keepOnly(names)
  // The health check reports why no document can be stored.
  if (names.length > 0 && (await world.healthProbe.stateOf('storage')) !== 'up') return true
  const room = deferred.countOf('no room') > 0 ? await readRoomToWait(world) : null
  for (const name of names) {
    if (ending.aborted) break
    if (!deferred.isDue(name, { room, now: world.clock.now() })) continue
    if (!(await takeMailboxTurn(world.database.kysely, owner))) return false
    const why = await receive(world, look, name)
    if (why === null) await deferred.forget(name)
    else await deferred.defer(name, why, world.clock.now())
  }
  return true
}

/** Null if the message is finished, else why it is deferred. */
async function receive(
  world: World,
  { mailbox, settings, addresses }: Look,
  name: string,
): Promise<Reason | null> {
  try {
    const bytes = await mailbox.read(name)
    if (bytes === null) return null
    const raw = await stageMessage(world, bytes)
    try {
      const into = await receiveMessage(world, { raw, name, addresses, settings })
      const movedTo = await mailbox.move(name, into)
      await recordMovedName(world.database.kysely, raw.sha256, { liesIn: into, name: movedTo })
      return null
    } finally {
      await discardMessage(world, raw)
    }
  } catch (error) {
    if (error instanceof MailboxAway) throw error
    return reasonOf(world, error)
  }
}

async function reasonOf(world: World, error: unknown): Promise<Reason> {
  const { clock, log } = world
  if (error instanceof PendingCapacityExceeded) {
    log.warn({ bytes: error.wouldWait.bytes }, 'A message stays in the mailbox: what waits has no more room.')
    return { kind: 'no room', wouldWait: error.wouldWait }
  }
  if (error instanceof QuotaExceeded) {
    await recordExhaustedQuota(world, error)
    return { kind: 'full day', moment: error.nextDay }
  }
  log.error({ err: error }, 'A message of the mailbox waits, and will be tried again.')
  return { kind: 'failed', moment: new Date(clock.now().getTime() + AFTER_FAILURE_MS) }
}

function deferredWarnings(deferred: DeferredMessages): MailboxWarning[] {
  const [failed, withoutRoom] = [deferred.countOf('failed'), deferred.countOf('no room')]
  return textsByCode({
    'mailbox-messages-retried':
      failed > 0 &&
      `${counted(failed, 'e-mail')} of the mailbox could not be filed yet. The portal tries again: see the log.`,
    'mailbox-without-space':
      withoutRoom > 0 &&
      `${counted(withoutRoom, 'e-mail stays', 'e-mails stay')} in the mailbox, because too many e-mails wait for a decision: decide on them.`,
  })
}

/** Moves messages that a person has decided on to the folder of their state. */
async function moveDecided({ database }: World, mailbox: Mailbox): Promise<void> {
  for (const { sha256, state, mailboxName } of await listMailsToMove(database.kysely)) {
    if (state !== 'accepted' && state !== 'refused') continue
    const name = await mailbox.move(mailboxName, state, 'waiting')
    await recordMovedName(database.kysely, sha256, { liesIn: state, name })
  }
}
