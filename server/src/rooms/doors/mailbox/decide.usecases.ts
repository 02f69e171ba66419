import { CommandError } from '../../../engines/commands/command.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { Context } from '../../../records/context.ts'
import { noteGivenUp } from '../../../records/documents/bytes/stored-objects.repository.ts'
import type { DocumentDraft } from '../../../records/documents/intake/document-draft.ts'
import type { Bringer } from '../../../records/doors/bringer.ts'
import {
  findMail,
  listMailFiles,
  type MailEnding,
  type MailFile,
  type MailRow,
} from '../../../records/doors/mail-delivery.repository.ts'
import { endMessage } from './end-message.ts'
import { keptMessage } from './raw-message.ts'
import { takeInFiles } from './take-in-files.ts'

/** @throws CommandError where no message of that id waits. */
export async function requireWaiting({ database }: Pick<Context, 'database'>, id: string): Promise<MailRow> {
  const mail = await findMail(database.kysely, id)
  if (mail?.state === 'waiting') return mail
  throw new CommandError(`No message ${id} waits for a person.`)
}

/** Takes in the files of a message that waits, as documents that `bringer` brought. Broken off, it is done again. */
export async function takeInWaiting(
  context: Context,
  mail: MailRow,
  { bringer, draft }: { bringer: Bringer; draft: DocumentDraft },
): Promise<MailFile[]> {
  const { id, rawKey, byteSize, sha256 } = mail
  if (rawKey === null)
    throw new CommandError(
      'This message is too large for the portal: take its files out by hand and upload them.',
    )
  const raw = keptMessage(context, { key: rawKey, size: byteSize, sha256 })
  const stored = await takeInFiles(context, { deliveryId: id, raw, draft, uploadedBy: bringer.accountId })
  if (stored > 0) await decide(context, mail, { state: 'accepted', reason: null, countyId: draft.countyId })
  return listMailFiles(context.database.kysely, id)
}

/** Refuses one for good; its sender is told where they are known for certain and `isTold`. */
export async function refuseWaiting(
  context: Context,
  mail: MailRow,
  { reason, answerTo }: { reason: string; answerTo: string | null },
): Promise<void> {
  await decide(context, mail, { state: 'refused', reason, countyId: mail.countyId }, answerTo)
}

async function decide(
  context: Context,
  { id, accountId, rawKey, sender }: MailRow,
  said: Pick<MailEnding, 'state' | 'reason' | 'countyId'>,
  answerTo: string | null = null,
): Promise<void> {
  const by = context.actor.kind === 'person' ? context.actor.person.accountId : null
  const ending = {
    ...said,
    accountId,
    isAnswered: answerTo !== null,
    decision: { by, at: context.clock.now() },
  }
  const isEnded = await endMessage(context, {
    id,
    from: 'waiting',
    ending,
    answerTo,
    async alsoRecord(transaction) {
      if (rawKey !== null) await noteGivenUp(transaction, rawKey)
      await recordAudit(transaction, context, {
        action: said.state === 'accepted' ? 'mail.taken_in' : 'mail.turned_away',
        subject: { kind: 'address', id: sender },
        countyId: said.countyId,
        after: { message: id, onBehalfOf: sender, reason: said.reason },
      })
    },
  })
  if (!isEnded) throw new CommandError(`Somebody has decided on message ${id} in the meantime.`)
}
