import type { County, DocumentType, LookupItem } from '@portal/contract/lookups.ts'

type NamedRow = { id: number; name: string }

export function toLookupItem({ id, name }: NamedRow): LookupItem {
  return { ID: id, Name: name }
}

export function toCounty({ id, name }: NamedRow): County {
  return { CountyID: id, Name: name }
}

export function toType({ id, name, category_id }: NamedRow & { category_id: number }): DocumentType {
  return { ID: id, Name: name, CategoryID: category_id }
}
