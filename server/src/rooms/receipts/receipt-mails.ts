import { exactMoments } from '@portal/contract/exact-moment.ts'
import { receiptGroups, receivedNote } from '@portal/contract/receipts/receipt-groups.ts'
import { clockSentence } from '@portal/contract/receipts/receipts.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import { z } from 'zod'
import type { Attachment } from '../../engines/mail/mail.ts'
import type { Composers, MailContent, WaitingMail } from '../../engines/mail/compose.ts'
import { writeLetter, type LetterTable } from '../../engines/mail/letter.ts'
import type { World } from '../../records/context.ts'
import { readReceipt } from '../../records/receipts/read-receipt.ts'
import type { StoredReceipt } from '../../records/receipts/receipt.ts'
import { pdfName } from './pdf/pdf-name.ts'
import { verifyUrl } from '../../records/receipts/receipt-number.ts'

export const RECEIPT_MAIL = 'receipt'

/** The maximum number of files that the email lists. Its link leads to all of them. */
const MAX_LISTED = 200

const receiptFacts = z.object({ number: z.string() })

export const receiptMails: Composers<World> = { [RECEIPT_MAIL]: composeReceipt }

/** Composes the email with the receipt for the sender. */
async function composeReceipt(world: World, { facts }: WaitingMail): Promise<MailContent | null> {
  const { settings, database } = world
  const { number } = receiptFacts.parse(facts)
  const found = await readReceipt(database.kysely, number, null)
  if (!found) return null
  const { receipt, isSound } = found
  if (!isSound) return damagedLetter(world, number)
  const { checkCode, clock, clockAheadMs } = receipt
  const pdf = await pdfOf(receipt, world)
  const letter = writeLetter(settings, {
    subject: `Filing receipt ${number}`,
    opening: [
      receivedText(receipt, settings.company.name),
      `Receipt number: ${number}`,
      `Check code: ${checkCode}`,
    ],
    tables: filesTables(receipt, settings.timeZone),
    link: { label: 'Open the receipt', url: `${settings.publicUrl}${SCREENS.receipts}/${number}` },
    closing: [
      `A file counts as received when the upload finishes. ${clockSentence({ ClockState: clock, ClockAheadMs: clockAheadMs })}`,
      `The receipt is attached as a PDF, too: ${pdf.filename}.`,
      `Please keep this mail. People of the county can verify the receipt: ${verifyUrl(settings, receipt)}`,
      'If you did not upload these files, please tell the helpdesk: someone may know your password.',
    ],
  })
  return { ...letter, attachments: [pdf] }
}

/** Leaves out the contents of the receipt, because the portal can no longer prove them. */
function damagedLetter({ settings, log }: World, number: string): MailContent {
  log.error({ number }, 'A receipt was changed in the database before it was mailed.')
  return writeLetter(settings, {
    subject: `Filing receipt ${number} is damaged`,
    opening: [
      `What the portal keeps of the receipt ${number} was changed after the receipt was made, so this mail does not repeat it.`,
      'Your files are in Documents. Please tell the helpdesk, and ask for a new receipt.',
    ],
    link: { label: 'Open Documents', url: `${settings.publicUrl}${SCREENS.documents}` },
    closing: [],
  })
}

async function pdfOf(receipt: StoredReceipt, { settings, printReceipt }: World): Promise<Attachment> {
  const content = await printReceipt(receipt, settings)
  return { filename: pdfName(receipt), contentType: 'application/pdf', content }
}

/** For example: 'Reeves Appraisal has received 12 files of Reeves County from ann@reeves.example.' */
function receivedText(
  { files, countyName, sender }: Pick<StoredReceipt, 'files' | 'countyName' | 'sender'>,
  company: string,
): string {
  const what = files.length === 1 ? '1 file' : `${files.length.toLocaleString('en-US')} files`
  const where = countyName === null ? '' : ` of ${countyName}`
  return `${company} has received ${what}${where} from ${sender}.`
}

/** Returns one table for each category and type. */
function filesTables({ files, number }: StoredReceipt, timeZone: string): LetterTable[] {
  const tell = exactMoments(timeZone)
  const more = files.length - MAX_LISTED
  const groups = receiptGroups(files.slice(0, MAX_LISTED), (file) => file)
  return groups.map(({ heading, files: ofGroup }, at) => ({
    heading,
    header: ['File ID', 'File name', 'Description and owner', 'Bytes', 'SHA-256', 'Received', 'UTC'],
    rows: ofGroup.map((file) => {
      const { local, utc } = tell(file.receivedAt)
      const bytes = file.byteSize.toLocaleString('en-US')
      const note = receivedNote(file) ?? '–'
      return [String(file.documentId), file.fileName, note, bytes, file.sha256.toString('hex'), local, utc]
    }),
    after:
      more > 0 && at === groups.length - 1
        ? `and ${more.toLocaleString('en-US')} more: see the receipt ${number}.`
        : null,
  }))
}
