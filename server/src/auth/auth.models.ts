import type { Config, Session } from '@portal/contract/auth.ts'
import type { Settings } from '../config/settings.ts'
import type { Person } from './person.ts'

export function toSession({ email, isAdmin, countyId, countyName }: Person): Session {
  return { username: email, isAdmin, countyID: countyId, countyName }
}

/** What the settings say that everybody may know. */
export function toConfig({ company, newestAppraisalYear, staffEmailDomain, timeZone }: Settings): Config {
  return {
    companyName: company.name,
    companyUrl: company.url,
    companyLogo: company.logo,
    companyTagline: company.tagline,
    helpdeskContact: company.helpdeskContact,
    footerYear: company.footerYear,
    newestAppraisalYear,
    staffEmailDomain,
    timeZone,
  }
}
