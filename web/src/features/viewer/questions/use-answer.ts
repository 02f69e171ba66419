import { MAX_ANSWER_FILES } from '@portal/contract/questions/question-text.ts'
import { answerQuestion } from '@portal/contract/questions/questions.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import { readStored } from '../../../lib/files.wire.ts'
import { sendAnswer } from '../../../lib/questions.queries.ts'
import { sendUpload } from '../../../lib/upload.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'

type Answer = { readonly number: number; readonly text: string; readonly files: readonly File[] }

const TOO_MANY = `An answer may have at most ${MAX_ANSWER_FILES} files.`

/** Uploads the files of an answer like the document, one after the other, and then sends it. */
export function useAnswer(facts: DocumentFacts, onDone: () => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  // A second try sends no file again.
  const stored = useRef(new Map<File, number>())
  const sending = useMutation({
    mutationFn: async ({ number, text, files }: Answer) => {
      const ids: number[] = []
      for (const file of files) {
        const id = stored.current.get(file) ?? (await upload(facts, file))
        stored.current.set(file, id)
        ids.push(id)
      }
      return sendAnswer(facts.FileID, { number, text, files: ids })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: UPLOADS_KEY })
      onDone()
    },
  })
  return {
    isBusy: sending.isPending,
    failure: problem ?? (sending.error && failureText(sending.error, answerQuestion.fallback)),
    send: (answer: Answer) => {
      setProblem(answer.files.length > MAX_ANSWER_FILES ? TOO_MANY : null)
      if (answer.files.length <= MAX_ANSWER_FILES) sending.mutate(answer)
    },
  }
}

/** @throws CallError. */
async function upload({ FileID, CategoryID, TypeID, CountyID }: DocumentFacts, file: File): Promise<number> {
  const fields = {
    attachmentCategoryID: String(CategoryID),
    attachmentTypeID: String(TypeID),
    description: `Answer to the question about file ${FileID}`,
    ...(CountyID !== null && { countyId: String(CountyID) }),
  }
  const answer = await sendUpload({
    file,
    fields,
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const stored = readStored(answer)
  if (stored === null) throw new Error('The answer of the upload has no file.')
  return stored.FileID
}
