import type { DatabaseCheck } from '../database/database-check.ts'
import { jobWarnings } from './jobs.warnings.ts'

export const jobsCheck: DatabaseCheck = {
  name: 'jobs',
  find: async (database) => (await jobWarnings.collect({ database })).map(({ text }) => text),
}
