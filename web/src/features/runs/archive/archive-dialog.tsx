import { prepareArchive, type PreparedArchive } from '@portal/contract/archives/archives.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { countOf, toInput, type Contents } from '../../../lib/selection/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { Result } from '../dialog/result.tsx'
import classes from '../dialog/run-dialog.module.css'
import { SelectionScope } from '../selection-scope.tsx'
import { contentsText, filesText, leftOutText } from '../run-texts.ts'
import { archiveAddress, archiveQuery } from '../runs.queries.ts'

type Props = { readonly contents: Contents; readonly onClose: () => void }

/** *Download*: how much the ZIP file of the selected files has, and what it leaves out. The browser then saves it. */
export function ArchiveDialog({ contents, onClose }: Props) {
  const [count] = useState(() => countOf(contents))
  const [selection] = useState(() => toInput(contents))
  const [key] = useState(() => crypto.randomUUID())
  const { data, isFetching, error, refetch } = useQuery(archiveQuery(key, selection))
  const isReady = data !== undefined && data.files > 0
  const download = () => {
    if (!isReady) return
    // A link, so that a refusal does not replace the page.
    Object.assign(document.createElement('a'), { href: archiveAddress(key), download: '' }).click()
    onClose()
  }
  return (
    <Dialog opened title="Download selected files" onClose={onClose}>
      <div className={classes.form}>
        <SelectionScope contents={contents} />
        {/* A scrolling region takes the focus, so that keys reach its end. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section aria-label="ZIP file" tabIndex={0} className={classes.preview}>
          <output className={classes.results}>
            {data ? (
              <Results archive={data} />
            ) : (
              isFetching && <span className={classes.waiting}>Checking {filesText(count)}...</span>
            )}
          </output>
          {error !== null && !isFetching && (
            <div role="alert" className={classes.failure}>
              <p>{failureText(error, prepareArchive.fallback)}</p>
              <Button onClick={() => void refetch()}>Try again</Button>
            </div>
          )}
        </section>
        <p className={classes.note}>
          The ZIP file also has a list of its files. Stay signed in until the download ends.
        </p>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <span className={classes.start}>
            <Button look="primary" aria-disabled={!isReady} data-autofocus onClick={download}>
              {isReady ? `Download ${filesText(data.files)}` : 'Download'}
            </Button>
          </span>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

function Results({ archive }: { readonly archive: PreparedArchive }) {
  const { files, total, isComplete, leftOut } = archive
  return (
    <>
      {files > 0 ? (
        <Result icon={<IconCircleCheck aria-hidden size={18} />} tone="changed">
          {contentsText(archive)}
        </Result>
      ) : (
        <span className={classes.waiting}>{contentsText(archive)}</span>
      )}
      {leftOut.map((reason) => (
        <Result key={reason.code} icon={<IconCircleX aria-hidden size={18} />} tone="refused">
          {leftOutText(reason)}
        </Result>
      ))}
      {!isComplete && (
        <span className={classes.waiting}>
          More files match. Only the {total.toLocaleString('en-US')} newest are selected.
        </span>
      )}
    </>
  )
}
