import { IconFileExport } from '@tabler/icons-react'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ExportFormat } from '@portal/contract/exports.ts'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import classes from './export-menu.module.css'
import { useExportFile } from './use-export-file.ts'
import { useFold } from './use-fold.ts'

type Props = {
  readonly endpoint: Endpoint
  /** The filters and the order of the list. */
  readonly query: Readonly<Record<string, unknown>>
  /** The keys of the shown columns; omitted for a list whose columns nobody chooses. */
  readonly shownColumns?: readonly string[]
}

/** Exports all rows of a list, in its order, as a file. An export goes on while the menu is closed. */
export function ExportMenu({ endpoint, query, shownColumns }: Props) {
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [isAll, setIsAll] = useState(shownColumns === undefined)
  const { isRunning, savedName, problem, start, stop, reset } = useExportFile(endpoint, query)
  const toggle = () => {
    if (!isOpen && !isRunning) reset()
    setIsOpen(!isOpen)
  }
  return (
    <div ref={area} className={`${classes.area} ${shownColumns === undefined ? '' : classes.besideColumns}`}>
      <Button ref={button} aria-expanded={isOpen} onClick={toggle}>
        <IconFileExport aria-hidden size={16} />
        Export
      </Button>
      {isOpen && (
        <section aria-label="Export" className={classes.panel}>
          <h2 className={classes.title}>Export</h2>
          <p className={classes.hint}>All rows that match the filters, in this order.</p>
          <Choice
            legend="Format"
            options={FORMATS}
            value={format}
            isDisabled={isRunning}
            onChoose={(value) => setFormat(value === 'csv' ? 'csv' : 'xlsx')}
          />
          {shownColumns !== undefined && (
            <Choice
              legend="Columns"
              options={COLUMNS}
              value={isAll ? 'all' : 'shown'}
              isDisabled={isRunning}
              onChoose={(value) => setIsAll(value === 'all')}
            />
          )}
          <div className={classes.acts}>
            <Button
              look="primary"
              aria-disabled={isRunning}
              onClick={() => isRunning || start({ format, columns: isAll ? undefined : shownColumns })}
            >
              {isRunning ? 'Exporting...' : 'Export'}
            </Button>
            <Button look="quiet" aria-disabled={!isRunning} onClick={stop}>
              Cancel
            </Button>
          </div>
          <div className={classes.outcome}>
            <output>{savedName !== null && `Saved ${savedName}.`}</output>
            {problem !== null && <p role="alert">{problem}</p>}
          </div>
        </section>
      )}
    </div>
  )
}

const FORMATS = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
]
const COLUMNS = [
  { value: 'shown', label: 'Shown columns' },
  { value: 'all', label: 'All columns' },
]

type ChoiceProps = {
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly isDisabled: boolean
  readonly onChoose: (value: string) => void
}

function Choice({ legend, options, value: chosen, isDisabled, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.choice} disabled={isDisabled}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={classes.option}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
