import { hashFile } from './hash-file.ts'

/** What the worker says of a file; null where it could not be read. */
export type HashResult = { readonly sha256: string | null }

function say(said: HashResult): void {
  postMessage(said)
}

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  void hashFile(file).then(
    (sha256) => say({ sha256 }),
    () => say({ sha256: null }),
  )
})
