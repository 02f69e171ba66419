import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { TextField } from './text-field.tsx'
import classes from './text-field.module.css'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'toggle'>

/** A password with a button that shows and hides it. */
export function PasswordField(props: Props) {
  const [isShown, setIsShown] = useState(false)
  const name = isShown ? 'Hide password' : 'Show password'
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      toggle={
        <button type="button" className={classes.toggle} title={name} onClick={() => setIsShown(!isShown)}>
          <Icon aria-hidden size={20} stroke={1.6} />
          {/* Not an `aria-label`: only the field may have the label 'Password'. */}
          <span className="for-screen-readers">{name}</span>
        </button>
      }
    />
  )
}
