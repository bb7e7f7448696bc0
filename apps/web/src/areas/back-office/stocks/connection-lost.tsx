import { Button, Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CopyText } from './copy-text.tsx'
import type { Stock } from './stock.ts'
import classes from './stocks.module.css'

/** How to open doors at a site that our server cannot reach: through its own network (specification 2.6). */
export function ConnectionLost({ stock, onClose }: { readonly stock: Stock; readonly onClose: () => void }) {
  const t = useTranslations('backoffice.stocks.connection')
  const shell = useTranslations('shell')
  const { wifiNetworkName, wifiPassword, offlineAppUrl } = stock
  return (
    <Modal opened onClose={onClose} title={t('title', { name: stock.name })} size={480} closeButtonProps={{ 'aria-label': shell('close') }}>
      <p className={classes.dim}>{t('lead')}</p>
      <ol className={classes.steps}>
        <li>{t('mobileOff')}</li>
        <li>
          {wifiNetworkName ? t('wifi', { network: wifiNetworkName }) : t('wifiUnknown')}
          {wifiPassword && <CopyText label={t('password')} text={wifiPassword} />}
        </li>
        <li>{offlineAppUrl ? t('open') : t('noOffline')}</li>
      </ol>
      {offlineAppUrl && /^https?:\/\//.test(offlineAppUrl) && (
        <Button size="md" fullWidth component="a" href={offlineAppUrl} rel="noreferrer" leftSection={<IconExternalLink size={18} stroke={1.75} />}>
          {t('go')}
        </Button>
      )}
    </Modal>
  )
}
