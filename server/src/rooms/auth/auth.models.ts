import type { Config, Session } from '@portal/contract/auth.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { Person } from '../../records/access/person.ts'

export function toSession({ email, counties, ownCounty }: Person): Session {
  return {
    username: email,
    isAdmin: counties === 'all',
    countyID: ownCounty?.id ?? null,
    countyName: ownCounty?.name ?? null,
  }
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
