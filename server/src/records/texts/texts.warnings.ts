import type { Engines } from '../../engines/engines.ts'
import { counted } from '../../engines/warnings/counted.ts'
import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { countTexts } from './text-state.repository.ts'
import { isAnyTextDue } from './texts.repository.ts'

type Read = Pick<Engines, 'database' | 'scanner'>

/** Texts that wait while none is read. A long queue alone is no reason: the newest documents are read first. */
export const textWarnings: SlowWarningSource<Read, 'texts-are-late'> = {
  subject: 'its texts',
  warnings: {
    'texts-are-late': {
      advice: 'See whether a server or worker runs the lane texts, and look up the reason in its log.',
    },
  },
  async collect({ database, scanner }) {
    const { waiting, isLate } = await countTexts(database.kysely)
    if (!isLate || !(await isAnyTextDue(database.kysely, scanner !== null))) return []
    const text = `No text was read for an hour, but ${counted(waiting, 'document waits', 'documents wait')} for it.`
    return [{ code: 'texts-are-late', text }]
  },
}
