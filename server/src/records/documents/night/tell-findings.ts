import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { countFindings } from './standing-findings.repository.ts'

/** What the last looks found wrong, without naming anything: everybody may ask for it. */
export async function tellFindings(db: Kysely<DB>): Promise<string[]> {
  const found = await countFindings(db)
  return found.map(({ source, count }) => {
    const number = count.toLocaleString('en-US')
    return source === 'bytes'
      ? `The bytes of ${number} stored document(s) are damaged: \`npm run -s portal -- verify\` names them.`
      : `${number} thing(s) in the database are wrong: \`npm run -s portal -- verify --database\` names them.`
  })
}
