import { EditForm, type EditFormProps } from './edit-form.tsx'
import { PART_LABEL } from './edit-texts.ts'
import { KeptOffer } from './kept-offer.tsx'
import { useKeptOffer } from './use-kept-edit.ts'

/** The form of one document; above it an offer, where this person has typed something here that was never saved. */
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
