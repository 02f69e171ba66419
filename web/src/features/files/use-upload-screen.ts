import type { County, DocumentType, Named } from '@portal/contract/lookups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery, countiesQuery, typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import { useSession } from '../../lib/session.ts'
import { UPLOADS_KEY } from './files.queries.ts'
import { storedWhole } from './upload-batch.ts'
import {
  EMPTY_FIELDS,
  missingFields,
  toFormFields,
  uploadProblem,
  withCategory,
  type RequiredField,
  type UploadFields,
} from './upload-fields.ts'
import { useUploadBatch } from './use-upload-batch.ts'

const NO_CATEGORIES: readonly Named[] = []
const NO_TYPES: readonly DocumentType[] = []
const NO_COUNTIES: readonly County[] = []

/** What the form offers to choose from; a list that could not be fetched appears empty. */
function useUploadChoices(categoryId: number | null) {
  const { isAdmin } = useSession()
  const categories = useQuery(categoriesQuery).data ?? NO_CATEGORIES
  const types = useQuery(typesOfCategoryQuery(categoryId ?? undefined)).data ?? NO_TYPES
  const counties = useQuery(countiesQuery({ isAdmin })).data ?? NO_COUNTIES
  return { categories, types, counties }
}

/** One upload: its fields, its files and where they stand. */
export function useUploadScreen() {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<UploadFields>(EMPTY_FIELDS)
  const [wasTried, setWasTried] = useState(false)
  const choices = useUploadChoices(fields.categoryId)
  const files = useUploadBatch()
  const asked = { asksCounty: choices.counties.length > 0, fileCount: files.batch.length }
  const found = uploadProblem(fields, asked)
  const problem = wasTried ? found : null

  const change = (changed: Partial<Omit<UploadFields, 'categoryId'>>) =>
    setFields((before) => ({ ...before, ...changed }))

  const chooseCategory = (categoryId: number | null) =>
    setFields((before) => withCategory(before, categoryId))

  const send = async () => {
    await files.send(toFormFields(fields))
    await queryClient.invalidateQueries({ queryKey: UPLOADS_KEY })
  }

  /** Starts the upload, or answers the field that keeps it from starting. */
  const submit = (): RequiredField | null => {
    setWasTried(found !== null)
    if (found !== null) return missingFields(fields, asked)[0] ?? 'description'
    if (!files.isSending) void send()
    return null
  }

  return {
    fields,
    choices,
    files,
    problem,
    missing: problem === null ? [] : missingFields(fields, asked),
    asksCounty: asked.asksCounty,
    stored: files.isSending ? null : storedWhole(files.batch),
    change,
    chooseCategory,
    submit,
  }
}

export type UploadScreen = ReturnType<typeof useUploadScreen>
