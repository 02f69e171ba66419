import type { Config, Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { Person } from '../../records/access/actor.ts'

type NamedCounty = { readonly id: number; readonly name: string; readonly isClosed: boolean }

/** The facts about a person that are the same in all their sessions. */
export type PersonsSession = Omit<Session, 'sessionKey'>

/** `belongsTo` are the person's counties, by name. */
export function toSession(
  { email, rights, counties, ownCounty }: Person,
  belongsTo: readonly NamedCounty[],
): PersonsSession {
  return {
    username: email,
    isAdmin: counties === 'all',
    countyID: ownCounty?.id ?? null,
    countyName: ownCounty?.name ?? null,
    counties: belongsTo.map(({ id, name, isClosed }) => ({
      CountyID: id,
      Name: name,
      ...(isClosed && { isClosed }),
    })),
    rights: [...rights],
  }
}

/** The session of a person who must first give or set up a second factor. Until then they have no rights anywhere. */
export function toHeldSession(session: Session, secondFactor: NonNullable<Session['secondFactor']>): Session {
  return { ...session, counties: [], rights: [], secondFactor }
}

/** The settings that are public. */
export function toConfig({
  company,
  newestAppraisalYear,
  maxUploadBytes,
  staffEmailDomain,
  timeZone,
}: Settings): Config {
  return {
    companyName: company.name,
    companyUrl: company.url,
    companyLogo: company.logo,
    companyTagline: company.tagline,
    helpdeskContact: company.helpdeskContact,
    footerYear: company.footerYear,
    newestAppraisalYear,
    maxUploadBytes,
    staffEmailDomain,
    timeZone,
  }
}
