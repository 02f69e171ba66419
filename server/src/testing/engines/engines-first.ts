import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first. Ceph and Swift start while the first of them run, which do not need S3.
 */
const LONGEST = [
  'dovecot.engine.test.ts',
  'ingestion-on-a-full-disk.engine.test.ts',
  'clamd.engine.test.ts',
  'standby-promoted.engine.test.ts',
  'server-killed.engine.test.ts',
  'several-servers.engine.test.ts',
  'releases-side-by-side.test.ts',
]

/** Starts the longest files first, then the other files on engines, then those on the pooler. */
export class EnginesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.indexOf(basename(moduleId))
  return at === -1 ? LONGEST.length : at
}
