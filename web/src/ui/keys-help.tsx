import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { switchSingleKeys, useAreSingleKeysOn, useSingleKeys } from '../lib/single-keys.ts'
import { Button } from './button.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { Dialog } from './dialog.tsx'
import classes from './keys-help.module.css'

/** The keys of each line, separated by spaces, and their effect. */
export type KeyList = readonly (readonly [keys: string, does: string])[]

type Props = {
  readonly keys: KeyList
}

/** The keyboard shortcuts of a screen, and the switch for single-character shortcuts. */
export function KeysHelp({ keys }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  useSingleKeys({ '?': () => setIsOpen(true) })
  return (
    <div className={classes.help}>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        <IconKeyboard aria-hidden size={18} stroke={1.8} />
        Keyboard shortcuts
      </Button>
      <KeysDialog opened={isOpen} keys={keys} onClose={() => setIsOpen(false)} />
    </div>
  )
}

type DialogProps = Props & { readonly opened: boolean; readonly onClose: () => void }

/** The dialog with the keys, for whatever opens it. */
export function KeysDialog({ opened, keys, onClose }: DialogProps) {
  const areOn = useAreSingleKeysOn()
  return (
    <Dialog opened={opened} title="Keyboard shortcuts" onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map(([pressed, does]) => (
          <div key={pressed}>
            <dt>
              {pressed.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label="Turn on the shortcuts that are single letters or signs"
        isChecked={areOn}
        onChange={switchSingleKeys}
      />
    </Dialog>
  )
}
