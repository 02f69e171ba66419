import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { updateSchema } from '../schema.ts'
import { createPool } from '../engines/database/pool.ts'
import { startTestCluster, sweepTestClusters } from './test-cluster.ts'

/** What a test needs to create its own databases. */
export type TestCluster = {
  /** A URL of a role that may create databases. */
  adminUrl: string
  /** The migrated database that the others are copies of. */
  template: string
  /** Owns the template and its copies. It is no superuser, as in production. */
  role: string
  password: string
  /** The pooler in front of it, if any. Tests reach their databases through it, as in production. */
  poolerUrl: string | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster
  }
}

const SILENT = { info() {}, warn() {}, error() {} }

/**
 * Starts one PostgreSQL for the whole run, or uses the one of PORTAL_TEST_DATABASE_URL (a role that may create roles
 * and databases), and migrates the template once. Returns a function that removes everything.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['PORTAL_TEST_DATABASE_URL']
  const own = external ? null : await startTestCluster()
  const cluster = newCluster(external ?? own?.adminUrl ?? '')
  return offerCluster(project, cluster, async () => {
    await (own ? own.stop() : removeDatabases(cluster))
    await sweepTestClusters()
  })
}

/** The names that tests use in a PostgreSQL. No other run has them. */
export function newCluster(adminUrl: string, poolerUrl: string | null = null): TestCluster {
  const name = `portal_test_${randomBytes(5).toString('hex')}`
  return { adminUrl, poolerUrl, template: name, role: name, password: randomBytes(12).toString('hex') }
}

/**
 * Migrates the template of a cluster and provides it to the tests.
 * @returns `remove`, which runs immediately if this fails.
 */
export async function offerCluster(
  project: TestProject,
  cluster: TestCluster,
  remove: () => Promise<void>,
): Promise<() => Promise<void>> {
  try {
    await createTemplate(cluster)
    project.provide('cluster', cluster)
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

async function createTemplate({ adminUrl, template, role, password }: TestCluster): Promise<void> {
  const admin = await connect(adminUrl)
  try {
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
    // A role that is no superuser must be a member of it to give it databases.
    await admin.query(`GRANT ${role} TO CURRENT_USER`)
    await admin.query(`CREATE DATABASE ${template} OWNER ${role} TEMPLATE template0 ENCODING 'UTF8'`)
  } finally {
    await admin.end()
  }
  const pool = createPool(
    { connectionString: urlOf(adminUrl, { database: template, user: role, password }) },
    { size: 3, log: SILENT },
  )
  try {
    await updateSchema(pool)
  } finally {
    await pool.end()
  }
}

async function removeDatabases({ adminUrl, template, role }: TestCluster): Promise<void> {
  const admin = await connect(adminUrl)
  try {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`)
    await admin.query(`DROP ROLE IF EXISTS ${role}`)
  } finally {
    await admin.end()
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

/** The same server, but another database and role. */
export function urlOf(
  adminUrl: string,
  { database, user, password }: { database: string; user: string; password: string },
): string {
  const url = new URL(adminUrl)
  url.username = user
  url.password = password
  url.pathname = `/${database}`
  return url.href
}
