import { StorageAway } from '../storage.ts'
import type { DiskOperations } from './disk-operations.ts'
import { codeOf } from './system-error.ts'

const NO_RIGHTS = new Set(['EACCES', 'EPERM'])

/**
 * Wraps operations so that a folder without rights counts as a store that is down. The caller gets 503, and the cause
 * in the log names the path.
 */
export function withMissingRightsReported(operations: DiskOperations): DiskOperations {
  const { create, open, rename, link, remove, facts, requireWritable } = operations
  return {
    ...operations,
    create: away(create),
    open: away(open),
    rename: away(rename),
    link: away(link),
    remove: away(remove),
    facts: away(facts),
    requireWritable: away(requireWritable),
  }
}

function away<Arguments extends unknown[], Result>(operation: (...given: Arguments) => Promise<Result>) {
  return async (...given: Arguments): Promise<Result> => {
    try {
      return await operation(...given)
    } catch (error) {
      const code = codeOf(error)
      if (!NO_RIGHTS.has(code)) throw error
      const failure = new StorageAway('A folder of the store has no rights for the portal.', { cause: error })
      throw Object.assign(failure, { code })
    }
  }
}
