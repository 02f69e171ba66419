import { randomUUID } from 'node:crypto'
import type { MailboxSettings } from '../../../engines/config/mailbox-settings.ts'
import { addressesOf } from '../../../engines/mailbox/message/addresses.ts'
import { isVouchedFor } from '../../../engines/mailbox/message/authentication.ts'
import { readStructure, type MessageStructure } from '../../../engines/mailbox/message/structure.ts'
import type { MailFolder } from '../../../engines/mailbox/mailbox.ts'
import type { Context, World } from '../../../records/context.ts'
import { cleanFileName } from '../../../records/documents/file-name.ts'
import { recordHeld } from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { maySubmitFor, findSubmitter, type Submitter } from '../../../records/deliveries/submitter.ts'
import { recordSender } from '../../../records/deliveries/known-files.repository.ts'
import {
  recordMail,
  recordMailFiles,
  type MailEnding,
} from '../../../records/deliveries/mail-delivery.repository.ts'
import { endMessage } from './end-message.ts'
import { filingsOf, limitReason, unreadableReason, type Filing } from './filings.policy.ts'
import type { FilingAddress } from './mail-addresses.ts'
import {
  automaticOf,
  recipientsOf,
  senderOf,
  shownField,
  type Automatic,
} from '../../../engines/mailbox/message/mail-facts.ts'
import { shownIdsOf, type RawMessage } from './raw-message.ts'
import { requirePendingCapacity } from '../../../records/deliveries/pending-capacity.ts'
import { importAttachments } from './import-attachments.ts'
import { classifyMessage } from './verdict.policy.ts'

export type Received = {
  readonly raw: RawMessage
  /** In the mailbox. */
  readonly name: string
  readonly addresses: readonly FilingAddress[]
  readonly settings: MailboxSettings
}

/** A message that was read, and the facts found about it. */
type Read = {
  readonly id: string
  readonly raw: RawMessage
  readonly structure: MessageStructure
  readonly filings: readonly Filing[]
  readonly automatic: Automatic | null
  readonly sender: string | null
  readonly isVerified: boolean
  /** The sender's account, if the sender is verified and may upload. */
  readonly bringer: Submitter | null
  readonly address: FilingAddress | null
}

/**
 * Completes a message and returns its folder. A known message keeps its earlier result.
 * @throws errors that are not a refusal; a later poll resumes. QuotaExceeded and PendingCapacityExceeded determine
 * when.
 */
export async function receiveMessage(world: World, received: Received): Promise<MailFolder> {
  const { raw, name, addresses, settings } = received
  const structure = await readStructure(raw.read(0, raw.staged === null ? raw.size : raw.staged.size))
  const { header } = structure
  const sender = senderOf(header)
  const isVerified = isSenderVerified(structure, { sender, trusted: settings.trusted })
  const known = await recordMail(world.database.kysely, {
    id: randomUUID(),
    sha256: raw.sha256,
    byteSize: raw.size,
    messageId: shownField(header, 'message-id'),
    sender: shownField(header, 'from'),
    recipient: shownField(header, 'to'),
    subject: shownField(header, 'subject'),
    arrivedAt: world.clock.now(),
    mailboxName: name,
    isSenderVerified: isVerified,
  })
  if (known.state !== 'taken') return known.state
  const filings = filingsOf(structure, await shownIdsOf(raw, structure.parts))
  const bringer = sender !== null && isVerified ? await findSubmitter(world.database.kysely, sender) : null
  const address = addressOf(structure, addresses)
  const automatic = automaticOf(header)
  return decide(world, {
    id: known.id,
    raw,
    structure,
    filings,
    automatic,
    sender,
    isVerified,
    bringer,
    address,
  })
}

/** Whether a trusted mail server confirms the single sender. A header that was not read to its end proves nothing. */
function isSenderVerified(
  { header, isHeaderCut }: MessageStructure,
  { sender, trusted }: { readonly sender: string | null } & Pick<MailboxSettings, 'trusted'>,
): boolean {
  if (sender === null || isHeaderCut) return false
  return isVouchedFor(header, { trusted, domain: sender.slice(sender.lastIndexOf('@') + 1) })
}

/**
 * The single portal address that the sender wrote; of several, the one that it was delivered to. A delivery address
 * alone does not count: the person who forwarded the message there may have received it for another purpose.
 */
function addressOf({ header }: MessageStructure, addresses: readonly FilingAddress[]): FilingAddress | null {
  const { delivered, written } = recipientsOf(header)
  const named = addresses.filter(({ address }) => written.includes(address))
  const reached = named.filter(({ address }) => delivered.includes(address))
  const [only, ...others] = reached.length > 0 ? reached : named
  return others.length === 0 ? (only ?? null) : null
}

async function decide(world: World, read: Read): Promise<MailFolder> {
  const { id, raw, structure, filings, automatic, bringer, address } = read
  const tooMuch = raw.staged === null ? 'bytes' : structure.tooMuch
  const verdict = classifyMessage({
    isOwn: isOwn(world, read),
    automatic,
    tooMuch: tooMuch && limitReason(tooMuch),
    unreadable: unreadableReason(structure),
    sender: kindOfSender(read),
    county: address && {
      name: address.countyName,
      mayFile: bringer !== null && maySubmitFor(bringer, address.countyId),
    },
    files: filings.length,
  })
  const context: Context = {
    ...world,
    actor: { kind: 'door', name: `mail of ${bringer?.email ?? 'nobody'}`, door: 'mailbox' },
  }
  if (verdict.kind === 'waiting' && raw.staged !== null)
    await requirePendingCapacity(world, { sender: bringer?.accountId ?? null, bytes: raw.size })
  const filed = structure.tooMuch === null && raw.staged !== null ? filings : []
  await recordMailFiles(world.database.kysely, id, filed.map(toMailFile))
  if (verdict.kind === 'waiting') return keepWaiting(context, read, verdict.reason)
  if (verdict.kind === 'refused') return end(context, read, { state: 'refused', reason: verdict.reason })
  if (bringer === null || address === null) throw new Error('Nobody brings this message.')
  const { countyId } = address
  const uploadedBy = bringer.accountId
  await recordSender(world.database.kysely, { id, accountId: uploadedBy, countyId })
  const brought = { deliveryId: id, raw, draft: address.draft, uploadedBy, countedFor: uploadedBy }
  const stored = await importAttachments(context, brought)
  if (stored > 0) return end(context, read, { state: 'accepted', reason: null })
  return end(context, read, { state: 'refused', reason: 'None of its files could be accepted.' })
}

function isOwn({ settings }: World, { sender, address }: Read): boolean {
  const own = addressesOf(settings.mailFrom).map((each) => each.address)
  return sender !== null && (own.includes(sender) || sender === address?.address)
}

function kindOfSender({ sender, isVerified, bringer }: Read) {
  if (sender === null) return 'none or several'
  if (!isVerified) return 'not vouched for'
  return bringer === null ? 'unknown' : 'known'
}

function toMailFile({ place, part, fileName }: Filing) {
  return {
    place,
    fileName: cleanFileName(fileName) ?? `attachment ${place}`,
    byteSize: part.size,
    startsAt: part.start,
    endsAt: part.end,
    encoding: part.encoding,
  }
}

/** Its bytes stay in the store for the person who decides. */
async function keepWaiting(context: Context, read: Read, reason: string): Promise<MailFolder> {
  const { staged } = read.raw
  if (staged === null) return end(context, read, { state: 'waiting', reason })
  await context.storage.keep(staged.key)
  return end(context, read, { state: 'waiting', reason, rawKey: staged.key }, staged)
}

async function end(
  context: Context,
  { id, automatic, bringer, address }: Read,
  said: Pick<MailEnding, 'state' | 'reason' | 'rawKey'>,
  held?: NonNullable<RawMessage['staged']>,
): Promise<MailFolder> {
  const answerTo = automatic === null && bringer !== null ? bringer.email : null
  const ending = {
    ...said,
    accountId: bringer?.accountId ?? null,
    countyId: address?.countyId ?? null,
    isAnswered: answerTo !== null,
  }
  const alsoRecord =
    held && ((transaction: Parameters<typeof recordHeld>[0]) => recordHeld(transaction, held))
  await endMessage(context, { id, from: 'taken', ending, answerTo, ...(alsoRecord && { alsoRecord }) })
  return said.state
}
