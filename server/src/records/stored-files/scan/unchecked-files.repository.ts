import { sql, type RawBuilder } from 'kysely'

/**
 * The files that the scanner did not find clean, as a query: those with a virus, those with a scan that fails again and
 * again, and refused uploads, which have no id. With `withWaiting` also those that merely wait for the scanner, which
 * need nobody. The states are those of a partial index.
 */
export function uncheckedFiles({ withWaiting }: { readonly withWaiting: boolean }): RawBuilder<unknown> {
  const columns = sql`o.key, d.file_name, d.county_id, d.uploaded_by, d.uploaded_at, o.scan_state, o.scan_finding`
  return sql`
    SELECT d.id, ${columns}, o.scan_trouble
    FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
    WHERE o.scan_state IN ('pending', 'infected') AND ${withWaiting ? sql`true` : sql`o.scan_state = 'infected'`}
    UNION
    SELECT d.id, ${columns}, o.scan_trouble
    FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
    WHERE o.scan_trouble IS NOT NULL
    UNION
    SELECT NULL, ${columns}, NULL
    FROM refused_upload AS d JOIN stored_object AS o USING (key)
    WHERE o.state = 'quarantined'`
}
