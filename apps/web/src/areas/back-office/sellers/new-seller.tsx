import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { createSeller, listSellers } from '@stowage/api/stocks'
import { call, keyOf } from '../../../client/index.ts'
import { FieldStack, FormProblem, toast, useApiForm } from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { SellerFields } from './seller-fields.tsx'
import { sellerLengths, sellerValues, type SellerValues } from './seller.ts'

const empty = sellerValues()

/** @param onMade is given the id of the new seller, when lists know it */
export function NewSeller({ onMade }: { readonly onMade: (id: string) => void }) {
  const t = useTranslations('sites')
  const client = useQueryClient()
  const { form, problem, isBusy, onSubmit } = useApiForm<SellerValues>({
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
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p>{t('seller.lead')}</p>
        <SellerFields form={form} />
        <FormProblem>{problem}</FormProblem>
        <FormActions isBusy={isBusy} submit={t('save.create')} />
      </FieldStack>
    </form>
  )
}
