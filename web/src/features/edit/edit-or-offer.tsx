import { EditForm, type EditFormProps } from './form/edit-form.tsx'
import { PART_LABEL } from './edit-texts.ts'
import { KeptOffer } from './kept-offer.tsx'
import { useKeptOffer } from './use-kept-edit.ts'

/** The form for one document, below an offer to restore what this person typed here and never saved. */
export function EditOrOffer(props: Omit<EditFormProps, 'kept'>) {
  const { parts, brought, bring, discard } = useKeptOffer(props.record)
  return (
    <>
      {parts.length > 0 && (
        <KeptOffer parts={parts.map((part) => PART_LABEL[part])} onBring={bring} onDiscard={discard} />
      )}
      <EditForm key={brought ? 'brought back' : 'as it stands'} {...props} kept={brought} />
    </>
  )
}
