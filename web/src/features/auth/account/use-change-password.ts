import { PASSWORD_CHANGED } from '@portal/contract/account/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readMessage } from '../auth.wire.ts'
import { newPasswordProblem } from '../new-password.ts'
import { useSubmission } from '../use-submission.ts'
import { accountQuery, setPassword } from './account.queries.ts'
import {
  aboutField,
  changeFailure,
  changeProblem,
  type ChangeFailure,
  type TypedPasswords,
} from './password-texts.ts'

/** Changing one's password; `done` is what the server said, null before that. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const send = async (typed: TypedPasswords): Promise<ChangeFailure | null> => {
    setDone(null)
    const problem = changeProblem(typed)
    if (problem) return problem
    const { currentPassword, newPassword } = typed
    const tooWeak = await newPasswordProblem(newPassword)
    if (tooWeak) return aboutField('newPassword', tooWeak)
    try {
      setDone(readMessage(await setPassword({ currentPassword, newPassword }), PASSWORD_CHANGED))
    } catch (error) {
      return changeFailure(error)
    }
    // With it what was done and the other sessions.
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    return null
  }
  return { ...useSubmission(send), done }
}
