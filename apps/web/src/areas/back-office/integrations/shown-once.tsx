import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './integrations.module.css'

interface ShownOnceProps {
  readonly label: string
  /** Null: it was shown before, and is not kept. */
  readonly secret: string | null
  readonly onDone: () => void
}

/** A key or a secret that stands nowhere else. */
export function ShownOnce({ label, secret, onDone }: ShownOnceProps) {
  const t = useTranslations('integrations.once')
  return (
    <div className={classes.secret} role="status">
      <strong>{label}</strong>
      {secret === null ? (
        <p>{t('gone')}</p>
      ) : (
        <>
          <code aria-label={label}>{secret}</code>
          <p>{t('text')}</p>
        </>
      )}
      <div className={classes.deeds}>
        {secret !== null && (
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                onClick={copy}
                data-autofocus
              >
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button variant="default" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
