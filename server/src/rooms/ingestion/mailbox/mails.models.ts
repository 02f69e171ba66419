import type { Mail, MailFile } from '@portal/contract/ingestion/mailbox.ts'
import { addressesOf } from '../../../engines/mailbox/message/addresses.ts'
import type { FilingAddress } from './mail-addresses.ts'
import { isCut } from '../../../engines/mailbox/message/mail-facts.ts'
import type { ListedMail, ListedMailFile } from './mails.repository.ts'

type Beside = { readonly files: readonly ListedMailFile[]; readonly addresses: readonly FilingAddress[] }

export function toMail(row: ListedMail, { files, addresses }: Beside): Mail {
  return {
    mailID: row.id,
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    arrivedAt: row.arrivedAt.toISOString(),
    bytes: row.byteSize,
    state: row.state,
    reason: row.reason,
    files: files.filter(({ deliveryId }) => deliveryId === row.id).map(toFile),
    isVerified: isVerified(row),
    account: row.account,
    addresseeNote: addresseeNote(row),
    proposal: proposalFor(row, addresses),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
  }
}

function toFile({ place, fileName, byteSize, state, documentId, reason }: ListedMailFile): MailFile {
  return { place, name: fileName, bytes: byteSize, state, fileID: documentId, reason }
}

/** A message has an account only if its sender was verified, so this is known of older messages, too. */
function isVerified({ isSenderVerified, account }: ListedMail): boolean | null {
  return isSenderVerified ?? (account === null ? null : true)
}

/** The address that a reason could be mailed to: the account that verifiably sent it, else the address in From. */
export function addresseeNote({ sender, account }: Pick<ListedMail, 'sender' | 'account'>): string | null {
  const [written, ...others] = isCut(sender) ? [] : addressesOf(sender)
  return account ?? (others.length === 0 ? (written?.address ?? null) : null)
}

function proposalFor(
  { recipient, countyId }: ListedMail,
  addresses: readonly FilingAddress[],
): Mail['proposal'] {
  const written = new Set(addressesOf(recipient).map(({ address }) => address))
  const found = addresses.filter(({ address }) => written.has(address))
  const [only] = found
  if (found.length === 1 && only) {
    const { categoryId: categoryID, typeId: typeID, description } = only.draft
    return { countyID: only.countyId, categoryID, typeID, description }
  }
  return countyId === null ? null : { countyID: countyId, categoryID: null, typeID: null, description: '' }
}
