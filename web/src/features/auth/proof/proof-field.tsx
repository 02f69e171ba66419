import type { Ref } from 'react'
import { PasswordField } from '../../../ui/password-field.tsx'
import { CODE_OF_APP, CodeField } from '../second-factor/code-field.tsx'

type Props = {
  readonly kind: 'password' | 'code'
  readonly ref: Ref<HTMLInputElement>
  readonly isWrong: boolean
  readonly describedBy: string | undefined
}

/** Where the password is typed, or the code in its place. */
export function ProofField({ kind, ...others }: Props) {
  if (kind === 'code') return <CodeField kind={CODE_OF_APP} {...others} />
  return (
    <PasswordField
      data-autofocus
      label="Password"
      name="password"
      autoComplete="current-password"
      required
      {...others}
    />
  )
}
