import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '../profile/profile.ts'

const PROFILES = ['profile.json', 'profile-engines.json']

/** How long each test file took in the last runs of this checkout, in seconds by its path. */
export function knownSeconds(resultFolder: string): ReadonlyMap<string, number> {
  return new Map(
    PROFILES.flatMap((name) => filesOf(join(resultFolder, name))).map(({ file, seconds }) => [file, seconds]),
  )
}

function filesOf(path: string): Profile['files'] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as Profile).files
  } catch {
    // The tests have not run in this checkout yet.
    return []
  }
}
