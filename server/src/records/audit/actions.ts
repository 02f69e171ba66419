/**
 * What may happen, by subject and past participle, with the words in which `portal audit` tells it. Records keep the
 * codes: one that was ever written is never renamed.
 */
export const AUDIT_ACTIONS = {
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'account.added': 'account added',
  'account.changed': 'account changed',
  'password.set': 'password set',
  'password.reset_requested': 'password reset asked',
  'address.registered': 'registered',
  'address.confirmed': 'address confirmed',
  'county.added': 'county added',
  'county.changed': 'county changed',
  'organizations.imported': 'organizations imported',
  'agents.imported': 'agents imported',
  'owner_values.imported': 'owner values imported',
  'owner_values.import_undone': 'import of owner values undone',
  'document.uploaded': 'uploaded',
  'document.downloaded': 'downloaded',
  'document.binned': 'moved to the recycle bin',
  'document.restored': 'restored',
  'document.deleted': 'permanently deleted',
  'document.found_infected': 'virus found',
  'document.found_clean': 'found clean after a virus was found',
  'document.check_asked': 'another check for viruses asked',
  'document.described': 'description or type changed',
  'document.status_set': 'status changed',
  'document.rendered_set': 'rendered info changed',
  'upload.refused_infected': 'infected upload refused',
  'stored_file.removed': 'stored file removed from quarantine',
  'store.adopted': 'store adopted',
  'owner.linked': 'owner linked',
  'owner.unlinked': 'owner unlinked',
  'agent.linked': 'agent linked',
  'agent.unlinked': 'agent unlinked',
  'backup.made': 'backup made',
  'backup.restored': 'restored from a backup',
  'counts.rebuilt': 'counts rebuilt',
  'jobs.retried': 'dead jobs brought back',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
