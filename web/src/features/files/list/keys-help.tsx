import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { switchSingleKeys, useAreSingleKeysOn, useSingleKeys } from '../../../lib/single-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './files.module.css'

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Open the filters'],
  ['↑ ↓', 'Move between rows'],
  ['Home End', 'Go to the first or the last row'],
  ['Ctrl+Z', 'Undo a deletion while its notice is shown'],
  ['Escape', 'Close a dialog'],
  ['?', 'Show these keys'],
]

/** The keyboard shortcuts of the documents list, and the switch for those that are single characters. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false)
  const areOn = useAreSingleKeysOn()
  useSingleKeys({ '?': () => setIsOpen(true) })
  return (
    <div className={classes.keysHelp}>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        <IconKeyboard aria-hidden size={18} stroke={1.8} />
        Keys
      </Button>
      <Dialog opened={isOpen} title="Keys of this screen" onClose={() => setIsOpen(false)}>
        <dl className={classes.keys}>
          {KEYS.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <CheckboxField label="Use the keys / and ?" isChecked={areOn} onChange={switchSingleKeys} />
      </Dialog>
    </div>
  )
}
