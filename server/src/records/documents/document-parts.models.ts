import type { RenderedFacts } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes } from '@portal/contract/edit/edit.ts'
import type { Names } from '../reference/dictionaries.ts'
import type { DocumentRow } from './documents.repository.ts'

export function toDescriptionTypes(
  document: Pick<DocumentRow, 'category_id' | 'type_id' | 'description'>,
): DescriptionTypes {
  return {
    attachmentCategoryId: document.category_id,
    attachmentTypeId: document.type_id,
    description: document.description,
  }
}

const NOT_RENDERED: RenderedFacts = { rendered: false, renderedDate: null, extended: false }

/** Only an Industrial rendition is rendered. Other documents keep these facts, but hidden. */
export function toRenderedFacts(
  document: Pick<DocumentRow, 'type_id' | 'rendered' | 'rendered_date' | 'extended'>,
  names: Pick<Names, 'isIndustrialRendition'>,
): RenderedFacts {
  const { type_id: typeId, rendered, rendered_date: renderedDate, extended } = document
  return names.isIndustrialRendition(typeId) ? { rendered, renderedDate, extended } : NOT_RENDERED
}
