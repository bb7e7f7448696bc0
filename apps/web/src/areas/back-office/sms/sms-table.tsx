import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { retrySms } from '@stowage/api/sms'
import { call } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { DataTable, Pill, toast, type DataTableColumn } from '../../../ui/index.ts'
import { emailDay } from '../emails/emails.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Sms } from './sms.ts'
import classes from './sms.module.css'

const looks = {
  waiting: { tone: 'amber', icon: IconClock },
  accepted: { tone: 'teal', icon: IconSend },
  sent: { tone: 'teal', icon: IconSend },
  delivered: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconAlertTriangle },
} as const

const WIDE = '(min-width: 900px)'

type Kind = keyof UiTexts['sms']['kinds']

/** Number, text and day of short messages, and what became of them. */
export function SmsTable({ messages }: { readonly messages: readonly Sms[] }) {
  const t = useTranslations('sms.history')
  const kinds = useTranslations('sms.kinds')
  const { language } = useLanguage()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const nameOf = (kind: string): string => (kinds.has(kind as Kind) ? kinds(kind as Kind) : kind)
  const words = (sms: Sms) => (
    <span className={classes.folded}>
      {!isWide && <small>{nameOf(sms.kind)}</small>}
      <span>{sms.body ?? (sms.kind === 'numberCode' ? t('noText') : '–')}</span>
      {sms.segments != null && sms.segments > 0 && <small>{t('segments', { count: sms.segments })}</small>}
      {!isWide && <Fate sms={sms} />}
    </span>
  )
  const wide: DataTableColumn<Sms>[] = [
    { accessor: 'to', title: t('to'), width: 150 },
    { accessor: 'body', title: t('text'), render: words },
    { accessor: 'kind', title: t('kind'), width: 170, render: ({ kind }) => nameOf(kind) },
    {
      accessor: 'created',
      title: t('created'),
      width: 116,
      render: ({ created }) => emailDay(created, language),
    },
    { accessor: 'status', title: t('status'), render: (sms) => <Fate sms={sms} /> },
  ]
  const narrow: DataTableColumn<Sms>[] = [
    {
      accessor: 'to',
      title: t('to'),
      width: '40%',
      render: ({ to, created }) => (
        <span className={classes.folded}>
          <span>{to}</span>
          <small>{emailDay(created, language)}</small>
        </span>
      ),
    },
    { accessor: 'body', title: t('text'), render: words },
  ]
  return (
    <DataTable
      records={[...messages]}
      columns={isWide ? wide : narrow}
      idAccessor="id"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list') } }}
    />
  )
}

/** Where it stands; of one that did not go, why, and another try. A code is asked for anew by who wants it. */
function Fate({ sms: { id, to, kind, status, failure } }: { readonly sms: Sms }) {
  const t = useTranslations('sms.history')
  const readAnew = useReadAnew()
  const again = useMutation({
    mutationFn: async () => await call(retrySms, { params: { id } }),
    onSuccess: () => toast({ text: t('againDone'), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <span className={classes.fate}>
      <Pill tone={looks[status].tone} icon={looks[status].icon}>
        {failure == null ? t(`statuses.${status}`) : t(`failures.${failure}`)}
      </Pill>
      {status === 'failed' && kind !== 'numberCode' && to !== '' && (
        <Button
          variant="light"
          size="compact-sm"
          aria-label={t('againNamed', { to })}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t('again')}
        </Button>
      )}
    </span>
  )
}
