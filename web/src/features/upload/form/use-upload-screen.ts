import type { Upload } from '@portal/contract/files/files.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CORRECTS } from '../../../lib/corrections.queries.ts'
import { useCounties } from '../../../lib/counties.ts'
import { categoriesQuery, typesOfCategoryQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { useScope } from '../../../lib/scope.ts'
import { useSession } from '../../../lib/session.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'
import { takeHandedUpload } from '../facts/handed-files.ts'
import {
  changeFor,
  toOwnerFields,
  withTheirOwner,
  type FieldChange,
  type QueueFields,
} from '../facts/owner-facts.ts'
import { ownerRight } from '../facts/owner-right.ts'
import { useGrowth } from './use-growth.ts'
import { receiptSummary } from '../facts/receipt-text.ts'
import { isUnstored, type ChosenUpload } from '../facts/upload-state.ts'
import {
  firstWrongField,
  missingFields,
  uploadProblem,
  type RequiredField,
} from '../facts/required-fields.ts'
import { toFormFields, withCategory, type UploadFields } from '../facts/upload-fields.ts'
import { useUploadFile } from './use-upload-file.ts'
import { countyChoice, openCounties, withTheirCounty } from '../facts/upload-county.ts'
import { saveUploadDraft, readUploadDraft, type UploadDraft } from './upload-draft.ts'

const ONE_CORRECTION =
  'A correction is one file. Choose one file, or remove the correction to upload several.'

type FormState = Pick<UploadDraft, 'fields' | 'files'> & {
  /** Whether the form holds content that the user would not want to lose. */
  readonly isUnsent: boolean
}

/** The options of one field. */
type Choice<Row> = {
  readonly list: readonly Row[]
  /** Reloads the list after a failed request. */
  readonly reload: (() => void) | undefined
}

function choiceOf<Row>(query: UseQueryResult<readonly Row[]>): Choice<Row> {
  const { data } = query
  return { list: data ?? [], reload: retryIfNotLoaded(query) }
}

/** The options of the form's fields. */
function useUploadChoices(categoryId: number | null) {
  const categories = choiceOf<LookupItem>(useQuery(categoriesQuery))
  // Choosing a category loads its types (specification, section 4).
  const types = choiceOf<LookupItem>(
    useQuery({ ...typesOfCategoryQuery(categoryId ?? undefined), staleTime: 0 }),
  )
  return { categories, types, counties: openCounties(useCounties()) }
}

/** One upload: its fields, which start as `initial`, its file and its state. A second file turns it into a batch. */
export function useUploadScreen(initial: UploadFields) {
  const queryClient = useQueryClient()
  const session = useSession()
  const { username } = session
  const [fields, setFields] = useState<QueueFields>(initial)
  const [wasTried, setWasTried] = useState(false)
  const choices = useUploadChoices(fields.categoryId)
  const county = countyChoice(choices.counties)
  const upload = useUploadFile()
  const unsent = useUnsentFiles(upload.chosen)
  const stored = upload.isSending ? null : storedUploads(upload.chosen)
  const isTyped = fields.description.trim() !== initial.description.trim()
  const isUnsent = stored === null && (isTyped || unsent.length > 0)
  useCountyOfScope({ fields, setFields, isUnsent })
  const draft = useUploadDraft({ fields, files: unsent, isUnsent })
  const corrects = useCorrects()
  const staysForm = corrects.id !== null
  const hasGrown = useGrowth({ fields, files: unsent, staysForm, onGrown: draft.giveUp })
  const add = (added: readonly File[], about = fields) => {
    if (staysForm && unsent.length + added.length > 1) upload.refuse(ONE_CORRECTION)
    else if (staysForm || !hasGrown(added, about)) upload.add(added)
  }
  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedUpload(username)
    if (handed.files.length > 0) add(handed.files)
  })
  useEffect(() => takeHanded(), [])
  const requirements = { county, fileCount: upload.chosen === null ? 0 : 1 }
  const found = uploadProblem(fields, requirements)
  const problem = wasTried ? found : null

  /** Changes fields other than the category. */
  const change = (changed: FieldChange) =>
    setFields((before) => withTheirOwner({ ...before, ...changeFor(changed, before) }))

  const chooseCategory = (categoryId: number | null) =>
    setFields((before) => withCategory(before, categoryId))

  /** Continues with the offered draft. */
  const takeOffer = () => {
    if (draft.offered === null) return
    const offered = withTheirCounty(draft.offered.fields, choices.counties)
    setFields(offered)
    draft.settleOffer()
    add(draft.offered.files, offered)
  }

  const send = async () => {
    await upload.send({ ...toFormFields(fields), ...toOwnerFields(fields), ...corrects.fieldsToSend() })
    await queryClient.invalidateQueries({ queryKey: UPLOADS_KEY })
  }

  /** Starts the upload, or returns the field that blocks it. */
  const submit = (): RequiredField | null => {
    setWasTried(found !== null)
    if (found !== null) return firstWrongField(fields, requirements)
    if (!upload.isSending) void send()
    return null
  }

  return {
    fields,
    choices,
    /** The file that this upload corrects. */
    corrects,
    upload,
    /** Adds files to the form, or turns it into a batch. */
    add,
    draft,
    problem,
    /** The first field that is still empty; null if none is. */
    firstEmpty: missingFields(fields, requirements)[0] ?? null,
    missing: problem === null ? [] : missingFields(fields, requirements),
    county,
    ownerRight: ownerRight(session, county),
    stored,
    /** A one-line summary of the stored file. */
    summary: receiptSummary({
      kinds: [
        {
          category: choices.categories.list.find(({ ID }) => ID === fields.categoryId)?.Name,
          type: choices.types.list.find(({ ID }) => ID === fields.typeId)?.Name,
        },
      ],
      county: stored?.[0]?.CountyName,
    }),
    change,
    takeOffer,
    chooseCategory,
    submit,
  }
}

type CountyFollower = {
  readonly fields: QueueFields
  readonly setFields: (fields: QueueFields) => void
  readonly isUnsent: boolean
}

/** When another county is selected in the bar, an empty form follows it; a form in progress keeps its county. */
function useCountyOfScope({ fields, setFields, isUnsent }: CountyFollower): void {
  const scope = useScope()
  const [before, setBefore] = useState(scope)
  if (scope === before) return
  setBefore(scope)
  if (!isUnsent && fields.countyId === before) setFields(withTheirOwner({ ...fields, countyId: scope }))
}

export type UploadScreen = ReturnType<typeof useUploadScreen>

/**
 * The file that is not stored, as a list. Returns the same array while the file is the same: progress changes many times
 * a second, and the draft must not be saved each time.
 */
function useUnsentFiles(chosen: ChosenUpload | null): readonly File[] {
  const file = chosen !== null && isUnstored(chosen.uploadState) ? chosen.file : null
  return useMemo(() => (file === null ? [] : [file]), [file])
}

/** The stored record, as a list that is empty if the response has none; null while the file is not stored. */
function storedUploads(chosen: ChosenUpload | null): readonly Upload[] | null {
  if (chosen?.uploadState.state !== 'stored') return null
  const { upload } = chosen.uploadState
  return upload === null ? [] : [upload]
}

/**
 * Saves the form's content on every change, so that it survives an expired session or a reload. Also offers an earlier
 * draft, which stays saved until the user takes or discards it.
 */
function useUploadDraft({ fields, files, isUnsent }: FormState) {
  const { username } = useSession()
  const [offered, setOffered] = useState(() => readUploadDraft(username))

  useEffect(() => {
    saveUploadDraft(username, isUnsent ? { fields, files, fileCount: files.length } : offered)
  }, [username, isUnsent, fields, files, offered])

  return {
    offered,
    /** Call when the user took or discarded the offer. */
    settleOffer: () => setOffered(null),
    /** Discards the form's content before the user leaves. */
    giveUp: () => saveUploadDraft(username, offered),
    isUnsent,
  }
}

/** The file that the upload corrects, by the address of the form; null for none. */
function useCorrects() {
  const [search, setSearch] = useSearchParams()
  const text = search.get(CORRECTS) ?? ''
  const id = /^[1-9]\d{0,9}$/u.test(text) && Number(text) <= MAX_ID ? Number(text) : null
  const remove = () =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(CORRECTS)
        return after
      },
      { replace: true },
    )
  const [sent, setSent] = useState<number | null>(null)
  return {
    id,
    remove,
    /** Returns the field of the form, and remembers the file as sent. */
    fieldsToSend: (): Record<string, string> => {
      setSent(id)
      return id === null ? {} : { corrects: String(id) }
    },
    /** Removes the file that was sent, but not one that a newer visit names. */
    removeSent: () => {
      if (sent !== null && sent === id) remove()
    },
  }
}
