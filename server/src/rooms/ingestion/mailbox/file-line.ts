import { oneLine } from '@portal/contract/plain-name.ts'
import type { MailFile } from '../../../records/deliveries/mail-delivery.repository.ts'

type Decided = Pick<MailFile, 'state' | 'fileName' | 'documentId' | 'cameBefore' | 'reason'>

/** The result of a file, as one line for people; null while there is none. */
export function fileLine({ state, fileName, documentId, cameBefore, reason }: Decided): string | null {
  if (state === 'open') return null
  return oneLine(sentenceOf({ state, fileName, documentId, cameBefore, reason }))
}

function sentenceOf({ state, fileName, documentId, cameBefore, reason }: Decided): string {
  if (state === 'accepted')
    return `${cameBefore ? 'Came before, as' : 'Accepted as'} file ${documentId}: ${fileName}`
  // Most reasons begin with the name.
  return `Not accepted: ${reason?.startsWith(fileName) ? '' : `${fileName}. `}${reason}`
}
