import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { countFindings } from './standing-findings.repository.ts'

const SAYS: Readonly<Record<string, (number: string) => string>> = {
  bytes: (number) =>
    `The bytes of ${number} stored document(s) are damaged: \`npm run -s portal -- verify\` names them.`,
  mails: (number) =>
    `The bytes of ${number} message(s) that wait for a person are damaged: \`npm run -s portal -- verify\` names them.`,
  database: (number) =>
    `${number} thing(s) in the database are wrong: \`npm run -s portal -- verify --database\` names them.`,
}

/** What the last looks found wrong, without naming anything: everybody may ask for it. */
export async function findingWarnings(db: Kysely<DB>): Promise<string[]> {
  const found = await countFindings(db)
  return found.flatMap(({ source, count }) => SAYS[source]?.(count.toLocaleString('en-US')) ?? [])
}
