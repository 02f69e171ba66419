import {
  getCorrections,
  removeCorrects,
  setCorrects,
  type CorrectionFile,
  type Corrections,
} from '@portal/contract/corrections/corrections.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { correctionsQuery, correctPath, saveCorrection, viewPath } from '../../lib/corrections.queries.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button, buttonClass } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextField } from '../text-field.tsx'
import classes from './corrections-line.module.css'

type Props = {
  readonly chain: Corrections
  readonly isFixed: boolean
  readonly onClose: () => void
}

/**
 * The chain of a document with the oldest file first, and what the user may change of it. It is no form: the edit dialog
 * is one, and would be sent.
 */
export function CorrectionsDialog({ chain, isFixed, onClose }: Props) {
  const { file, older, newer, mayChange } = chain
  const mayUpload = may(useSession(), 'documents.add') && newer.length === 0 && !isFixed
  const change = useCorrectionChange(file.FileID)
  const isChangeable = mayChange && !isFixed
  return (
    <Dialog opened title={`Corrections of file ${file.FileID}`} width={480} fillsPhone onClose={onClose}>
      <div className={classes.body}>
        <Chain chain={chain} />
        {older.length === 0 && newer.length === 0 && (
          <p className={classes.outcome}>This file corrects no other file, and no file corrects it.</p>
        )}
        {isChangeable && older.length === 0 && <CorrectsField change={change} />}
        <p role="alert" className={classes.outcome}>
          {change.failure}
        </p>
        <p aria-live="polite" className="for-screen-readers">
          {change.announcement}
        </p>
        <div className={classes.foot}>
          {isChangeable && older[0] && (
            <Button aria-disabled={change.isBusy} onClick={() => change.save(null)}>
              Remove correction of file {older[0].FileID}
            </Button>
          )}
          {mayUpload && (
            <Link className={buttonClass('plain')} to={correctPath(file.FileID)}>
              Upload a correction
            </Link>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Chain({ chain: { file, older, newer } }: Pick<Props, 'chain'>) {
  if (older.length === 0 && newer.length === 0) return null
  return (
    <ol className={classes.chain} aria-label="From the oldest file to the newest">
      {older.toReversed().map((each) => (
        <ChainRow key={each.FileID} file={each} />
      ))}
      <ChainRow file={file} isThis />
      {newer.map((each) => (
        <ChainRow key={each.FileID} file={each} />
      ))}
    </ol>
  )
}

function ChainRow({ file, isThis = false }: { readonly file: CorrectionFile; readonly isThis?: boolean }) {
  const { timeZone } = useConfig()
  const { FileID, FileName, UploadDate } = file
  return (
    <li aria-current={isThis || undefined}>
      {isThis ? `File ${FileID} (this file)` : <Link to={viewPath(FileID)}>File {FileID}</Link>}{' '}
      <bdi>{FileName}</bdi>{' '}
      <span className={classes.dim}>received {formatDateTime(UploadDate, timeZone)}</span>
    </li>
  )
}

type Change = ReturnType<typeof useCorrectionChange>

function CorrectsField({ change }: { readonly change: Change }) {
  const [text, setText] = useState('')
  const found = useFoundFile(text)
  const save = () => {
    if (text !== '') change.save(Number(text))
  }
  return (
    <TextField
      label="Corrects file"
      inputMode="numeric"
      maxLength={9}
      placeholder="File ID"
      value={text}
      hint={found}
      onChange={(event) => {
        change.reset()
        setText(event.currentTarget.value.replace(/\D/gu, ''))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        save()
      }}
      toggle={
        <Button look="quiet" aria-disabled={change.isBusy || text === ''} onClick={save}>
          Save
        </Button>
      }
    />
  )
}

function useCorrectionChange(fileId: number) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: saveCorrection,
    onSuccess: (chain, { fileId: saved }) => client.setQueryData(correctionsQuery(saved).queryKey, chain),
    onSettled: () => void client.invalidateQueries({ queryKey: UPLOADS_KEY }),
  })
  const isRemoval = saving.variables?.corrects === null
  const { fallback } = isRemoval ? removeCorrects : setCorrects
  return {
    isBusy: saving.isPending,
    failure: saving.isError ? failureText(saving.error, fallback) : null,
    announcement: saving.isSuccess ? (isRemoval ? 'Correction removed.' : 'Correction saved.') : '',
    reset: () => saving.reset(),
    save: (corrects: number | null) => {
      if (!saving.isPending) saving.mutate({ fileId, corrects })
    },
  }
}

/** Milliseconds after the last digit before the file is looked up. */
const DELAY_MS = 300

/** The name and date of the file with the typed id, or why there is none; a text of one line. */
function useFoundFile(typed: string): string {
  const { timeZone } = useConfig()
  const rested = useDebounced(typed, DELAY_MS)
  const { data, error } = useQuery({ ...correctionsQuery(Number(rested)), enabled: rested !== '' })
  if (typed === '') return 'Enter the file ID of the older file.'
  if (rested !== typed) return '\u00A0'
  if (error) return failureText(error, getCorrections.fallback)
  return data ? `${data.file.FileName}, received ${formatDateTime(data.file.UploadDate, timeZone)}` : '\u00A0'
}
