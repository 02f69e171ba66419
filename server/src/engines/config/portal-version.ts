import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const PACKAGE = join(import.meta.dirname, '../../../../package.json')

/** The version of the portal, as its package says. */
export const PORTAL_VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version
