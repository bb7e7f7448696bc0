import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pairSite } from '@stowage/api/sites'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { toast, useErrorText } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import type { Stock } from '../stocks/stock.ts'
import classes from './site.module.css'

interface PairingDialogProps {
  readonly stock: Stock
  readonly isPaired: boolean
  readonly pairedAt: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A code that the installer types in at the site, once, within minutes; the dialog sees when he has. */
export function PairingDialog({ stock, isPaired, pairedAt, isOpen, onClose }: PairingDialogProps) {
  const t = useTranslations('site.pairing')
  const errorText = useErrorText()
  const made = useMutation({
    mutationFn: async () => await call(pairSite, { params: { id: stock.id } }),
    meta: { silent: true },
  })
  const [before, setBefore] = useState<string | null>(null)
  const close = (): void => {
    made.reset()
    onClose()
  }
  const paired = useEffectEvent(() => {
    toast({ tone: 'green', text: t('done', { stock: stock.name }) })
    close()
  })
  const isDone = made.data !== undefined && pairedAt !== null && pairedAt !== before
  useEffect(() => {
    if (isDone) paired()
  }, [isDone])
  const make = (): void => {
    setBefore(pairedAt)
    made.mutate()
  }
  return (
    <Modal opened={isOpen} onClose={close} size={560} title={t('title', { stock: stock.name })}>
      <div className={classes.pairing}>
        <p>{t('lead')}</p>
        {isPaired && <p className={classes.away}>{t('again')}</p>}
        {made.data === undefined ? (
          <Button size="md" loading={made.isPending} onClick={make} data-autofocus>
            {t('make')}
          </Button>
        ) : (
          <Code
            code={made.data.code}
            expiresAt={made.data.expiresAt}
            timeZone={stock.timeZone}
            onAgain={make}
          />
        )}
        {made.error !== null && <p role="alert">{errorText(made.error).text}</p>}
      </div>
    </Modal>
  )
}

function Code({
  code,
  expiresAt,
  timeZone,
  onAgain,
}: {
  readonly code: string
  readonly expiresAt: string
  readonly timeZone: string
  readonly onAgain: () => void
}) {
  const t = useTranslations('site.pairing')
  const format = useFormat()
  // Word for word as docs/operations/site-agent.md has it; the server is named so that a file of another one is noticed.
  const command = `sudo npm run site-agent -- pair --server ${location.origin} --code ${code} --config /etc/stowage/site.json`
  return (
    <>
      <output className={classes.code} aria-label={t('code')}>
        {code}
      </output>
      <p className={classes.quiet}>{t('until', { when: format.shortInstant(expiresAt, timeZone) })}</p>
      <p>{t('command')}</p>
      <div className={classes.command}>
        <code>{command}</code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.quiet} role="status">
        {t('waiting')}
      </p>
      <Button variant="subtle" onClick={onAgain}>
        {t('another')}
      </Button>
    </>
  )
}
