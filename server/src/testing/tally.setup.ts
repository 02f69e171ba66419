import { tallyStarts } from './tally-starts.ts'
import { TALLY_VARIABLE } from './tally.ts'

if (process.env[TALLY_VARIABLE]) tallyStarts()
