import { dirname, join } from 'node:path'
import type { PostgresVersion } from '../test-cluster.ts'
import { requireProgram } from './packages.ts'

/** The oldest supported PostgreSQL, of Debian 12. @throws Error that names its package if it is missing. */
export function oldestPostgres(): PostgresVersion {
  const postgres = requireProgram('/usr/lib/postgresql/15/bin/postgres')
  const programs = { postgres, initdb: join(dirname(postgres), 'initdb') }
  return { programs, locale: ['--locale=C.UTF-8'], settings: {} }
}
