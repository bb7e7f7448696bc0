import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { deleteSeller, listSellers, updateSeller } from '@stowage/api/stocks'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import { confirm, FieldStack, FormProblem, toast, useRecordForm } from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { SellerFields } from './seller-fields.tsx'
import { sellerLengths, sellerValues, type Seller, type SellerValues } from './seller.ts'

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
  const params = { id: seller.id }
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<Seller, SellerValues>({
    record: seller,
    valuesOf: sellerValues,
    schema: updateSeller.body,
    lengths: sellerLengths,
    confirm: async ({ name }) =>
      await confirm({
        title: t('saveTitle', { name: name.trim() }),
        text: `${t('saveText', { count: seller.stocks })} ${t('lead')}`,
        yes: shell('save'),
      }),
    save: async (body, updated) => {
      const saved = await call(updateSeller, { params, body: { ...body, updated } })
      await client.invalidateQueries({ queryKey: keyOf(listSellers) })
      toast({ text: t('saved'), ms: savedMs })
      onDone()
      return saved
    },
    reread: async () => {
      const sellers = await client.fetchQuery({ ...queryOf(listSellers), staleTime: 0 })
      return sellers.find(({ id }) => id === seller.id) ?? seller
    },
  })
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  const removing = useMutation({
    mutationFn: async () => await call(deleteSeller, { params }),
    onSuccess: async () => {
      toast({ text: t('deleted'), ms: savedMs })
      onDone()
      await client.invalidateQueries({ queryKey: keyOf(listSellers) })
    },
  })
  const remove = async (): Promise<void> => {
    const question = {
      title: t('deleteTitle', { name: seller.name }),
      text: t('deleteText'),
      yes: t('delete'),
      danger: true,
    }
    if (await confirm(question)) removing.mutate()
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        <p>{t('lead')}</p>
        <SellerFields form={form} />
        <FormProblem>{problem}</FormProblem>
        <FormActions
          isBusy={isBusy}
          isChanged={isChanged}
          onUndo={undo}
          submit={shell('save')}
          aside={
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              loading={removing.isPending}
              onClick={() => void remove()}
            >
              {t('delete')}
            </Button>
          }
        />
      </FieldStack>
    </form>
  )
}
