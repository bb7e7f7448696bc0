import { Button, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { updateTariff } from '@stowage/api/tariffs'
import { call } from '../../../client/index.ts'
import { useTariffWords, type ListedStock } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, DataTable, toast, type DataTableColumn } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Tariff } from './tariff.ts'
import classes from './tariffs.module.css'

interface TariffsTableProps {
  readonly tariffs: readonly Tariff[]
  readonly stock: ListedStock
  readonly onEdit: (id: string) => void
}

export function TariffsTable({ tariffs, stock, onEdit }: TariffsTableProps) {
  const t = useTranslations('tariffs')
  const short = useTranslations('tariff')
  const words = useTariffWords()
  const format = useFormat()
  const nameOf = useTariffName()
  const columns: DataTableColumn<Tariff>[] = [
    {
      accessor: 'isOn',
      title: t('isOn'),
      width: 72,
      render: (tariff) => <OnSwitch tariff={tariff} stock={stock} />,
    },
    { accessor: 'name', title: t('name'), render: (tariff) => <strong>{nameOf(tariff)}</strong> },
    {
      accessor: 'term',
      title: t('term'),
      noWrap: true,
      render: ({ minMonths, maxMonths }) => words.term(minMonths, maxMonths),
    },
    {
      accessor: 'minStayMonths',
      title: t('minStay'),
      render: ({ minStayMonths }) => short('minStayMonths', { count: minStayMonths }),
    },
    {
      accessor: 'noticeDays',
      title: t('notice'),
      render: ({ noticeDays }) => short('noticeDays', { count: noticeDays }),
    },
    {
      accessor: 'steps',
      title: t('discount'),
      render: ({ steps }) => (steps.length === 0 ? short('noDiscount') : words.steps(steps).join(', ')),
    },
    {
      accessor: 'firstMonth',
      title: t('firstShort'),
      noWrap: true,
      render: ({ firstMonthMinMonths, firstMonthPrices }) => {
        const amount = firstMonthPrices[stock.currency as keyof typeof firstMonthPrices]
        if (firstMonthMinMonths == null || amount === undefined) return '–'
        return short('firstMonthFor', {
          price: format.price({ amount, currency: stock.currency }),
          count: firstMonthMinMonths,
        })
      },
    },
    { accessor: 'early', title: t('early'), render: ({ earlyLeave }) => t(`earlyShort.${earlyLeave}`) },
    {
      accessor: 'options',
      title: '',
      textAlign: 'right',
      render: (tariff) => (
        <Button
          variant="light"
          size="compact-md"
          aria-label={t('editNamed', { name: nameOf(tariff) })}
          onClick={() => onEdit(tariff.id)}
        >
          {t('edit')}
        </Button>
      ),
    },
  ]
  return (
    <div className={classes.table}>
      <DataTable records={[...tariffs]} columns={columns} idAccessor="id" />
    </div>
  )
}

/** The name of a tariff in the reader's language. */
export function useTariffName(): (tariff: Tariff) => string {
  const words = useTariffWords()
  return ({ nameRu, nameEn, nameDe, namePl }) =>
    words.name({ ru: nameRu, en: nameEn, de: nameDe, pl: namePl })
}

/** On or off, after a question: it changes what people are asked the moment they book. */
function OnSwitch({ tariff, stock }: { readonly tariff: Tariff; readonly stock: ListedStock }) {
  const t = useTranslations('tariffs')
  const name = useTariffName()(tariff)
  const readAnew = useReadAnew()
  const switching = useMutation({
    mutationFn: async (isOn: boolean) =>
      await call(updateTariff, {
        params: { id: tariff.id },
        body: { isOn, updated: tariff.updated ?? null },
      }),
    onSuccess: ({ isOn }) => toast({ text: t(isOn ? 'switchedOn' : 'switchedOff', { name }), ms: savedMs }),
    // Somebody was faster: the list shows his change beside what is said of it.
    onSettled: readAnew,
  })
  const ask = async (isOn: boolean): Promise<void> => {
    const yes = await confirm({
      title: t(isOn ? 'onTitle' : 'offTitle', { name }),
      text: isOn ? t('onText', { stock: stock.name }) : t('offText'),
      yes: t(isOn ? 'yesOn' : 'yesOff'),
    })
    if (yes) switching.mutate(isOn)
  }
  return (
    <Switch
      aria-label={t(tariff.isOn ? 'switchOff' : 'switchOn', { name })}
      checked={switching.isPending ? switching.variables : tariff.isOn}
      disabled={switching.isPending}
      onChange={(event) => void ask(event.currentTarget.checked)}
    />
  )
}
