import { DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import { REQUIRED_FIELD } from '../../../lib/required-field.ts'
import { countyOptions, optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { OwnerFields } from '../facts/owner-fields.tsx'
import type { RequiredField } from '../facts/required-fields.ts'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

/** Category, type, county and description. Disabled during an upload, because they are sent with the file. */
export function UploadFieldset({ screen }: { readonly screen: UploadScreen }) {
  const { fields, choices, missing } = screen
  const problemOf = (field: RequiredField) => (missing.includes(field) ? REQUIRED_FIELD : null)
  return (
    <fieldset className={classes.fieldset} disabled={screen.upload.isSending}>
      <legend className="for-screen-readers">About the files</legend>
      <SelectField
        name="categoryId"
        label="Attachment Category"
        isRequired
        problem={problemOf('categoryId')}
        onReload={choices.categories.reload}
        options={optionsOf(choices.categories.list, 'Select a category')}
        value={selectValue(fields.categoryId)}
        onChange={(value) => screen.chooseCategory(selectedId(value))}
      />
      <SelectField
        name="typeId"
        label="Attachment Type"
        isRequired
        problem={problemOf('typeId')}
        isDisabled={fields.categoryId === null}
        onReload={choices.types.reload}
        options={optionsOf(
          choices.types.list,
          fields.categoryId === null ? 'Select a category first' : 'Select a type',
        )}
        value={selectValue(fields.typeId)}
        onChange={(value) => screen.change({ typeId: selectedId(value) })}
      />
      {screen.county !== 'none' && <CountyField screen={screen} problem={problemOf('countyId')} />}
      {screen.ownerRight !== 'none' && (
        <OwnerFields
          fields={fields}
          county={screen.county}
          right={screen.ownerRight}
          problemOfRelation={problemOf('relationTypeId')}
          change={screen.change}
        />
      )}
      <div className={classes.wide}>
        <DescriptionField
          name="description"
          label={`Description (max ${DESCRIPTION_MAX_WORDS} words)`}
          value={fields.description}
          problem={problemOf('description')}
          onChange={(description) => screen.change({ description })}
        />
      </div>
    </fieldset>
  )
}

type CountyProps = { readonly screen: UploadScreen; readonly problem: string | null }

/** Also shown while the counties load, so that no upload goes out without its county. */
function CountyField({ screen: { choices, county, fields, change }, problem }: CountyProps) {
  const { list, reload } = choices.counties
  const isLoading = county === 'unread' && reload === undefined
  return (
    <SelectField
      name="countyId"
      label="Select County"
      isRequired
      problem={county === 'unread' ? null : problem}
      onReload={reload}
      options={countyOptions(list, isLoading ? 'Loading counties...' : 'Select a county')}
      value={selectValue(fields.countyId)}
      onChange={(value) => change({ countyId: selectedId(value) })}
    />
  )
}
