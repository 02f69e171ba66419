import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { may } from '../../../lib/rights.ts'
import type { CountyChoice } from './upload-fields.ts'

/** 'link': the owner is linked with its relation. 'name': the firm links it. 'none': a file has no county for one. */
export type OwnerRight = 'link' | 'name' | 'none'

/** What the user may do with the owner of a file. */
export function ownerRight(session: Session, county: CountyChoice): OwnerRight {
  if (may(session, 'documents.edit')) return 'link'
  return county === 'none' && session.countyID === null ? 'none' : 'name'
}
