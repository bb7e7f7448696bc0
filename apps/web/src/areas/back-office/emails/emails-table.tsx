import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { retryMail } from '@stowage/api/emails'
import { call } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { DataTable, Pill, toast, type DataTableColumn } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './emails.module.css'
import { emailDay, type Email } from './emails.ts'
import { useMailKind } from './use-mail-kind.ts'

const looks = {
  waiting: { tone: 'amber', icon: IconClock },
  sent: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconAlertTriangle },
} as const

/** From this width on the subject has a column of its own (specification 2.14); below, a phone shows all of a mail without moving the table. */
const WIDE = '(min-width: 900px)'

/** To, subject, kind and day of mails (specification 2.10, 2.14), and whether they went out. */
export function EmailsTable({ emails }: { readonly emails: readonly Email[] }) {
  const t = useTranslations('people.emails')
  const { language } = useLanguage()
  const nameOf = useMailKind()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const wide: DataTableColumn<Email>[] = [
    { accessor: 'to', title: t('to') },
    { accessor: 'subject', title: t('subject'), render: ({ subject }) => subject ?? '–' },
    {
      accessor: 'kind',
      title: t('kind'),
      render: ({ kind }) => nameOf(kind),
    },
    {
      accessor: 'created',
      title: t('created'),
      render: ({ created }) => emailDay(created, language),
      width: 116,
    },
    {
      accessor: 'status',
      title: t('status'),
      render: (email) => <Fate email={email} />,
    },
  ]
  const narrow: DataTableColumn<Email>[] = [
    {
      accessor: 'to',
      title: t('to'),
      width: '42%',
      render: ({ to, created }) => (
        <span className={classes.folded}>
          <span>{to}</span>
          <small>{emailDay(created, language)}</small>
        </span>
      ),
    },
    {
      accessor: 'subject',
      title: t('subject'),
      render: (email) => (
        <span className={classes.folded}>
          <small>{nameOf(email.kind)}</small>
          {email.subject != null && <span>{email.subject}</span>}
          <Fate email={email} />
        </span>
      ),
    },
  ]
  return (
    <DataTable
      records={[...emails]}
      columns={isWide ? wide : narrow}
      idAccessor="id"
      // Without a link in it, who has no mouse could not move a wide table on a narrow screen.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list') } }}
    />
  )
}

/** Whether it went out; of one that did not, why, and another try. */
function Fate({ email: { id, to, status, failure } }: { readonly email: Email }) {
  const t = useTranslations('people.emails')
  const readAnew = useReadAnew()
  const again = useMutation({
    mutationFn: async () => await call(retryMail, { params: { id } }),
    onSuccess: () => toast({ text: t('againDone'), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <span className={classes.fate}>
      <Pill tone={looks[status].tone} icon={looks[status].icon}>
        {failure == null ? t(`statuses.${status}`) : t(`failures.${failure}`)}
      </Pill>
      {status === 'failed' && (
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
