import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/text-field.tsx'

/** The texts of one kind of code, and the label of the switch to the other kind. */
export type CodeKind = {
  readonly label: string
  readonly why: string
  readonly other: string
  readonly input: Partial<ComponentProps<typeof TextField>>
}

/** Phones and password managers suggest this code. */
export const CODE_OF_APP: CodeKind = {
  label: 'Code',
  why: 'Please enter the six digits that your authenticator app shows for this portal.',
  other: 'Use a recovery code',
  input: { autoComplete: 'one-time-code', inputMode: 'numeric' },
}

export const RECOVERY_CODE: CodeKind = {
  label: 'Recovery code',
  why: 'Please enter one of the recovery codes that you kept. Each works once. If you have none left, ask your county manager or the helpdesk to reset your two-step verification.',
  other: 'Use the code of your app',
  input: { autoComplete: 'off', autoCapitalize: 'none' },
}

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { readonly kind: CodeKind }

/** A code of the second factor. White space in the input is ignored. */
export function CodeField({ kind, ...field }: Props) {
  return (
    <TextField
      label={kind.label}
      name="code"
      autoCorrect="off"
      spellCheck={false}
      required
      {...kind.input}
      {...field}
    />
  )
}
