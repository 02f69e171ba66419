import type { Transaction } from 'kysely'
import type { Finding } from '../../../engines/database/database-check.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { replaceFindings } from '../../../records/stored-files/nightly-checks/open-findings.repository.ts'
import type { DamagedMail } from './verify-mails.ts'
import type { DamagedDocument } from './verify.usecases.ts'

/** Saves the findings of all database checks. `/readyz` warns of them until the checks find nothing. */
export async function saveDatabaseFindings(
  transaction: Transaction<DB>,
  findings: readonly Finding[],
): Promise<void> {
  const wrong = findings.map(({ check, problem }) => ({ subject: `${check}: ${problem}`, problem }))
  await replaceFindings(transaction, 'database', wrong)
}

/** Saves which documents were damaged when all documents were read. */
export async function saveDamagedDocuments(
  transaction: Transaction<DB>,
  damaged: readonly DamagedDocument[],
): Promise<void> {
  const wrong = damaged.map(({ fileID, problem }) => ({ subject: String(fileID), problem }))
  await replaceFindings(transaction, 'bytes', wrong)
}

/** Saves which messages that wait for a person are damaged. */
export async function saveDamagedMails(
  transaction: Transaction<DB>,
  damaged: readonly DamagedMail[],
): Promise<void> {
  const wrong = damaged.map(({ mailID, problem }) => ({ subject: mailID, problem }))
  await replaceFindings(transaction, 'mails', wrong)
}
