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
  /** The label of the switch for single-character shortcuts. */
  readonly switchLabel: string
}

/** The keyboard shortcuts of a screen, and the switch for single-character shortcuts. */
export function KeysHelp({ keys, switchLabel }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const areOn = useAreSingleKeysOn()
  useSingleKeys({ '?': () => setIsOpen(true) })
  return (
    <div className={classes.help}>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        <IconKeyboard aria-hidden size={18} stroke={1.8} />
        Keys
      </Button>
      <Dialog opened={isOpen} title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
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
        <CheckboxField label={switchLabel} isChecked={areOn} onChange={switchSingleKeys} />
      </Dialog>
    </div>
  )
}
