import {
  acceptMail,
  MAIL_NOT_FOUND,
  MAIL_NOT_WAITING,
  refuseMail,
  type Mail,
} from '@portal/contract/ingestion/mailbox.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, failedBy } from '../../lib/failure-text.ts'
import { useNotice } from '../../ui/use-notice.ts'
import { decidedText, filedText, isPartlyRefused, NOTHING_FILED } from './mailbox-texts.ts'
import { fileMail, loadMail, rejectMail, type Filing, type MailRefusal } from './mailbox.queries.ts'

/**
 * The result of an action: null when done, otherwise a sentence for the open dialog, with the message's current state
 * if known.
 */
export type ActOutcome = {
  readonly problem: string
  readonly newer: Mail | null
  /** Someone else has decided, so nothing is left to do. */
  readonly isOver: boolean
} | null

type MailAct = {
  readonly act: () => Promise<Mail>
  readonly fallback: string
  /** Null if the action stored nothing. */
  readonly doneText: (mail: Mail) => string | null
}

/** Says who decided instead, if the server still knows. */
async function asDecided(mail: Mail): Promise<ActOutcome> {
  const newer = await loadMail(mail).catch(() => null)
  return { problem: decidedText(newer), newer, isOver: true }
}

/** The decisions on messages. */
export function useMailActs({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice()
  const [warnings, setWarnings] = useState<readonly Mail[]>([])
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
      // A warning stays, whatever is decided next.
      if (mail.state === 'accepted' && isPartlyRefused(mail)) setWarnings((before) => [...before, mail])
      else show({ tone: 'success', text })
      return null
    } catch (failure) {
      if (failedBy(failure, MAIL_NOT_WAITING, MAIL_NOT_FOUND)) return asDecided(of)
      return { problem: failureText(failure, fallback), newer: null, isOver: false }
    }
  }
  return {
    notice,
    dismiss,
    /** The filed messages with files that were not accepted. */
    warnings,
    dismissWarning: (of: Mail) => setWarnings((before) => before.filter((each) => each !== of)),
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
            ? 'The e-mail was rejected. The reason goes to its sender.'
            : 'The e-mail was rejected.',
      }),
  }
}

export type MailActs = ReturnType<typeof useMailActs>
