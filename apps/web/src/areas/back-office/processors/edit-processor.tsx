import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { changePayKeeper, changeStripe, listProcessors, retireProcessor } from '@stowage/api/processors'
import { call, queryOf } from '../../../client/index.ts'
import { toast, useRecordForm, useUnsaved, type Fields } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { PayKeeperFields, StripeFields } from './processor-fields.tsx'
import { labelLengths, payKeeperValues, stripeBody, stripeValues, type Processor } from './processor.ts'
import { useFormats } from './use-formats.ts'
import { useSureChange } from './use-sure-change.tsx'

interface EditProcessorProps {
  readonly processor: Processor
  /** Retired or deleted: there is nothing to change any more. */
  readonly onGone: () => void
}

/** The settings of one of them; of a live one the connection is changed with a proof of who does it. */
export function EditProcessor({ processor, onGone }: EditProcessorProps) {
  const params = { id: processor.id }
  const common = { processor, aside: <Retire processor={processor} onGone={onGone} /> }
  return processor.kind === 'paykeeper' ? (
    <EditForm
      {...common}
      valuesOf={payKeeperValues}
      schema={changePayKeeper.body}
      toBody={(changes) => changes}
      send={async (body) => await call(changePayKeeper, { params, body })}
    >
      {(form) => <PayKeeperFields form={form} processor={processor} />}
    </EditForm>
  ) : (
    <EditForm
      {...common}
      valuesOf={stripeValues}
      schema={changeStripe.body}
      toBody={stripeBody}
      send={async (body) => await call(changeStripe, { params, body })}
    >
      {(form) => <StripeFields form={form} processor={processor} />}
    </EditForm>
  )
}

interface EditFormProps<V> {
  readonly processor: Processor
  readonly valuesOf: (processor: Processor) => V
  readonly schema: typeof changePayKeeper.body | typeof changeStripe.body
  readonly toBody: (changes: Partial<V>) => object
  readonly send: (body: object) => Promise<Processor>
  readonly aside: ReactNode
  readonly children: (form: Fields<V>) => ReactNode
}

function EditForm<V extends Record<string, unknown>>({
  processor,
  valuesOf,
  schema,
  toBody,
  send,
  aside,
  children,
}: EditFormProps<V>) {
  const t = useTranslations('processors.form')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const formats = useFormats()
  const { isSure, proof, dialog } = useSureChange(processor)
  const record = useRecordForm<Processor, V>({
    record: processor,
    valuesOf,
    schema,
    toBody: (changes) => toBody(changes),
    lengths: labelLengths,
    formats,
    confirm: async (values) => await isSure(valuesOf(processor), values),
    save: async (body, updated) => {
      const saved = await send({ ...body, ...proof(), updated })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => {
      const { processors } = await client.fetchQuery({ ...queryOf(listProcessors), staleTime: 0 })
      return processors.find(({ id }) => id === processor.id) ?? processor
    },
  })
  useUnsaved(record.isChanged && !record.isBusy, 'processor')
  return (
    <>
      <RecordForm state={record} submit={shell('save')} aside={aside}>
        {children(record.form)}
      </RecordForm>
      {dialog}
    </>
  )
}

function Retire({ processor, onGone }: EditProcessorProps) {
  const t = useTranslations('processors.retire')
  const readAnew = useReadAnew()
  const { label: name } = processor
  const remove = async (): Promise<void> => {
    await call(retireProcessor, { params: { id: processor.id } })
    toast({ text: t('done', { name }), ms: savedMs })
    onGone()
    await readAnew()
  }
  return <DeleteButton label={t('label')} title={t('title', { name })} text={t('text')} remove={remove} />
}
