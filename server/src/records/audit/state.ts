import type { AnchorNotices } from './anchors/anchor-notices.ts'

/** What the audit record remembers between calls. */
export type AuditState = { readonly anchorNotices: AnchorNotices }
