import {
  CompiledQuery,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'

/** Milliseconds after which PostgreSQL itself ends a statement of a bounded transaction, or the idle transaction. */
const BOUND_MS = 300_000

/** Begins transactions as `PortalDialect` describes. */
export class PortalDriver extends PostgresDriver {
  readonly #isBounded: boolean

  constructor({ isBounded = false, ...config }: PostgresDialectConfig & { readonly isBounded?: boolean }) {
    super(config)
    this.#isBounded = isBounded
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginning(settings, { isBounded: this.#isBounded })))
  }
}

/** The SQL that begins a transaction, in one message. */
function beginning(
  { isolationLevel = 'read committed', accessMode = 'read write' }: TransactionSettings,
  { isBounded }: { isBounded: boolean },
): string {
  const begin = `START TRANSACTION ISOLATION LEVEL ${isolationLevel} ${accessMode}`
  if (!isBounded) return begin
  return `${begin}; SET LOCAL statement_timeout = ${BOUND_MS}; SET LOCAL idle_in_transaction_session_timeout = ${BOUND_MS}`
}
