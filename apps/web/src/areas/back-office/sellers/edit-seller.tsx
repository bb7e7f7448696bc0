import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { deleteSeller, listSellers, updateSeller } from '@stowage/api/stocks'
import { call, queryOf } from '../../../client/index.ts'
import { confirm, toast, useRecordForm } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { SellerFields } from './seller-fields.tsx'
import { sellerBody, sellerLengths, sellerValues, type Seller, type SellerValues } from './seller.ts'

interface EditSellerProps {
  readonly seller: Seller
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  /** Saved or deleted. */
  readonly onDone: () => void
}

export function EditSeller({ seller, onChanged, onDone }: EditSellerProps) {
  const t = useTranslations('sites.seller')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const params = { id: seller.id }
  const record = useRecordForm<Seller, SellerValues>({
    record: seller,
    valuesOf: sellerValues,
    schema: updateSeller.body,
    toBody: sellerBody,
    lengths: sellerLengths,
    formats: { creditorId: t('creditorIdWrong') },
    confirm: async ({ name }) =>
      await confirm({
        title: t('saveTitle', { name: name.trim() }),
        text: `${t('saveText', { count: seller.stocks })} ${t('lead')}`,
        yes: shell('save'),
      }),
    save: async (body, updated) => {
      const saved = await call(updateSeller, { params, body: { ...body, updated } })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      onDone()
      return saved
    },
    reread: async () => {
      const sellers = await client.fetchQuery({ ...queryOf(listSellers), staleTime: 0 })
      return sellers.find(({ id }) => id === seller.id) ?? seller
    },
  })
  const { isChanged } = record
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  const remove = async (): Promise<void> => {
    await call(deleteSeller, { params })
    toast({ text: t('deleted'), ms: savedMs })
    onDone()
    await readAnew()
  }
  return (
    <RecordForm
      state={record}
      submit={shell('save')}
      aside={
        <DeleteButton
          label={t('delete')}
          title={t('deleteTitle', { name: seller.name })}
          text={t('deleteText')}
          remove={remove}
        />
      }
    >
      <p>{t('lead')}</p>
      <SellerFields form={record.form} />
    </RecordForm>
  )
}
