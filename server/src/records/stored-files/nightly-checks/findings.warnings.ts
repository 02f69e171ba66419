import type { Engines } from '../../../engines/engines.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import type { FoundWarning, SlowWarningSource } from '../../../engines/warnings/warning-source.ts'
import { countFindings } from './open-findings.repository.ts'

type Code = 'documents-damaged' | 'messages-damaged' | 'database-inconsistent'
type ToWarning = (count: number) => FoundWarning<Code>

const BY_SOURCE: Readonly<Record<string, ToWarning>> = {
  bytes: (count) => ({
    code: 'documents-damaged',
    text: `The bytes of ${counted(count, 'stored document')} are damaged: \`npm run -s portal -- verify\` names them.`,
  }),
  mails: (count) => ({
    code: 'messages-damaged',
    text: `The bytes of ${counted(count, 'e-mail')} to review are damaged: \`npm run -s portal -- verify\` names them.`,
  }),
  database: (count) => ({
    code: 'database-inconsistent',
    text: `The database has ${counted(count, 'error')}: \`npm run -s portal -- verify --database\` names them.`,
  }),
}

const RUN_IT = { advice: 'Run it: each of its lines says what to do.' }

/** The number of open findings from the last checks, without details. */
export const findingWarnings: SlowWarningSource<Pick<Engines, 'database'>, Code> = {
  subject: 'what verify found',
  warnings: { 'documents-damaged': RUN_IT, 'messages-damaged': RUN_IT, 'database-inconsistent': RUN_IT },
  async collect({ database }) {
    const found = await countFindings(database.kysely)
    return found.flatMap(({ source, count }) => BY_SOURCE[source]?.(count) ?? [])
  },
}
