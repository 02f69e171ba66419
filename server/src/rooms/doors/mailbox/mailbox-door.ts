import { randomUUID } from 'node:crypto'
import type { MailboxSettings } from '../../../engines/config/mailbox-settings.ts'
import { MailboxAway, type Mailbox } from '../../../engines/mailbox/mailbox.ts'
import { openMailbox } from '../../../engines/mailbox/open-mailbox.ts'
import type { World } from '../../../records/context.ts'
import { listMailsToMove, noteMovedAs } from '../../../records/doors/mail-delivery.repository.ts'
import { giveUpMailboxTurn, takeMailboxTurn } from '../../../records/doors/mailbox-turn.repository.ts'
import { readFilingAddresses, type FilingAddress } from './mail-addresses.ts'
import { discardMessage, stageMessage } from './raw-message.ts'
import { receiveMessage } from './receive-message.ts'

const AT_ONCE = 100
const AFTER_FAILURE_MS = 30_000
/** Between two looks at a mailbox of IMAP, each with a sign-in of its own: servers count those. */
const BETWEEN_SIGN_INS_MS = 15_000
/** The same while it is away, doubled from look to look up to this: a server locks out who is refused again and again. */
const LONGEST_PAUSE_MS = 300_000

type Look = {
  readonly mailbox: Mailbox
  readonly settings: MailboxSettings
  readonly addresses: readonly FilingAddress[]
}

/**
 * What takes in the messages of the mailbox, one after the other. One server at a time does it; another that begins the
 * same message all the same ends it once. It ends where the server stops.
 */
export function createMailboxDoor(): (world: World, ending: AbortSignal) => Promise<void> {
  const owner = randomUUID()
  const notBefore = new Map<string, number>()
  let isFirst = true
  let nextLookAt = 0
  let pauseMs = BETWEEN_SIGN_INS_MS
  return async (world, ending) => {
    const { settings, database, doorNotices, healthProbe, clock, log } = world
    if (settings.mailbox === null) return
    // The one server of an embedded database knows that all others are dead.
    if (isFirst && settings.databaseUrl === null) await giveUpMailboxTurn(database.kysely)
    isFirst = false
    if (isAhead(nextLookAt, clock.now(), pauseMs)) return
    if (!(await takeMailboxTurn(database.kysely, owner))) return
    const { from } = settings.mailbox
    const mailbox = openMailbox(settings.mailbox)
    const { addresses, problems } = await readFilingAddresses(world, settings.mailbox.filings)
    const look = { mailbox, settings: settings.mailbox, addresses }
    try {
      await moveDecided(world, mailbox)
      const names = await mailbox.list(AT_ONCE + notBefore.size)
      forgetOthers(notBefore, names)
      // Why no document can be stored is told by whoever is asked how the portal is.
      const isStored = names.length === 0 || (await healthProbe.stateOf('storage')) === 'up'
      for (const name of isStored ? names : []) {
        if (ending.aborted) break
        if (isAhead(notBefore.get(name) ?? 0, clock.now(), AFTER_FAILURE_MS)) continue
        if (!(await takeMailboxTurn(database.kysely, owner))) return
        if (await receive(world, look, name)) notBefore.delete(name)
        else notBefore.set(name, clock.now().getTime() + AFTER_FAILURE_MS)
      }
      doorNotices.mailbox = [...problems, ...tellUntaken(notBefore.size)]
      pauseMs = BETWEEN_SIGN_INS_MS
    } catch (error) {
      if (!database.isUp()) throw error
      log.warn({ err: error }, 'The mailbox cannot be read.')
      doorNotices.mailbox = [...problems, 'The mailbox cannot be read: see the log.']
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    } finally {
      await mailbox.close()
      if (from.kind === 'imap') nextLookAt = clock.now().getTime() + pauseMs
    }
  }
}

/** Whether a pause is not over yet; where the clock was put back meanwhile it is. */
function isAhead(moment: number, now: Date, pauseMs: number): boolean {
  const left = moment - now.getTime()
  return left > 0 && left <= pauseMs
}

/** Those that are there no more wait for nothing. */
function forgetOthers(notBefore: Map<string, number>, names: readonly string[]): void {
  const there = new Set(names)
  for (const name of notBefore.keys()) if (!there.has(name)) notBefore.delete(name)
}

function tellUntaken(count: number): string[] {
  if (count === 0) return []
  return [`${count} message(s) of the mailbox could not be taken in yet, and are tried again: see the log.`]
}

/** False where it waits for no fault of its own. */
async function receive(world: World, { mailbox, settings, addresses }: Look, name: string): Promise<boolean> {
  try {
    const bytes = await mailbox.read(name)
    if (bytes === null) return true
    const raw = await stageMessage(world, bytes)
    try {
      const into = await receiveMessage(world, { raw, name, addresses, settings })
      const movedTo = await mailbox.move(name, into)
      await noteMovedAs(world.database.kysely, raw.sha256, { liesIn: into, name: movedTo })
      return true
    } finally {
      await discardMessage(world, raw)
    }
  } catch (error) {
    if (error instanceof MailboxAway) throw error
    world.log.error({ err: error }, 'A message of the mailbox waits, and will be tried again.')
    return false
  }
}

/** Those on which a person has decided lie where the others of their kind do. */
async function moveDecided({ database }: World, mailbox: Mailbox): Promise<void> {
  for (const { sha256, state, mailboxName } of await listMailsToMove(database.kysely)) {
    if (state !== 'accepted' && state !== 'refused') continue
    const name = await mailbox.move(mailboxName, state, 'waiting')
    await noteMovedAs(database.kysely, sha256, { liesIn: state, name })
  }
}
