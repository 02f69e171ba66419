import type { County, DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'

type NamedRow = { id: number; name: string }

export function toLookupItem({ id, name }: NamedRow): LookupItem {
  return { ID: id, Name: name }
}

export function toCounty({ id, name, isClosed }: NamedRow & { isClosed: boolean }): County {
  return { CountyID: id, Name: name, ...(isClosed && { isClosed }) }
}

export function toType({ id, name, category_id }: NamedRow & { category_id: number }): DocumentType {
  return { ID: id, Name: name, CategoryID: category_id }
}
