/** What the last look at the store found that people who run the portal should know. */
export type StoreNotices = {
  /** Why nothing is swept; null where it is. */
  notSwept: string | null
  /** Files in quarantine. */
  quarantined: number
}

export function createStoreNotices(): StoreNotices {
  return { notSwept: null, quarantined: 0 }
}

/** The same as sentences. */
export function warningsOfStore({ notSwept, quarantined }: StoreNotices): string[] {
  const warnings = notSwept === null ? [] : [notSwept]
  if (quarantined > 0) {
    warnings.push(
      `${quarantined.toLocaleString('en-US')} stored file(s) that no document has are in quarantine: see portal quarantine.`,
    )
  }
  return warnings
}
