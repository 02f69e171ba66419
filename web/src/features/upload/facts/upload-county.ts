import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Counties } from '../../../lib/counties.ts'
import { choosesCounty } from '../../../lib/rights.ts'
import { EMPTY_FIELDS, type CountyChoice, type UploadFields } from './upload-fields.ts'

/** The fields that a form starts with: of several counties, the one that this person works for is chosen, where it is open. */
export function startFields(session: Pick<Session, 'isAdmin' | 'counties' | 'countyID'>): UploadFields {
  const { counties, countyID } = session
  const isClosed = counties.some((county) => county.CountyID === countyID && county.isClosed)
  return choosesCounty(session) && !isClosed ? { ...EMPTY_FIELDS, countyId: countyID } : EMPTY_FIELDS
}

export function countyChoice({ areChosen, isRead, list }: Counties): CountyChoice {
  if (!areChosen) return 'none'
  if (!isRead) return 'unread'
  return list.length > 0 ? 'offered' : 'none'
}

/** Those that take documents: a closed county is read, and nothing is uploaded to it. */
export function openCounties(counties: Counties): Counties {
  return { ...counties, list: counties.list.filter(({ isClosed }) => !isClosed) }
}

/** What was left on the form, without a county that is no longer theirs to choose. */
export function withTheirCounty(fields: UploadFields, { areChosen, isRead, list }: Counties): UploadFields {
  const isTheirs = areChosen && (!isRead || list.some(({ CountyID }) => CountyID === fields.countyId))
  return isTheirs ? fields : { ...fields, countyId: null }
}
