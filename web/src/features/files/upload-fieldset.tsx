import { optionsOf, selectedId, selectValue } from '../../lib/select-options.ts'
import { DescriptionField } from '../../ui/description-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { RequiredField } from './upload-fields.ts'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

const REQUIRED = 'This field is required.'

/** Category, type, county and description; frozen while files are under way, because they travel with each. */
export function UploadFieldset({ screen }: { readonly screen: UploadScreen }) {
  const { fields, choices, missing } = screen
  const problemOf = (field: RequiredField) => (missing.includes(field) ? REQUIRED : null)
  const counties = choices.counties.map(({ CountyID, Name }) => ({ ID: CountyID, Name }))
  return (
    <fieldset className={classes.fieldset} disabled={screen.files.isSending}>
      <legend className="for-screen-readers">About the files</legend>
      <SelectField
        name="categoryId"
        label="Attachment Category"
        isRequired
        problem={problemOf('categoryId')}
        options={optionsOf(choices.categories, 'Select a category')}
        value={selectValue(fields.categoryId)}
        onChange={(value) => screen.chooseCategory(selectedId(value))}
      />
      <SelectField
        name="typeId"
        label="Attachment Type"
        isRequired
        problem={problemOf('typeId')}
        isDisabled={fields.categoryId === null}
        options={optionsOf(
          choices.types,
          fields.categoryId === null ? 'Select a category first' : 'Select a type',
        )}
        value={selectValue(fields.typeId)}
        onChange={(value) => screen.change({ typeId: selectedId(value) })}
      />
      {screen.asksCounty && (
        <SelectField
          name="countyId"
          label="Select County"
          isRequired
          problem={problemOf('countyId')}
          options={optionsOf(counties, 'Select a county')}
          value={selectValue(fields.countyId)}
          onChange={(value) => screen.change({ countyId: selectedId(value) })}
        />
      )}
      <div className={classes.wide}>
        <DescriptionField
          name="description"
          value={fields.description}
          problem={problemOf('description')}
          onChange={(description) => screen.change({ description })}
        />
      </div>
    </fieldset>
  )
}
