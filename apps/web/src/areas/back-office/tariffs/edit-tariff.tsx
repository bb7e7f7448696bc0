import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { deleteTariff, listTariffs, updateTariff } from '@stowage/api/tariffs'
import { call, queryOf } from '../../../client/index.ts'
import type { ListedStock } from '../../../features/catalog/index.ts'
import { confirm, toast, useRecordForm } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { TariffFields } from './tariff-fields.tsx'
import {
  tariffBody,
  tariffIssues,
  tariffLengths,
  tariffValues,
  type Tariff,
  type TariffValues,
} from './tariff.ts'
import { useTariffName } from './tariffs-table.tsx'

interface EditTariffProps {
  readonly stock: ListedStock
  readonly tariff: Tariff
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  /** Saved or deleted. */
  readonly onDone: () => void
}

export function EditTariff({ stock, tariff, onChanged, onDone }: EditTariffProps) {
  const t = useTranslations('tariffs')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const name = useTariffName()(tariff)
  const params = { id: tariff.id }
  const record = useRecordForm<Tariff, TariffValues>({
    record: tariff,
    valuesOf: tariffValues,
    schema: updateTariff.body,
    toBody: (changes, values) => tariffBody(values, changes),
    across: tariffIssues,
    lengths: tariffLengths,
    confirm: async () =>
      await confirm({ title: t('saveTitle', { name }), text: t('saveText'), yes: t('save') }),
    save: async (body, updated) => {
      const saved = await call(updateTariff, { params, body: { ...body, updated } })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      onDone()
      return saved
    },
    reread: async () => {
      const asked = queryOf(listTariffs, { query: { stockId: stock.id } })
      const all = await client.fetchQuery({ ...asked, staleTime: 0 })
      return all.find(({ id }) => id === tariff.id) ?? tariff
    },
  })
  const { isChanged } = record
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  const remove = async (): Promise<void> => {
    await call(deleteTariff, { params })
    toast({ text: t('deleted'), ms: savedMs })
    onDone()
    await readAnew()
  }
  return (
    <RecordForm
      state={record}
      submit={record.isBusy ? t('wait') : t('save')}
      aside={
        <DeleteButton
          label={t('delete')}
          title={t('deleteTitle', { name })}
          text={t('deleteText')}
          remove={remove}
        />
      }
    >
      <TariffFields form={record.form} currency={stock.currency} />
    </RecordForm>
  )
}
