import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addTariffPresets, listTariffs } from '@stowage/api/tariffs'
import { tariffPresets } from '@stowage/domain/tariff'
import { call, queryOf } from '../../../client/index.ts'
import type { ListedStock } from '../../../features/catalog/index.ts'
import { AskedSection, EmptyState, SkeletonRows, toast } from '../../../ui/index.ts'
import { StockLead } from '../page-of-stock.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { TariffDialog } from './tariff-dialog.tsx'
import type { Tariff } from './tariff.ts'
import { TariffsTable } from './tariffs-table.tsx'

/** The tariffs of one warehouse: which are on, what they say, and those of the usual five that it lacks. */
export function TariffsOfStock({ stock }: { readonly stock: ListedStock }) {
  const t = useTranslations('tariffs')
  const readAnew = useReadAnew()
  const query = useQuery(queryOf(listTariffs, { query: { stockId: stock.id } }))
  const [edited, setEdited] = useState<string | null>(null)
  const adding = useMutation({
    mutationFn: async () => await call(addTariffPresets, { body: { stockId: stock.id } }),
    onSuccess: async () => {
      await readAnew()
      toast({ text: t('presetsAdded'), ms: savedMs })
    },
  })
  const addUsual = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} stroke={1.75} />}
      loading={adding.isPending}
      onClick={() => adding.mutate()}
    >
      {t('addPresets')}
    </Button>
  )
  const { data } = query
  const on = (data ?? []).filter(({ isOn }) => isOn).length
  const shown = data?.find(({ id }) => id === edited)
  return (
    <>
      <StockLead>{on === 0 ? t('lead') : t('leadOn', { count: on })}</StockLead>
      <AskedSection
        title={t('list')}
        query={query}
        flush
        skeleton={<SkeletonRows rows={5} height={56} />}
        isEmpty={(tariffs) => tariffs.length === 0}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={addUsual} />}
        {...(data !== undefined && data.length > 0 && lacksUsual(data) ? { foot: addUsual } : {})}
      >
        {(tariffs) => <TariffsTable tariffs={tariffs} stock={stock} onEdit={setEdited} />}
      </AskedSection>
      {shown !== undefined && <TariffDialog stock={stock} tariff={shown} onClose={() => setEdited(null)} />}
    </>
  )
}

const lacksUsual = (tariffs: readonly Tariff[]): boolean =>
  tariffPresets.some(({ alias }) => !tariffs.some((one) => one.alias === alias))
