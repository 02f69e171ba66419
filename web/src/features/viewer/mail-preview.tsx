import type { Attachment } from '@portal/contract/viewer/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { OpenAttachment, PreviewBody } from './preview-body.tsx'
import { previewQuery } from './viewer.queries.ts'

type ListedFile = { readonly place: number; readonly name: string; readonly bytes: number }

type Props = {
  readonly mailId: string
  readonly name: string
  /** The files that the screen lists beside it. */
  readonly files: readonly ListedFile[]
  /** The file to show; null for the text of the e-mail. */
  readonly opened: ListedFile | null
  readonly onBack: () => void
}

/** The screen shows these beside the preview. */
const FIELDS_BESIDE = ['From', 'To', 'Subject']

/** What an e-mail that waits shows: its text, or the file that was opened in the list beside it. */
export function MailPreview({ mailId, name, files, opened, onBack }: Props) {
  const target = { mailId }
  const { data } = useQuery(previewQuery(target))
  const found = attachmentsOf(files, data?.attachments ?? [])
  if (opened && data) {
    const attachment = found.get(opened.place) ?? hidden(opened)
    return <OpenAttachment target={target} marks={[]} attachment={attachment} onClose={onBack} />
  }
  const beside = { attachments: [...found.values()], fields: FIELDS_BESIDE }
  return <PreviewBody target={target} name={name} marks={[]} beside={beside} />
}

/** A file that the reader of the e-mail did not find. */
function hidden({ name, bytes }: ListedFile): Attachment {
  return { Number: 0, FileName: name, Bytes: bytes, IsViewable: false }
}

/**
 * The attachment of each file, by the file's place. The intake and the reader of an e-mail number its files differently,
 * so the first file with a name is the first attachment with it, and so on.
 */
export function attachmentsOf(
  files: readonly Pick<ListedFile, 'place' | 'name'>[],
  attachments: readonly Attachment[],
): ReadonlyMap<number, Attachment> {
  const left = [...attachments]
  const found = new Map<number, Attachment>()
  for (const { place, name } of files) {
    const at = left.findIndex(({ FileName }) => FileName === name)
    const [attachment] = at === -1 ? [] : left.splice(at, 1)
    if (attachment) found.set(place, attachment)
  }
  return found
}
