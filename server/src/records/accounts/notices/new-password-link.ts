import { SCREENS } from '@portal/contract/screens.ts'
import type { Settings } from '../../../engines/config/settings.ts'
import type { Letter } from '../../../engines/mail/letter.ts'

/** The screen that asks for a mailed link: nobody is signed in by it, nor is anything changed. */
export function newPasswordLink({ publicUrl }: Pick<Settings, 'publicUrl'>): NonNullable<Letter['link']> {
  return { label: 'Set a new password', url: `${publicUrl}${SCREENS.forgotPassword}` }
}
