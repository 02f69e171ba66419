import { descriptionProblem } from '@portal/contract/files/description.ts'
import {
  DESCRIPTION_REQUIRED,
  TYPE_OUTSIDE_CATEGORY,
  type DescriptionTypes,
  type LatestChange,
  type Metadata,
} from '@portal/contract/edit/edit.ts'
import type { NamedOwner } from '@portal/contract/edit/edit-links.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import { columnChange } from '../../records/documents/column-change.ts'
import { toDescriptionTypes } from '../../records/documents/document-parts.models.ts'
import { toNamedOwner } from '../../records/documents/owners/named-owner.models.ts'
import { findNamedOwner } from '../../records/documents/owners/named-owner.repository.ts'
import { findLatestChanges } from './changes.repository.ts'
import { readPart, savePart, type EditTarget } from './edit-document.ts'
import { EDIT_ACTIONS, toLatestChange, toMetadata } from './edit.models.ts'

/** File name, county and status, the last person to save each part, and the owner that the sender named. */
export async function readMetadata(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<Metadata & { LatestChanges: LatestChange[]; NamedOwner?: NamedOwner }>> {
  return readPart(context, documentId, async (document, names, db) => {
    const changes = await findLatestChanges(db, documentId, EDIT_ACTIONS)
    const named = await findNamedOwner(db, document)
    return {
      ...toMetadata(document, names),
      LatestChanges: changes.map(toLatestChange),
      ...(named && { NamedOwner: toNamedOwner(named) }),
    }
  })
}

export async function readDescriptionTypes(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<DescriptionTypes>> {
  return readPart(context, documentId, toDescriptionTypes)
}

type DescriptionInput = EditTarget & {
  readonly description: string | undefined
  readonly attachmentTypeId: number | undefined
}

/**
 * Changes description and type; the type stays within the document's category.
 * @throws 400 for a description or a type that is not allowed.
 */
export async function saveDescriptionTypes(
  context: PersonContext,
  { description, attachmentTypeId, ...target }: DescriptionInput,
): Promise<CallResult<{ success: true; data: DescriptionTypes }>> {
  if (description === undefined && attachmentTypeId === undefined) throw failure(DESCRIPTION_REQUIRED)
  if (description !== undefined) requireDescription(description)
  return savePart(context, { ...target, read: toDescriptionTypes }, ({ document, names }) => {
    if (attachmentTypeId !== undefined && names.categoryOfType(attachmentTypeId) !== document.category_id) {
      throw failure(TYPE_OUTSIDE_CATEGORY)
    }
    const wanted = {
      ...(description !== undefined && { description }),
      ...(attachmentTypeId !== undefined && { type_id: attachmentTypeId }),
    }
    return columnChange(document, wanted, names)
  })
}

function requireDescription(description: string): void {
  if (description === '') throw failure(DESCRIPTION_REQUIRED)
  const problem = descriptionProblem(description)
  if (problem) throw failure(problem)
}
