/** The four states of a file (specification, sections 3 and 4). */
export const STATUS = { new: 1, completed: 2, inProgress: 3, needMoreInfo: 4 } as const
export type StatusId = (typeof STATUS)[keyof typeof STATUS]

/** In the order of priority of the list: the longest wait for attention comes first. */
export const STATUSES_BY_PRIORITY: readonly StatusId[] = [
  STATUS.new,
  STATUS.inProgress,
  STATUS.needMoreInfo,
  STATUS.completed,
]

/** As rows and the edit dialog say it. */
export const STATUS_TEXT: Record<StatusId, string> = {
  1: 'New',
  2: 'Completed',
  3: 'In Progress',
  4: 'Needs More Info',
}

/** As the list's filter says it: the specification words status 4 differently there. */
export const STATUS_FILTER_LABEL: Record<StatusId, string> = { ...STATUS_TEXT, 4: 'Need More Info' }
