/** What the screen lists: what was given up, what waits, or the mails that were refused for good. */
export const LISTS = ['failed', 'waiting', 'refused'] as const
export type JobList = (typeof LISTS)[number]

/** What the screen shows, as its address says it; a place is that of the page behind which it stands. */
export type JobsAddress = {
  readonly list: JobList
  readonly kind: string
  readonly after: string | null
}

/** Reads an address that anybody may have typed: what is not known counts as not set. */
export function readJobsAddress(params: URLSearchParams): JobsAddress {
  return {
    list: LISTS.find((list) => list === params.get('list')) ?? 'failed',
    kind: params.get('kind') ?? '',
    after: params.get('after'),
  }
}

/** The address of a view; what is not set, and the usual list, are left out. */
export function writeJobsAddress({ list, kind, after }: JobsAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (list !== 'failed') params.set('list', list)
  if (kind !== '' && list !== 'refused') params.set('kind', kind)
  if (after !== null) params.set('after', after)
  return params
}
