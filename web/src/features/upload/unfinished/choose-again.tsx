import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

type Props = {
  readonly fileName: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
}

/** A button that opens the browser's dialog for one file. */
export function ChooseAgain({ fileName, disabled, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File of ${fileName}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // So that the same choice made again is one.
          currentTarget.value = ''
        }}
      />
      <Button
        disabled={disabled}
        aria-label={`Choose the file again: ${fileName}`}
        onClick={() => input.current?.click()}
      >
        Choose the file again
      </Button>
    </>
  )
}
