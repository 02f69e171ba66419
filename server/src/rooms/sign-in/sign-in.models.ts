import type { Config, Session } from '@portal/contract/sign-in/sign-in.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { Person } from '../../records/access/actor.ts'

type NamedCounty = { readonly id: number; readonly name: string; readonly isClosed: boolean }

/** What a session says of its person, whichever of their sessions it is. */
export type PersonsSession = Omit<Session, 'sessionKey'>

/** `belongsTo` are the counties of the person, by name. */
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

/** The session of somebody who has to give or set up a second factor first: until then they may do nothing anywhere. */
export function toHeldSession(session: Session, secondFactor: NonNullable<Session['secondFactor']>): Session {
  return { ...session, counties: [], rights: [], secondFactor }
}

/** What the settings say that everybody may know. */
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
