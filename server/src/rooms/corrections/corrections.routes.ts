import * as corrections from '@portal/contract/corrections/corrections.ts'
import type { Serve } from '../../records/context.ts'
import { correctDocument, readCorrections, removeCorrection } from './corrections.usecases.ts'

export function correctionRoutes(serve: Serve): void {
  serve(corrections.getCorrections, (context, { params }) => readCorrections(context, params.fileId))

  serve(corrections.setCorrects, (context, { params, body }) =>
    correctDocument(context, { newer: params.fileId, older: body.corrects }),
  )

  serve(corrections.removeCorrects, (context, { params }) => removeCorrection(context, params.fileId))
}
