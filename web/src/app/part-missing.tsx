import { useEffect, useState } from 'react'
import { onPartMissing } from '../lib/chunk.ts'
import { Button } from '../ui/button.tsx'
import { NoticeDock } from '../ui/notice-dock.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './frame.module.css'

/** Reports a part of the program that could not be loaded; the screen continues without it. */
export function PartMissing() {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    onPartMissing((missing) => {
      console.error(missing)
      setFailure(missing.message)
    })
  }, [])
  return (
    <NoticeDock>
      {failure !== null && (
        <Notice tone="error" onDismiss={() => setFailure(null)}>
          <div className={classes.partMissing}>
            {failure}
            <Button onClick={() => location.reload()}>Reload</Button>
          </div>
        </Notice>
      )}
    </NoticeDock>
  )
}
