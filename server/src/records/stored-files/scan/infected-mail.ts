import { SCREENS } from '@portal/contract/screens.ts'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Composers, MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter, momentText } from '../../../engines/mail/letter.ts'
import { countMailsSince } from '../../../engines/mail/outbox.repository.ts'
import type { StoredFilesWorld } from '../context.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { ActorContext } from '../../access/context.ts'
import { findEmail, findNoticed } from './infected-mail.repository.ts'

const TO_UPLOADER = 'infected-upload'
const TO_ADMINISTRATORS = 'infected-file'

/** A batch of a hundred infected files must not send everyone a hundred mails: the screen lists them all. */
const MAX_PER_HOUR = 20
const HOUR_MS = 3_600_000

const infectedFacts = z.object({
  fileName: z.string(),
  finding: z.string(),
  uploadedAt: z.coerce.date(),
  uploadedBy: z.string(),
  countyId: z.int().nullable(),
  /** Null for an upload that was rejected. */
  fileId: z.int().nullable(),
  /** Whether the bytes of a rejected upload are in quarantine. Servers of the previous release always keep them. */
  isKept: z.boolean().default(true),
})

export type InfectedFile = Omit<z.input<typeof infectedFacts>, 'uploadedBy' | 'uploadedAt'> & {
  readonly uploadedAt: Date
  readonly uploadedBy: number
}

/** Queues mails about a virus to the uploader and all administrators. Wake the jobs after the commit. */
export async function enqueueInfectedMails(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'clock' | 'jobs' | 'settings'>,
  file: InfectedFile,
): Promise<void> {
  const facts = { ...file, uploadedBy: await findEmail(transaction, file.uploadedBy) }
  const since = new Date(context.clock.now().getTime() - HOUR_MS)
  for (const { id, email } of await findNoticed(transaction, file.uploadedBy)) {
    const kind = id === file.uploadedBy ? TO_UPLOADER : TO_ADMINISTRATORS
    const sent = await countMailsSince(transaction, { kind, recipient: email, since })
    if (sent < MAX_PER_HOUR) await enqueueMail(transaction, context, { kind, recipient: email, facts })
  }
}

export const infectedMails: Composers<StoredFilesWorld> = {
  [TO_UPLOADER]: composeToUploader,
  [TO_ADMINISTRATORS]: composeToAdministrators,
}

async function composeToUploader({ settings }: Engines, { facts }: WaitingMail): Promise<MailContent> {
  const { fileName, finding, uploadedAt, fileId } = infectedFacts.parse(facts)
  return writeLetter(settings, {
    subject: 'A virus was found in a file of yours',
    opening: [
      `On ${momentText(uploadedAt, settings.timeZone)} you uploaded the file “${fileName}”. A virus was found in it: ${finding}.`,
      fileId === null
        ? 'The file was refused and is not in any list. Nobody can open it.'
        : `The file (${fileId}) was blocked: it is still in the list, but no one can open it.`,
      'What to do: do not open the file on your computer. Have the computer checked for viruses, then upload the file again from a clean original.',
    ],
    closing: ['If you did not upload this file, please tell the helpdesk: someone may know your password.'],
  })
}

async function composeToAdministrators(
  world: StoredFilesWorld,
  { facts }: WaitingMail,
): Promise<MailContent> {
  const { settings, dictionaries } = world
  const { fileName, finding, uploadedAt, uploadedBy, countyId, fileId, isKept } = infectedFacts.parse(facts)
  const county = (await dictionaries.names([countyId])).countyName(countyId) ?? 'no county'
  return writeLetter(settings, {
    subject: 'A virus was found in a file',
    opening: [
      `A virus was found in the file “${fileName}”: ${finding}.`,
      `${uploadedBy} (${county}) uploaded it on ${momentText(uploadedAt, settings.timeZone)}.`,
      fileId === null
        ? `It was refused as it came${isKept ? ' and lies in quarantine' : ''}. It is not in any list, and no one can open it.${isKept ? '' : ' Quarantine is full, so its bytes were not kept: please remove what nobody needs there.'}`
        : `It is file ${fileId} and was blocked: it is still in the list, but no one can open it.`,
      'What to do: ask the uploader for a clean original, and see whether their other files are sound. Then remove the file for good; if you think that it is a false alarm, update the signatures and have it checked again.',
    ],
    link: { label: 'See the files', url: `${settings.publicUrl}${SCREENS.virusChecks}` },
    closing: [],
  })
}
