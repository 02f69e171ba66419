import { getConfig, type Config } from '@portal/contract/sign-in/sign-in.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'

/** The firm's settings. They change only when the server restarts. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => call(getConfig),
  staleTime: 'static',
})

/** Settings that only some screens use have their defaults there, because this file loads on a first visit. */
type KnownConfig = Omit<Config, 'maxUploadBytes'> & Partial<Config>

/** Used until the server responds, and if it cannot: the specification's own texts and years. */
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

/** The firm's maximum file size in bytes; the specification's limit until the server responds. */
export function useMaxUploadBytes(): number {
  return useConfig().maxUploadBytes ?? MAX_UPLOAD_BYTES
}
