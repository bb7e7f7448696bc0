import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { createPayKeeper, createStripe } from '@stowage/api/processors'
import { processorKinds } from '@stowage/domain/pay-method'
import { call } from '../../../client/index.ts'
import { FieldStack, toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { PayKeeperFields, StripeFields } from './processor-fields.tsx'
import {
  labelLengths,
  payKeeperValues,
  stripeBody,
  stripeValues,
  type PayKeeperValues,
  type StripeValues,
} from './processor.ts'
import { useFormats } from './use-formats.ts'

interface NewProcessorProps {
  /** Is given the id of the new one, when lists know it. */
  readonly onMade: (id: string) => void
}

/** One that is not there yet: first which kind it is. */
export function NewProcessor({ onMade }: NewProcessorProps) {
  const t = useTranslations('processors')
  const [kind, setKind] = useState<(typeof processorKinds)[number]>('stripe')
  return (
    <FieldStack>
      <SegmentedControl
        aria-label={t('form.kind')}
        fullWidth
        value={kind}
        onChange={(chosen) => setKind(processorKinds.find((one) => one === chosen) ?? 'stripe')}
        data={['stripe', 'paykeeper'].map((value) => ({
          value,
          label: t(`kind.${value === 'stripe' ? 'stripe' : 'paykeeper'}`),
        }))}
      />
      {kind === 'paykeeper' ? <NewPayKeeper onMade={onMade} /> : <NewStripe onMade={onMade} />}
    </FieldStack>
  )
}

/** What follows a new one: lists know it, and its test is next. */
function useMade(onMade: NewProcessorProps['onMade']): (id: string) => Promise<void> {
  const t = useTranslations('processors.form')
  const readAnew = useReadAnew()
  return async (id) => {
    await readAnew()
    toast({ text: t('saved'), ms: savedMs })
    onMade(id)
  }
}

function NewPayKeeper({ onMade }: NewProcessorProps) {
  const t = useTranslations('processors.form')
  const made = useMade(onMade)
  const [start] = useState(() => payKeeperValues())
  const state = useApiForm<PayKeeperValues>({
    initialValues: start,
    schema: createPayKeeper.body,
    lengths: labelLengths,
    formats: useFormats(),
    onSubmit: async (body) => await made((await call(createPayKeeper, { body })).id),
  })
  useUnsaved(state.form.values !== start && !state.isBusy, 'processor')
  return (
    <RecordForm state={state} submit={t('create')}>
      <PayKeeperFields form={state.form} />
    </RecordForm>
  )
}

function NewStripe({ onMade }: NewProcessorProps) {
  const t = useTranslations('processors.form')
  const made = useMade(onMade)
  const [start] = useState(() => stripeValues())
  const state = useApiForm<StripeValues>({
    initialValues: start,
    schema: createStripe.body,
    toBody: stripeBody,
    lengths: labelLengths,
    formats: useFormats(),
    onSubmit: async (values) => {
      const body = stripeBody(values) as Parameters<typeof call<typeof createStripe>>[1]['body']
      await made((await call(createStripe, { body })).id)
    },
  })
  useUnsaved(state.form.values !== start && !state.isBusy, 'processor')
  return (
    <RecordForm state={state} submit={t('create')}>
      <StripeFields form={state.form} />
    </RecordForm>
  )
}
