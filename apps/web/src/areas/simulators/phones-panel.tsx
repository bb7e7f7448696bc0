import { Button, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { smsFates, smsFaults, type PhonesView, type SmsView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { confirm, EmptyState, Section } from '../../ui/index.ts'
import { useConsole, useDeed } from './console-client.ts'
import { Unknown } from './unknown.tsx'
import { useZone } from './use-zone.ts'
import classes from './phones.module.css'

/** Every short message the product has sent, on the phone where it came; and a gateway that can be in trouble. */
export function PhonesPanel() {
  const t = useTranslations('sms.console')
  const { data, error, refetch } = useConsole<PhonesView>('/sms', 2000)
  const deed = useDeed(t('failed'))
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  const phones = [...Map.groupBy(data.messages, ({ to }) => to)]
  const clear = async (): Promise<void> => {
    if (await confirm({ title: t('clearTitle'), text: t('clearText'), yes: t('clear') }))
      deed.mutate({ path: '/sms' })
  }
  return (
    <Section
      title={t('title')}
      aside={t('count', { count: data.messages.length })}
      foot={
        <div className={classes.tools}>
          <NativeSelect
            label={t('gateway')}
            size="xs"
            data={smsFaults.map((value) => ({ value, label: t(`faults.${value}`) }))}
            value={data.fault}
            onChange={(event) =>
              deed.mutate({ path: '/sms-trouble', body: { fault: event.currentTarget.value } })
            }
          />
          <NativeSelect
            label={t('fate')}
            size="xs"
            data={smsFates.map((value) => ({ value, label: t(`fates.${value}`) }))}
            value={data.fate}
            onChange={(event) =>
              deed.mutate({ path: '/sms-trouble', body: { fate: event.currentTarget.value } })
            }
          />
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={data.messages.length === 0}
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => void clear()}
          >
            {t('clear')}
          </Button>
        </div>
      }
    >
      {phones.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <div className={classes.phones}>
          {phones.map(([number, messages]) => (
            <Phone key={number} number={number} messages={messages} />
          ))}
        </div>
      )}
    </Section>
  )
}

/** One phone: its messages as it shows them, the newest first. */
function Phone({ number, messages }: { readonly number: string; readonly messages: readonly SmsView[] }) {
  const t = useTranslations('sms.console')
  const format = useFormat()
  const zone = useZone()
  return (
    <section className={classes.phone} aria-label={t('phone', { number })}>
      <h3 className={classes.number}>{number}</h3>
      <ol className={classes.list}>
        {messages.map(({ id, body, from, at, status }) => (
          <li key={id}>
            <p className={classes.bubble}>{body}</p>
            <p className={classes.small}>
              {t('from', { from })} · {t(`statuses.${status}`)} ·{' '}
              <time dateTime={at}>{format.shortInstant(at, zone)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
