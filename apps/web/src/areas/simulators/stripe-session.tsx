import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconExternalLink, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { StripeMethodType, StripeSessionAction, StripeSessionView } from '@stowage/api/simulated-stripe'
import { useFormat } from '../../i18n/index.ts'
import { useDeed } from './console-client.ts'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

type Pay = Omit<Extract<StripeSessionAction, { action: 'pay' }>, 'action'>

/** The ways in which a payer can pay, or fail to. */
const ways = {
  noFunds: { type: 'card', how: { card: '4000000000009995' } },
  stolen: { type: 'card', how: { card: '4000000000009979' } },
  asked: { type: 'card', how: { card: '4000002500003155' } },
  askedRefused: { type: 'card', how: { card: '4000002500003155', agrees: false } },
  declinedLater: { type: 'card', how: { card: '4000008260003178' } },
  debit: { type: 'sepa_debit', how: { iban: 'DE89370400440532013000' } },
  debitFails: { type: 'sepa_debit', how: { iban: 'DE62370400440532013001' } },
  debitReturned: { type: 'sepa_debit', how: { iban: 'DE35370400440532013002' } },
  payPal: { type: 'paypal', how: { paypal: 'payer@example.com' } },
  payPalRefused: { type: 'paypal', how: { paypal: 'payer@example.com', agrees: false } },
} as const satisfies Record<string, { type: StripeMethodType; how: Pay }>
type Way = keyof typeof ways

/** An open page that waits for its payer: pay on it in his place. */
export function StripeSession({ session }: { readonly session: StripeSessionView }) {
  const t = useTranslations('simulators.stripe')
  const format = useFormat()
  const zone = useZone()
  const deed = useDeed(t('failed'))
  const { id, amount, currency, title, reference, expiresAt, methods, payUrl, isSetup } = session
  const act = (body: StripeSessionAction): void =>
    deed.mutate({ path: `/stripe/sessions/${id}`, body, said: t(`done.${body.action}`) })
  const offered = (Object.keys(ways) as Way[]).filter((way) => methods.includes(ways[way].type))
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{isSetup || amount === null ? t('setup') : format.money({ amount, currency })}</strong>{' '}
        {title}
        <span className={classes.meta}>
          {t('sessionMeta', { reference: reference ?? '–', until: format.instant(expiresAt, zone) })}
        </span>
      </div>
      <div className={classes.deeds}>
        <Button
          size="xs"
          loading={deed.isPending}
          disabled={!methods.includes('card')}
          leftSection={<IconCheck size={16} stroke={1.75} />}
          onClick={() => act({ action: 'pay' })}
        >
          {isSetup ? t('save') : t('pay')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={deed.isPending}
              rightSection={<IconChevronDown size={14} stroke={2} />}
            >
              {t('payOtherwise')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((way) => (
              <Menu.Item key={way} onClick={() => act({ action: 'pay', ...ways[way].how })}>
                {t(`ways.${way}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="default"
          disabled={deed.isPending}
          leftSection={<IconX size={16} stroke={1.75} />}
          onClick={() => act({ action: 'expire' })}
        >
          {t('expire')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          component="a"
          href={payUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.75} />}
        >
          {t('payPage')}
        </Button>
      </div>
    </li>
  )
}
