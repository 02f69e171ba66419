import { IconFileExport } from '@tabler/icons-react'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ExportFormat } from '@portal/contract/exports.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { saveDocument } from '../lib/save-document.ts'
import { Button } from './button.tsx'
import classes from './export-menu.module.css'
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
    <div ref={area} className={classes.area}>
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

type ExportChoice = {
  readonly format: ExportFormat
  /** The keys of the columns; undefined for all. */
  readonly columns: readonly string[] | undefined
}

/** Exports one file at a time. Leaving the screen stops it. */
function useExportFile(endpoint: Endpoint, query: Readonly<Record<string, unknown>>) {
  const running = useRef<AbortController | null>(null)
  const exporting = useMutation({
    mutationFn: async (choice: ExportChoice & { readonly signal: AbortSignal }) => {
      const { signal, ...parameters } = choice
      return saveDocument(endpoint, { query: { ...query, ...parameters }, signal })
    },
    retry: false,
  })
  useEffect(() => () => running.current?.abort(), [])
  const { isPending, error, data: name, variables, mutate, reset } = exporting
  const isStopped = variables?.signal.aborted === true
  return {
    isRunning: isPending,
    /** The file that was saved. */
    savedName: name ?? null,
    problem: error && !isStopped ? error.message : null,
    start(choice: ExportChoice) {
      running.current = new AbortController()
      mutate({ ...choice, signal: running.current.signal })
    },
    stop: () => running.current?.abort(),
    reset,
  }
}
