import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconWifi } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/index.ts'
import type { MyStock } from './my-box.ts'
import classes from './wifi-row.module.css'

/** The stock's Wi-Fi; its password is shown when it is asked for, and copied for the phone's settings. */
export function WifiRow({ stock }: { readonly stock: MyStock['stock'] }) {
  const t = useTranslations('mybox.stock')
  const [isShown, setShown] = useState(false)
  const { wifiNetworkName: name, wifiPassword: password } = stock
  if (name == null || name === '') return null
  const copy = async (secret: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ text: t('copied') })
    } catch {
      // No clipboard without https or leave: shown, it can be selected by hand.
      setShown(true)
    }
  }
  return (
    <div className={classes.row}>
      <IconWifi size={20} stroke={1.75} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className={classes.dim}>{t('wifi')}</span>
      </div>
      {password != null && password !== '' && (
        <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('hidePassword') : t('showPassword')}
        </Button>
      )}
      {isShown && password != null && (
        <p className={classes.secret}>
          <code>{password}</code>
          <ActionIcon
            size={44}
            aria-label={t('copyPassword')}
            title={t('copyPassword')}
            onClick={() => void copy(password)}
          >
            <IconCopy size={20} stroke={1.75} />
          </ActionIcon>
        </p>
      )}
    </div>
  )
}
