import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { countDeadJobs } from './job-list.repository.ts'

/** A sentence for each kind of which jobs are dead; what failed stands in `portal jobs` only, for it may name secrets. */
export async function deadJobWarnings(db: Kysely<DB>): Promise<string[]> {
  const dead = await countDeadJobs(db)
  return dead.map(({ kind, count }) => {
    const [jobs, they] = count === 1 ? ['job is', 'it'] : ['jobs are', 'them']
    return `${count} ${kind} ${jobs} dead: \`npm run -s portal -- jobs\` tells why, \`npm run -s portal -- jobs --retry\` brings ${they} back.`
  })
}
