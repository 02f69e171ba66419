import { PostgresDialect, type Driver, type PostgresDialectConfig } from 'kysely'
import { PortalDriver } from './portal-driver.repository.ts'

/**
 * PostgreSQL as the portal speaks to it: every transaction names its isolation and that it writes, whatever database and
 * role have as their defaults. With `isBounded` it also ends by itself should the portal be cut off from it. All of that
 * goes with BEGIN in one message, and holds for the transaction only, so a pooler may stand between.
 */
export class PortalDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig & { readonly isBounded?: boolean }

  constructor(config: PostgresDialectConfig & { readonly isBounded?: boolean }) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PortalDriver(this.#config)
  }
}
