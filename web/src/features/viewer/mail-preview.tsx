import { PreviewBody } from './preview-body.tsx'

/** What an e-mail that waits shows: its head, its text, and its attachments, which open in the same place. */
export function MailPreview({ mailId, name }: { readonly mailId: string; readonly name: string }) {
  return <PreviewBody target={{ mailId }} name={name} marks={[]} />
}
