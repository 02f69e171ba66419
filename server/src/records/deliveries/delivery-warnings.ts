import type { Engines } from '../../engines/engines.ts'
import { countDropFiles } from './drop-file.repository.ts'
import { countMails } from './mail-delivery.repository.ts'

const DAY_MS = 24 * 3_600_000
const inNumbers = (count: number) => count.toLocaleString('en-US')

/** What waits at the other doors for longer than a day, as sentences. */
export async function deliveryWarnings({
  database,
  clock,
}: Pick<Engines, 'database' | 'clock'>): Promise<string[]> {
  const yesterday = new Date(clock.now().getTime() - DAY_MS)
  const { late } = await countDropFiles(database.kysely, yesterday)
  const mails = await countMails(database.kysely, yesterday)
  return [
    ...(late > 0
      ? [
          `${inNumbers(late)} file(s) of the drop folder have been in hand for longer than a day: see the log.`,
        ]
      : []),
    ...(mails.late > 0
      ? [
          `${inNumbers(mails.late)} message(s) of the mailbox have been in hand for longer than a day: see the log.`,
        ]
      : []),
    ...(mails.waiting > 0
      ? [
          `${inNumbers(mails.waiting)} message(s) of the mailbox wait for a person: see Administration, Mailbox, or portal mailbox.`,
        ]
      : []),
  ]
}
