import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import form from '../form/upload.module.css'
import note from '../facts/note.module.css'
import { absentText, lacksAllFiles } from './queue-texts.ts'
import type { QueueScreen } from './use-queue-screen.ts'

/** Problems with the chosen files, and what the queue needs from the user. */
export function QueueNotices({ screen }: { readonly screen: QueueScreen }) {
  const { notes, view, queue, canAllow } = screen
  const absent = [...view.absent]
  return (
    <>
      {notes.problems.map((problem) => (
        <Notice key={problem} tone="error" onDismiss={() => screen.dismiss(problem)}>
          {problem}
        </Notice>
      ))}
      <output className={form.repeated}>
        {notes.repeated.length > 0 && `Already in the list, not added again: ${notes.repeated.join(', ')}`}
      </output>
      {view.isElsewhere && (
        <output className={note.note}>
          Another tab of yours sends these files. This one shows how far they are, and goes on when that one
          is closed.
        </output>
      )}
      {!view.isKept && (
        <output className={note.note}>
          This browser keeps nothing: please leave this tab open until all is stored.
        </output>
      )}
      {absent.length > 0 && !view.isElsewhere && (
        <output className={note.note}>
          <span>{canAllow ? ALLOW : absentText(view)}</span>
          {canAllow && (
            <Button look={lacksAllFiles(view) ? 'primary' : 'plain'} onClick={() => void queue.allowFiles()}>
              Let the portal read them
            </Button>
          )}
        </output>
      )}
    </>
  )
}

const ALLOW =
  'The page was closed, and the browser asks anew whether it may read these files. Only what the portal does not have yet is sent.'
