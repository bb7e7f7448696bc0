import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconExternalLink, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { InvoiceAction, InvoiceView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { useDeed } from './console-client.ts'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

/** How a payment can go wrong on its way to the product. */
const troubles = ['twice', 'late', 'never', 'outOfOrder', 'otherSum', 'wrongKey'] as const

/** An invoice that waits for its payer: pay it in his place, and choose how the product hears of it. */
export function CabinetInvoice({ invoice }: { readonly invoice: InvoiceView }) {
  const t = useTranslations('simulators.payments')
  const format = useFormat()
  const zone = useZone()
  const deed = useDeed(t('failed'))
  const { id, currency, amount, title, orderId, createdAt, payUrl } = invoice
  const act = (body: InvoiceAction): void =>
    deed.mutate({ path: `/payments/${currency}/invoices/${id}`, body, said: t(`done.${body.action}`) })
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{format.money({ amount, currency })}</strong> {title}
        <span className={classes.meta}>
          {t('invoiceMeta', { id, order: orderId ?? '–', at: format.instant(createdAt, zone) })}
        </span>
      </div>
      <div className={classes.deeds}>
        <Button
          size="xs"
          loading={deed.isPending}
          leftSection={<IconCheck size={16} stroke={1.75} />}
          onClick={() => act({ action: 'pay' })}
        >
          {t('pay')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={deed.isPending}
              rightSection={<IconChevronDown size={14} stroke={2} />}
            >
              {t('payBadly')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {troubles.map((mode) => (
              <Menu.Item key={mode} onClick={() => act({ action: 'pay', mode })}>
                {t(`modes.${mode}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="default"
          disabled={deed.isPending}
          leftSection={<IconX size={16} stroke={1.75} />}
          onClick={() => act({ action: 'decline' })}
        >
          {t('decline')}
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
