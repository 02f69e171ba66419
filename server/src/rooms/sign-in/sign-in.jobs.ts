import { job } from '../../engines/jobs/jobs.ts'
import { OFFER_PASSWORD, RESEND_CONFIRMATIONS } from './sign-in.job-kinds.ts'
import { offerPassword } from './offer-password.usecases.ts'
import { resendConfirmations } from './register.usecases.ts'

export const signInJobs = [job(RESEND_CONFIRMATIONS, resendConfirmations), job(OFFER_PASSWORD, offerPassword)]
