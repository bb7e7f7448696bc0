import { Button } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { BannerStrip, Section } from '../../ui/index.ts'
import type { Account } from '../accounts/index.ts'
import { EraseDialog } from './erase-dialog.tsx'
import classes from './privacy.module.css'

/** For a superUser: whether the person has asked to be erased, and the way to it. */
export function EraseCard({
  account,
  onErased,
}: {
  readonly account: Account
  readonly onErased: () => void
}) {
  const t = useTranslations('privacy.erase')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('title')}>
      {account.erasureAskedAt != null && (
        <BannerStrip type="warning">
          {t('asked', { day: format.day(account.erasureAskedAt.slice(0, 10)) })}
        </BannerStrip>
      )}
      <p className={classes.text}>{t('text')}</p>
      <Button
        variant="light"
        color="red"
        leftSection={<IconUserX size={18} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      {isOpen && <EraseDialog account={account} onClose={() => setOpen(false)} onErased={onErased} />}
    </Section>
  )
}
