import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { COLUMN_NAMES, COLUMNS } from './sheet-columns.ts'
import classes from './sheet.module.css'
import type { Sheets } from './use-sheets.ts'

/** A field to paste rows into, for users who cannot paste by keyboard or do not know that they can paste anywhere. */
export function PasteDialog({ sheets }: { readonly sheets: Sheets }) {
  return (
    <Dialog
      opened={sheets.isAsking}
      title="Fill in from a spreadsheet"
      width={640}
      fillsPhone
      onClose={sheets.stopAsking}
    >
      <PasteForm sheets={sheets} />
    </Dialog>
  )
}

function PasteForm({ sheets }: { readonly sheets: Sheets }) {
  const [text, setText] = useState('')
  const columns = useId()
  return (
    <>
      <p id={columns} className={classes.explanation}>
        One row per file. Columns: {COLUMNS.map((column) => COLUMN_NAMES[column]).join(', ')}. With a line of
        headings they may stand in any order. An empty cell leaves what the file has. You see what would be
        filled in before anything is.
      </p>
      <FormField label="Rows of the spreadsheet" describedBy={columns} hint={HINT}>
        {(control) => (
          <textarea
            {...control}
            data-autofocus
            rows={8}
            wrap="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </FormField>
      <DialogFoot>
        <Button onClick={sheets.stopAsking}>Cancel</Button>
        <Button look="primary" disabled={text.trim() === ''} onClick={() => void sheets.takePasted(text)}>
          Preview
        </Button>
      </DialogFoot>
    </>
  )
}

const HINT =
  'Copy the rows in your spreadsheet and paste them here, or anywhere on the screen. A CSV can also be dropped with the files.'
