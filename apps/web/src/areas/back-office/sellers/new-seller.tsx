import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { createSeller, listSellers } from '@stowage/api/stocks'
import { call, keyOf } from '../../../client/index.ts'
import { toast, useApiForm } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { SellerFields } from './seller-fields.tsx'
import { sellerLengths, sellerValues, type SellerValues } from './seller.ts'

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
  const client = useQueryClient()
  const seller = useApiForm<SellerValues>({
    initialValues: empty,
    schema: createSeller.body,
    lengths: sellerLengths,
    onSubmit: async (values) => {
      const { id } = await call(createSeller, { body: values })
      await client.invalidateQueries({ queryKey: keyOf(listSellers) })
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
