import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Counties } from '../../../lib/counties.ts'
import { choosesCounty } from '../../../lib/rights.ts'
import { EMPTY_FIELDS, type CountyChoice, type UploadFields } from './upload-fields.ts'

/** The initial fields of a form. A user who selected one of several counties starts with it, if it is open. */
export function startFields(
  session: Pick<Session, 'isAdmin' | 'counties'>,
  scope: number | null,
): UploadFields {
  const isClosed = session.counties.some((county) => county.CountyID === scope && county.isClosed)
  return choosesCounty(session) && !isClosed ? { ...EMPTY_FIELDS, countyId: scope } : EMPTY_FIELDS
}

export function countyChoice({ areChosen, isRead, list }: Counties): CountyChoice {
  if (!areChosen) return 'none'
  if (!isRead) return 'unread'
  return list.length > 0 ? 'offered' : 'none'
}

/** Only the open counties: a closed county can be read, but nothing can be uploaded to it. */
export function openCounties(counties: Counties): Counties {
  return { ...counties, list: counties.list.filter(({ isClosed }) => !isClosed) }
}

/** Restores a draft's fields without a county that the user may no longer choose. */
export function withTheirCounty(fields: UploadFields, { areChosen, isRead, list }: Counties): UploadFields {
  const isTheirs = areChosen && (!isRead || list.some(({ CountyID }) => CountyID === fields.countyId))
  return isTheirs ? fields : { ...fields, countyId: null }
}
