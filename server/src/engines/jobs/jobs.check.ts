import type { DatabaseCheck } from '../database/database-check.ts'
import { deadJobWarnings } from './dead-jobs.ts'

export const jobsCheck: DatabaseCheck = { name: 'jobs', find: ({ kysely }) => deadJobWarnings(kysely) }
