import type { Engines } from '../../engines/engines.ts'
import { counted } from '../../engines/warnings/counted.ts'
import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { countTexts } from './text-state.repository.ts'
import { isAnyTextDue } from './texts.repository.ts'

type Read = Pick<Engines, 'database' | 'scanner'>

/** Texts that wait while none is read. A long queue alone is no reason: the newest documents are read first. */
export const textWarnings: SlowWarningSource<Read, 'texts-are-late' | 'texts-are-delayed'> = {
  subject: 'its texts',
  warnings: {
    'texts-are-late': {
      advice: 'See whether a server or worker runs the lane texts, and look up the reason in its log.',
    },
    'texts-are-delayed': {
      advice:
        'A large scan may take 20 minutes. If this lasts longer, look at the newest documents, and at the log of the server or worker that runs the lane texts.',
    },
  },
  async collect({ database, scanner }) {
    const { waiting, isLate, isDelayed } = await countTexts(database.kysely)
    if (!(isLate || isDelayed) || !(await isAnyTextDue(database.kysely, scanner !== null))) return []
    const period = isLate ? 'an hour' : 'ten minutes'
    const text = `No text was read for ${period}, but ${counted(waiting, 'document waits', 'documents wait')} for it.`
    return [{ code: isLate ? 'texts-are-late' : 'texts-are-delayed', text }]
  },
}
