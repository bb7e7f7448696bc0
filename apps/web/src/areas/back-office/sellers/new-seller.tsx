import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { createSeller } from '@stowage/api/stocks'
import { call } from '../../../client/index.ts'
import { toast, useApiForm } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { SellerFields } from './seller-fields.tsx'
import { sellerBody, sellerLengths, sellerValues, type SellerValues } from './seller.ts'

const empty = sellerValues()

interface NewSellerProps {
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  /** Is given the id of the new seller, when lists know it. */
  readonly onMade: (id: string) => void
}

/** A seller that is not there yet. */
export function NewSeller({ onChanged, onMade }: NewSellerProps) {
  const t = useTranslations('sites')
  const readAnew = useReadAnew()
  const seller = useApiForm<SellerValues>({
    initialValues: empty,
    schema: createSeller.body,
    toBody: sellerBody,
    lengths: sellerLengths,
    formats: { creditorId: t('seller.creditorIdWrong') },
    onSubmit: async (values) => {
      const { id } = await call(createSeller, { body: sellerBody(values) })
      await readAnew()
      toast({ text: t('seller.saved'), ms: savedMs })
      onMade(id)
    },
  })
  const isChanged = JSON.stringify(seller.form.values) !== JSON.stringify(empty)
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  return (
    <RecordForm state={seller} submit={t('save.create')}>
      <p>{t('seller.lead')}</p>
      <SellerFields form={seller.form} />
    </RecordForm>
  )
}
