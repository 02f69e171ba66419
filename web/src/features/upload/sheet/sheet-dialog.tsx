import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { filesText } from '../facts/upload-texts.ts'
import { factsText, filledText, unknownTexts, unusedLineMessages } from './sheet-texts.ts'
import classes from './sheet.module.css'
import type { PendingSheet, Sheets } from './use-sheets.ts'

/** Previews what a sheet would fill in and what it does not use. Nothing is applied before the user confirms. */
export function SheetDialog({ sheets }: { readonly sheets: Sheets }) {
  const { opened, close } = sheets
  return (
    <Dialog
      opened={opened !== null}
      title="Fill in from a spreadsheet"
      width={720}
      fillsPhone
      onClose={close}
    >
      {opened && <Preview sheet={opened} sheets={sheets} />}
    </Dialog>
  )
}

function Preview({ sheet, sheets }: { readonly sheet: PendingSheet; readonly sheets: Sheets }) {
  const { name, plan, known } = sheet
  const { filled } = plan
  return (
    <>
      <p className={classes.summary}>
        <bdi>{name}</bdi>: {filledText(filled)}
      </p>
      <Part title="Values not recognized" lines={unknownTexts(plan)} isTrouble />
      <Part title="Rows not used" lines={unusedLineMessages(plan)} isTrouble />
      <Part title="Columns that are not used" lines={plan.unusedColumns} />
      <Part title="Files not in the spreadsheet" lines={plan.without.map((entry) => entry.name)} />
      <Part
        title="What each file gets"
        lines={filled.map(({ entry, facts }) => `${entry.name}: ${factsText(facts, known)}`)}
      />
      <DialogFoot>
        <Button onClick={sheets.close}>Cancel</Button>
        {filled.length > 0 && (
          <Button look="primary" data-autofocus onClick={() => sheets.apply(sheet)}>
            Fill in {filesText(filled.length)}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

/** The most lines rendered in a list; an unrelated sheet may have a hundred thousand. */
const MAX_LINES = 300

type PartProps = {
  readonly title: string
  readonly lines: readonly string[]
  readonly isTrouble?: boolean
}

function Part({ title, lines, isTrouble = false }: PartProps) {
  if (lines.length === 0) return null
  const shown = lines.slice(0, MAX_LINES)
  return (
    <section className={classes.part} data-trouble={isTrouble || undefined}>
      <h3 className={classes.heading}>
        {title} ({lines.length})
      </h3>
      {/* The list scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul aria-label={title} tabIndex={0} className={classes.lines}>
        {shown.map((line, at) => (
          // Lines may repeat, and the list never changes, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{line}</li>
        ))}
        {lines.length > shown.length && <li>and {lines.length - shown.length} more</li>}
      </ul>
    </section>
  )
}
