import { orderByValue } from '@portal/contract/owners/owner-order.ts'
import { searchForm } from '@portal/contract/owners/search-form.ts'
import type { Sort } from '../owners-address.ts'
import type { OwnerRoll } from './owner-roll.ts'

/** Row numbers of a roll, filtered and sorted. */
export type OwnerView = Uint32Array

export type SelectView = (wanted: { readonly search: string; readonly sort: Sort }) => OwnerView

/**
 * Selects views of a roll. Caches the orders by value, computed on demand, and the last view, because a screen requests
 * it on every render.
 */
export function createSelectView(roll: OwnerRoll): SelectView {
  const orders = new Map<string, Uint32Array>()
  let last: { key: string; view: OwnerView } = { key: '', view: new Uint32Array() }

  const orderOf = ({ column, isDescending }: Sort): Uint32Array | null => {
    if (column === 'name') return null
    const name = `${column} ${isDescending}`
    const values = column === 'current' ? roll.currentValues : roll.priorValues
    const order = orders.get(name) ?? orderByValue(values, isDescending)
    orders.set(name, order)
    return order
  }

  const make = (search: string, sort: Sort): OwnerView => {
    const found = matchingRows(roll, search)
    const order = orderOf(sort)
    if (order) return found.length === roll.count ? order : inOrder(found, order)
    return sort.isDescending ? found.toReversed() : found
  }

  return ({ search, sort }) => {
    const key = JSON.stringify([search, sort.column, sort.isDescending])
    if (last.key !== key) last = { key, view: make(search, sort) }
    return last.view
  }
}

/** The rows whose name contains the term, sorted by name. */
function matchingRows({ count, searchNames }: OwnerRoll, search: string): Uint32Array {
  const { text, starts } = searchNames
  const term = searchForm(search)
  const found = new Uint32Array(count)
  let matches = 0
  for (let row = 0, at = text.indexOf(term); row < count && at !== -1; row += 1) {
    while ((starts[row + 1] ?? Infinity) <= at) row += 1
    if (row >= count) break
    found[matches] = row
    matches += 1
    at = text.indexOf(term, starts[row + 1])
  }
  return found.subarray(0, matches)
}

function inOrder(rows: Uint32Array, order: Uint32Array): Uint32Array {
  const isFound = new Uint8Array(order.length)
  for (const row of rows) isFound[row] = 1
  return order.filter((row) => isFound[row] === 1)
}
