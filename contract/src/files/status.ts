/** The four states of a file (specification, sections 3 and 4). */
export const STATUS = { new: 1, completed: 2, inProgress: 3, needMoreInfo: 4 } as const
export type StatusId = (typeof STATUS)[keyof typeof STATUS]

/** In the list's order of priority: the longest wait for attention comes first. */
export const STATUSES_BY_PRIORITY: readonly StatusId[] = [
  STATUS.new,
  STATUS.inProgress,
  STATUS.needMoreInfo,
  STATUS.completed,
]

/** The status texts in rows and in the edit dialog. */
export const STATUS_TEXT: Record<StatusId, string> = {
  1: 'New',
  2: 'Completed',
  3: 'In Progress',
  4: 'Needs More Info',
}

/** The status labels in the list's filter, for which the specification words status 4 differently. */
export const STATUS_FILTER_LABEL: Record<StatusId, string> = { ...STATUS_TEXT, 4: 'Need More Info' }
