import { DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { typesOfCategoryQuery } from '../../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { countyOptions, optionsOf, selectedId, selectValue } from '../../../lib/select-options.ts'
import { DescriptionField } from '../../../ui/description-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { OwnerFields } from '../facts/owner-fields.tsx'
import { filesText } from '../facts/upload-texts.ts'
import form from '../form/upload.module.css'
import { FilePreview, NoPreview } from '../preview/file-preview.tsx'
import { Button } from '../../../ui/button.tsx'
import layout from './batch.module.css'
import { placeholderOf } from './common-facts.ts'
import { detailsText } from './queue-texts.ts'
import { NOTHING_SELECTED } from './queue-selection.ts'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = {
  readonly screen: QueueScreen
  /** Called after the selected files were removed. */
  readonly onRemoved?: (() => void) | undefined
}

/** The preview and the details of the selected files, with the ways to the next file. */
export function DetailsPanel({ screen, onRemoved }: Props) {
  const { view } = screen
  return (
    <div className={layout.panel}>
      <QueueFieldset screen={screen} onRemoved={onRemoved} />
      {view.entries.length > 0 && (
        <div className={layout.next}>
          <Button onClick={screen.toNextLacking}>
            Next that needs more <kbd>n</kbd>
          </Button>
          <Button disabled={!screen.hasLast || view.isElsewhere} onClick={screen.sameAsLast}>
            Same as the last <kbd>.</kbd>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Category, type, county, owner and description, for the selected files or for all. */
function QueueFieldset({ screen, onRemoved }: Props) {
  const { fields, change, names, county, selected, view } = screen
  const types = useQuery(typesOfCategoryQuery(fields.categoryId ?? undefined))
  const isOfSome = selected.length > 0
  const none = (what: string) => (isOfSome && selected.length > 1 ? 'Keep as is' : what)
  return (
    <fieldset className={form.fieldset} disabled={view.isElsewhere}>
      <legend className={classes.legend}>{detailsText(selected.length)}</legend>
      {screen.shown && <FilePreview queue={screen.queue} entry={screen.shown} />}
      {!screen.shown && view.entries.length > 0 && <NoPreview />}
      {isOfSome && <SelectionBar screen={screen} onRemoved={onRemoved} />}
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
      {screen.ownerRight !== 'none' && (
        <OwnerFields
          fields={fields}
          county={county}
          right={screen.ownerRight}
          isOfSeveral={selected.length > 1}
          placeholder={placeholderOf(screen, 'owner')}
          change={change}
        />
      )}
      <div className={form.wide}>
        <DescriptionField
          name="description"
          label={`Description (max ${DESCRIPTION_MAX_WORDS} words)`}
          value={fields.description}
          placeholder={placeholderOf(screen, 'description')}
          onChange={(description) => change({ description })}
        />
      </div>
    </fieldset>
  )
}

/** The actions for the selected files. */
function SelectionBar({ screen, onRemoved }: Props) {
  const { selected, selection, setSelection, removeSelected, queue } = screen
  const remove = () => {
    removeSelected()
    onRemoved?.()
  }
  return (
    <div className={classes.selection}>
      <output>{selected.length > 0 && `${filesText(selected.length)} selected`}</output>
      {selected.length > 0 && (
        <>
          <Button look="quiet" onClick={() => queue.forgetFacts(selected.map(({ key }) => key))}>
            Use the details for all files
          </Button>
          <Button look="quiet" onClick={remove}>
            {selected.length === 1 ? 'Remove file' : 'Remove files'}
          </Button>
          <Button
            look="quiet"
            onClick={() => setSelection({ ...NOTHING_SELECTED, at: selection.at, anchor: selection.at })}
          >
            Clear the selection
          </Button>
        </>
      )}
    </div>
  )
}
