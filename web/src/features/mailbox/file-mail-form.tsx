import { descriptionProblem } from '@portal/contract/files/description.ts'
import type { Mail } from '@portal/contract/ingestion/mailbox.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useCounties } from '../../lib/counties.ts'
import { categoriesQuery, typesOfCategoryQuery } from '../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../lib/reload.ts'
import { REQUIRED_FIELD } from '../../lib/required-field.ts'
import { countyOptions, optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { Button } from '../../ui/button.tsx'
import { DescriptionField } from '../../ui/description-field.tsx'
import { DialogForm } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './mailbox.module.css'
import { proposedDescription } from './mailbox-texts.ts'
import type { Filing } from './mailbox.queries.ts'

type Props = {
  readonly fields: FilingFields
  readonly setFields: (fields: FilingFields) => void
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onFile: (filing: Filing) => void
  readonly onRefuse: () => void
  readonly onClose: () => void
  /** Shown below the fields. */
  readonly children: ReactNode
}

/** What the user selected and typed. */
export type FilingFields = { readonly [Field in keyof Filing]: Filing[Field] | null }

/** The fields as the message proposes them. */
export function proposedFields(mail: Mail): FilingFields {
  const { proposal } = mail
  return {
    countyID: proposal?.countyID ?? null,
    categoryID: proposal?.categoryID ?? null,
    typeID: proposal?.typeID ?? null,
    description: proposedDescription(mail),
  }
}

export function isSameFiling(one: FilingFields, other: FilingFields): boolean {
  return (['countyID', 'categoryID', 'typeID', 'description'] as const).every(
    (name) => one[name] === other[name],
  )
}

/**
 * Files a message's attachments as documents of a county. The recipient address provides a proposal, and the user
 * decides.
 */
export function FileMailForm(props: Props) {
  const { fields, setFields, problem, isBusy, onFile, onRefuse, onClose, children } = props
  const [wasTried, setWasTried] = useState(false)
  const filing = filingOf(fields)
  return (
    <DialogForm
      failure={wasTried && isLacking(fields) ? FILL_ALL_FIELDS.sentence : problem}
      isBusy={isBusy}
      submit="File the documents"
      onSubmit={() => {
        setWasTried(true)
        if (filing !== null) onFile(filing)
      }}
      onCancel={onClose}
      apart={<Button onClick={onRefuse}>Reject</Button>}
    >
      <div className={classes.fields}>
        <TypeFields fields={fields} set={setFields} wasTried={wasTried} />
      </div>
      <DescriptionField
        value={fields.description ?? ''}
        problem={wasTried && fields.description?.trim() === '' ? REQUIRED_FIELD : null}
        onChange={(description) => setFields({ ...fields, description })}
      />
      {children}
    </DialogForm>
  )
}

/** A description that is too long does not count as missing: its field shows the problem. */
function isLacking({ countyID, categoryID, typeID, description }: FilingFields): boolean {
  return [countyID, categoryID, typeID].includes(null) || (description?.trim() ?? '') === ''
}

/** Null if a value is missing or invalid; its field shows the problem. */
function filingOf({ countyID, categoryID, typeID, description }: FilingFields): Filing | null {
  if (countyID === null || categoryID === null || typeID === null) return null
  const text = description?.trim() ?? ''
  if (text === '' || descriptionProblem(text)) return null
  return { countyID, categoryID, typeID, description: text }
}

type TypeProps = {
  readonly fields: FilingFields
  readonly set: (fields: FilingFields) => void
  readonly wasTried: boolean
}

function TypeFields({ fields, set, wasTried }: TypeProps) {
  const counties = useCounties()
  const categories = useQuery(categoriesQuery)
  const types = useQuery(typesOfCategoryQuery(fields.categoryID ?? undefined))
  const open = counties.list.filter(({ isClosed }) => !isClosed)
  const problemOf = (value: number | null) => (wasTried && value === null ? REQUIRED_FIELD : null)
  return (
    <>
      <SelectField
        label="County"
        isRequired
        problem={problemOf(fields.countyID)}
        onReload={counties.reload}
        options={countyOptions(open, 'Select a county')}
        value={selectValue(fields.countyID)}
        onChange={(value) => set({ ...fields, countyID: selectedId(value) })}
      />
      <SelectField
        label="Category"
        isRequired
        problem={problemOf(fields.categoryID)}
        onReload={retryIfNotLoaded(categories)}
        options={optionsOf(categories.data ?? [], 'Select a category')}
        value={selectValue(fields.categoryID)}
        onChange={(value) => set({ ...fields, categoryID: selectedId(value), typeID: null })}
      />
      <SelectField
        label="Type"
        isRequired
        isDisabled={fields.categoryID === null}
        problem={problemOf(fields.typeID)}
        onReload={retryIfNotLoaded(types)}
        options={optionsOf(
          types.data ?? [],
          fields.categoryID === null ? 'Select a category first' : 'Select a type',
        )}
        value={selectValue(fields.typeID)}
        onChange={(value) => set({ ...fields, typeID: selectedId(value) })}
      />
    </>
  )
}
