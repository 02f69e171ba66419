import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string }

/** The account's address; phones and password managers recognize the field. */
export function EmailField(props: Props) {
  return (
    <TextField
      label="Email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
    />
  )
}
