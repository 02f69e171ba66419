import type { DatabaseCheck } from '../database/database-check.ts'
import { tellDeadJobs } from './dead-jobs.ts'

export const jobsCheck: DatabaseCheck = { name: 'jobs', find: ({ kysely }) => tellDeadJobs(kysely) }
