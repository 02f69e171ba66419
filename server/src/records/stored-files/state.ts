import type { StoreNotices } from './bytes/store-notices.ts'

/** What stored files remember between calls. */
export type StoredFilesState = { readonly storeNotices: StoreNotices }
