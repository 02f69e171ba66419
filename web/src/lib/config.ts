import { getConfig, type Config } from '@portal/contract/sign-in/sign-in.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'

/** What belongs to the firm. It changes with a restart of the server only. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => call(getConfig),
  staleTime: 'static',
})

/** What only some screens ask for has its default there: this one comes with the first visit. */
type KnownConfig = Omit<Config, 'maxUploadBytes'> & Partial<Config>

/** Used until the server has answered, and where it cannot: the specification's own words and years. */
const DEFAULT_CONFIG: KnownConfig = {
  companyName: 'County Document Portal',
  companyUrl: '/',
  companyLogo: '',
  companyTagline: 'Industrial & Mineral Appraisal Service Since 1926',
  helpdeskContact: 'the helpdesk',
  footerYear: 2025,
  newestAppraisalYear: 2026,
  staffEmailDomain: null,
  timeZone: 'America/Chicago',
}

export function useConfig(): KnownConfig {
  return useQuery(configQuery).data ?? DEFAULT_CONFIG
}

/** The largest file that the firm takes, in bytes; the specification's until the server has told. */
export function useMaxUploadBytes(): number {
  return useConfig().maxUploadBytes ?? MAX_UPLOAD_BYTES
}
