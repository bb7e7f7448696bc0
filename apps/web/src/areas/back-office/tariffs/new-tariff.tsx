import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Body } from '@stowage/api/endpoint'
import { createTariff } from '@stowage/api/tariffs'
import { call } from '../../../client/index.ts'
import type { ListedStock } from '../../../features/catalog/index.ts'
import { toast, useApiForm } from '../../../ui/index.ts'
import { RecordForm } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { TariffFields } from './tariff-fields.tsx'
import { tariffBody, tariffIssues, tariffLengths, tariffValues, type TariffValues } from './tariff.ts'
import { useTariffName } from './tariffs-table.tsx'

const empty = tariffValues()

interface NewTariffProps {
  readonly stock: ListedStock
  /** Is told whether something stands in the form that would be lost. */
  readonly onChanged: (isChanged: boolean) => void
  readonly onDone: () => void
}

/** A tariff that is not there yet; it begins switched off. */
export function NewTariff({ stock, onChanged, onDone }: NewTariffProps) {
  const t = useTranslations('tariffs')
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const nameOf = useTariffName()
  const tariff = useApiForm<TariffValues>({
    initialValues: empty,
    schema: createTariff.body,
    toBody: (values) => ({ ...tariffBody(values), stockId: stock.id }),
    across: tariffIssues,
    lengths: tariffLengths,
    onSubmit: async (values) => {
      const body = { ...tariffBody(values), stockId: stock.id } as Body<typeof createTariff>
      const made = await call(createTariff, { body }, { idempotencyKey: deedKey(body) })
      await readAnew()
      toast({ text: t('made', { name: nameOf(made) }), ms: savedMs })
      onDone()
    },
  })
  const isChanged = JSON.stringify(tariff.form.values) !== JSON.stringify(empty)
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  return (
    <RecordForm state={tariff} submit={tariff.isBusy ? t('wait') : t('create')}>
      <TariffFields form={tariff.form} currency={stock.currency} />
    </RecordForm>
  )
}
