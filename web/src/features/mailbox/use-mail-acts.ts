import {
  acceptMail,
  MAIL_NOT_FOUND,
  MAIL_NOT_WAITING,
  refuseMail,
  type Mail,
} from '@portal/contract/ingestion/mailbox.ts'
import { useMutation } from '@tanstack/react-query'
import { failureText, failedBy } from '../../lib/failure-text.ts'
import { useNotice } from '../../ui/use-notice.ts'
import { decidedText, filedText, NOTHING_FILED } from './mailbox-texts.ts'
import { fileMail, loadMail, rejectMail, type Filing, type MailRefusal } from './mailbox.queries.ts'

/** What came of an act: done, or a sentence for the dialog, which stays, and the message as it is now where that is known. */
export type ActOutcome = {
  readonly problem: string
  readonly newer: Mail | null
  /** Nothing is left to decide: somebody else has. */
  readonly isOver: boolean
} | null

type MailAct = {
  readonly act: () => Promise<Mail>
  readonly fallback: string
  /** Null where nothing came of it. */
  readonly doneText: (mail: Mail) => string | null
}

/** Who has decided instead, where the portal still tells. */
async function asDecided(mail: Mail): Promise<ActOutcome> {
  const newer = await loadMail(mail).catch(() => null)
  return { problem: decidedText(newer), newer, isOver: true }
}

/** What is decided on messages. */
export function useMailActs({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<Mail>) => act(),
    onSettled,
  })
  const tryAct = async (of: Mail, { act, fallback, doneText }: MailAct): Promise<ActOutcome> => {
    dismiss()
    try {
      const mail = await mutateAsync(act)
      const text = doneText(mail)
      if (text === null) return { problem: NOTHING_FILED, newer: mail, isOver: false }
      show({ tone: 'success', text })
      return null
    } catch (failure) {
      if (failedBy(failure, MAIL_NOT_WAITING, MAIL_NOT_FOUND)) return asDecided(of)
      return { problem: failureText(failure, fallback), newer: null, isOver: false }
    }
  }
  return {
    notice,
    dismiss,
    isBusy: isPending,
    file: (mail: Mail, filing: Filing) =>
      tryAct(mail, {
        act: () => fileMail(mail, filing),
        fallback: acceptMail.fallback,
        doneText: filedText,
      }),
    refuse: (mail: Mail, refusal: MailRefusal) =>
      tryAct(mail, {
        act: () => rejectMail(mail, refusal),
        fallback: refuseMail.fallback,
        doneText: () =>
          refusal.isTold
            ? 'The message was refused, and its sender is told why.'
            : 'The message was refused.',
      }),
  }
}

export type MailActs = ReturnType<typeof useMailActs>
