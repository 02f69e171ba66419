import { DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { typesOfCategoryQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { countyOptions, optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { may } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { filesText } from '../facts/upload-texts.ts'
import form from '../form/upload.module.css'
import { OwnerFields } from './owner-fields.tsx'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

/** Category, type, county, owner and description, for the selected files or for all. */
export function QueueFieldset({ screen }: { readonly screen: QueueScreen }) {
  const { fields, change, names, county, selected, view } = screen
  const session = useSession()
  const types = useQuery(typesOfCategoryQuery(fields.categoryId ?? undefined))
  const isOfSome = selected.length > 0
  const none = (what: string) => (isOfSome && selected.length > 1 ? 'Keep as is' : what)
  return (
    <fieldset className={form.fieldset} disabled={view.isElsewhere}>
      <legend className={classes.legend}>
        {isOfSome ? `Details for the selected ${filesText(selected.length)}` : 'Details for all files'}
      </legend>
      <SelectField
        name="categoryId"
        label="Attachment Category"
        isRequired
        onReload={names.categories.reload}
        options={optionsOf(names.categories.list, none('Select a category'))}
        value={selectValue(fields.categoryId)}
        onChange={(value) => change({ categoryId: selectedId(value), typeId: null })}
      />
      <SelectField
        name="typeId"
        label="Attachment Type"
        isRequired
        isDisabled={fields.categoryId === null}
        onReload={retryIfNotLoaded(types)}
        options={optionsOf(
          types.data ?? [],
          fields.categoryId === null ? 'Select a category first' : none('Select a type'),
        )}
        value={selectValue(fields.typeId)}
        onChange={(value) => change({ typeId: selectedId(value) })}
      />
      {county !== 'none' && (
        <SelectField
          name="countyId"
          label="Select County"
          isRequired
          onReload={names.counties.reload}
          options={countyOptions(names.counties.list, none('Select a county'))}
          value={selectValue(fields.countyId)}
          onChange={(value) => change({ countyId: selectedId(value) })}
        />
      )}
      {may(session, 'documents.edit') && <OwnerFields screen={screen} isOfSeveral={selected.length > 1} />}
      <div className={form.wide}>
        <DescriptionField
          name="description"
          label={`Description (max ${DESCRIPTION_MAX_WORDS} words)`}
          value={fields.description}
          onChange={(description) => change({ description })}
        />
      </div>
    </fieldset>
  )
}
