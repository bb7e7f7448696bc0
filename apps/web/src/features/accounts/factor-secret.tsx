import { Button } from '@mantine/core'
import { IconCopy, IconDeviceMobile } from '@tabler/icons-react'
import { encode } from 'uqr'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/index.ts'
import { copyText } from './copy-text.ts'
import classes from './security.module.css'

/** The secret for an app: a picture for its camera, and the same to type, in groups of four. */
export function FactorSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const t = useTranslations('security.secret')
  const { data, size } = encode(uri, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) toast({ text: t('copied') })
    else toast({ text: t('notCopied'), tone: 'amber' })
  }
  return (
    <div className={classes.secret}>
      {/* No phone can photograph its own screen: there the app is opened by the link that the picture holds. */}
      <div className={classes.here}>
        <p className={classes.text}>{t('hereLead')}</p>
        <Button
          component="a"
          href={uri}
          variant="default"
          leftSection={<IconDeviceMobile size={18} stroke={1.75} />}
        >
          {t('here')}
        </Button>
      </div>
      <p className={classes.text}>{t('scan')}</p>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('picture')}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <p className={classes.text}>{t('orType')}</p>
      <div className={classes.key}>
        <code data-testid="secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      </div>
      <p className={classes.text}>{t('then')}</p>
    </div>
  )
}
