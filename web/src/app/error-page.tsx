import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router'
import { ChunkError } from '../lib/chunk.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import classes from './message-page.module.css'

/** Shown when a screen has failed or could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  if (error instanceof ChunkError) return <ChunkFailed title={error.message} />
  return <ScreenFailed title="Unexpected Application Error!" />
}

type MessageProps = { readonly title: string }

function ScreenFailed({ title }: MessageProps) {
  useTitle(title)
  return (
    <div role="alert" className={classes.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>This screen has failed. What you had saved is safe.</p>
      <p className={classes.ways}>
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Link to="/" className={buttonClass('plain')}>
          Back to the start
        </Link>
      </p>
    </div>
  )
}

function ChunkFailed({ title }: MessageProps) {
  useTitle(title)
  return (
    <div role="alert" className={classes.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        A part of the portal did not load. The connection may be slow, or the portal may have been updated.
      </p>
      <p className={classes.ways}>
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </p>
    </div>
  )
}
