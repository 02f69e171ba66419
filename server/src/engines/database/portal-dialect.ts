import { PostgresDialect, type Driver, type PostgresDialectConfig } from 'kysely'
import { PortalDriver } from './portal-driver.repository.ts'

/**
 * PostgreSQL dialect whose transactions name their isolation level and write access, whatever the defaults of the
 * database and role are. With `isBounded`, PostgreSQL also ends a transaction whose portal is cut off from it. These
 * settings travel with BEGIN in one message and hold for the transaction only, so a pooler may sit in between.
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
