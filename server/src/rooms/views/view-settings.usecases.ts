import type { BodyOf } from '@portal/contract/endpoint.ts'
import { VIEW_NOT_FOUND, type setViewColumns } from '@portal/contract/views/views.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { PersonContext } from '../../records/context.ts'
import {
  setColumnsOfList,
  setColumnsOfView,
  setDefault,
  setViewOrder,
} from '../../records/views/saved-views.repository.ts'
import { inOwnTurn } from './in-own-turn.ts'
import { viewReader } from './views.policy.ts'
import { readUsableIds } from './views.repository.ts'

// What people set for themselves. It changes nothing for others, so the audit record has none of it.

/** Sets the caller's order. Views that they may not use are ignored. */
export async function setOwnOrder(call: PersonContext, ids: readonly number[]): Promise<void> {
  await inOwnTurn(call, 'setting of a list', async (transaction, context) => {
    const { accountId } = context.actor.person
    const usable = await readUsableIds(transaction, viewReader(context.actor.person), ids)
    const inOrder = [...new Set(ids)].filter((id) => usable.has(id))
    await setViewOrder(transaction, accountId, inOrder)
  })
}

/** @throws PortalError 404 for a view that the caller may not use. */
export async function setOwnDefault(call: PersonContext, viewId: number | null): Promise<void> {
  await inOwnTurn(call, 'setting of a list', async (transaction, context) => {
    const { accountId } = context.actor.person
    await requireUsable(context, transaction, viewId)
    await setDefault(transaction, accountId, viewId)
  })
}

/** @throws PortalError 404 for a view that the caller may not use. */
export async function setOwnColumns(
  call: PersonContext,
  { id: viewId, columns }: BodyOf<typeof setViewColumns>,
): Promise<void> {
  await inOwnTurn(call, 'setting of a list', async (transaction, context) => {
    const { accountId } = context.actor.person
    await requireUsable(context, transaction, viewId)
    if (viewId === null) await setColumnsOfList(transaction, accountId, columns)
    else await setColumnsOfView(transaction, { accountId, viewId }, columns)
  })
}

async function requireUsable(
  { actor }: PersonContext,
  transaction: Transaction<DB>,
  viewId: number | null,
): Promise<void> {
  if (viewId === null) return
  const usable = await readUsableIds(transaction, viewReader(actor.person), [viewId])
  if (!usable.has(viewId)) throw failure(VIEW_NOT_FOUND)
}
