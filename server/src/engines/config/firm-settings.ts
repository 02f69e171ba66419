import * as schema from './setting-schemas.ts'
import type { Values, Variables } from './variable.ts'

export const FIRM_VARIABLES = {
  TIME_ZONE: {
    schema: schema.timeZone,
    default: 'America/Chicago',
    doc: "the firm's time zone: for the appraisal year of an upload, and for dates on screens",
  },
  NEWEST_APPRAISAL_YEAR: {
    schema: schema.wholeNumber(2000, 2999),
    default: 2026,
    doc: 'the newest of the nine appraisal years to choose from',
  },
  COMPANY_NAME: { schema: schema.text, default: 'County Document Portal', doc: "the firm's own name" },
  COMPANY_URL: { schema: schema.webAddress, default: '/', doc: "the link behind the firm's name" },
  COMPANY_LOGO: {
    schema: schema.webAddress,
    defaultDoc: "the portal's own emblem",
    doc: 'the address of a picture',
  },
  COMPANY_TAGLINE: {
    schema: schema.text,
    default: 'Industrial & Mineral Appraisal Service Since 1926',
    doc: 'the line below the name on the welcome screen and the sign-in screens',
  },
  HELPDESK_CONTACT: {
    schema: schema.text,
    default: 'the helpdesk',
    doc: 'an address or number of the helpdesk, for messages that refer to it',
  },
  FOOTER_YEAR: { schema: schema.wholeNumber(1900, 2999), default: 2025, doc: 'the year in the footer' },
} satisfies Variables

export function firmSettings(values: Values<typeof FIRM_VARIABLES>) {
  return {
    timeZone: values.TIME_ZONE,
    newestAppraisalYear: values.NEWEST_APPRAISAL_YEAR,
    company: {
      name: values.COMPANY_NAME,
      url: values.COMPANY_URL,
      logo: values.COMPANY_LOGO ?? '',
      tagline: values.COMPANY_TAGLINE,
      helpdeskContact: values.HELPDESK_CONTACT,
      footerYear: values.FOOTER_YEAR,
    },
  }
}
