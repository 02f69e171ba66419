/** Key, size and SHA-256 of every document, including the bin, and of the mails that wait for a person. */
export const STORED_DOCUMENTS = `
  SELECT storage_key, byte_size, sha256 FROM (
    SELECT storage_key, byte_size, encode(sha256, 'hex') AS sha256 FROM document
    UNION ALL
    SELECT raw_key, byte_size, encode(sha256, 'hex') FROM mail_delivery WHERE raw_key IS NOT NULL
  ) AS stored ORDER BY storage_key COLLATE "C"`

/** Tables whose rows no backup contains, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migration: 'The restore applies the migrations, which the manifest names.',
  schema_repeatable: 'The restore applies the functions of its own release.',
  session:
    'Sessions that were ended since, by a new password for one, must not live again: everybody signs in anew.',
  half_session: 'Sign-ins that wait for their code are over in minutes.',
  session_identity: 'It goes with the session, which is in no backup.',
  issuer_request: 'Sign-ins for which somebody was sent to an issuer are over in minutes.',
  identity_to_join: 'What waits for the proof of an account is over in minutes.',
  passkey_challenge: 'What devices are asked to sign is over in minutes.',
  throttled_attempt: 'Attempts count for a quarter of an hour or a day; what is restored begins without any.',
  document_store: 'The restored store is another one, and gets a name of its own.',
  document_text: 'The restored portal reads the texts again from the documents, the newest first.',
  document_page: 'It goes with document_text.',
  text_sweep: 'The sweep begins again, and queues every document.',
  document_search: 'The restored portal indexes its documents again.',
  search_word: 'It goes with the search index, which is in no backup.',
  search_spelling: 'It goes with the search index, which is in no backup.',
  document_to_index: 'The restored portal indexes all its documents.',
  backup_run: 'A restored portal has no backup of its own yet, and is to say so.',
}

/** Tables that a backup contains only with BACKUP_TEXTS, because the portal can make their rows again. */
const TEXTS: ReadonlySet<string> = new Set(['document_text', 'document_page', 'text_sweep'])

/** The tables that a backup leaves out. */
export function leftOut({ backsUpTexts }: { readonly backsUpTexts: boolean }): string[] {
  return Object.keys(LEFT_OUT).filter((table) => !backsUpTexts || !TEXTS.has(table))
}

/** Tables that have rows in a new portal. */
export const FILLED_AT_BIRTH: readonly string[] = [
  'category',
  'document_type',
  'relation_type',
  'status',
  'registration_secret',
]
