import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './stocks.module.css'

/** A text to be typed elsewhere, with a button that copies it. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useTranslations('shell')
  return (
    <span className={classes.copy}>
      {label} <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="subtle" leftSection={copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />} onClick={copy}>
            {copied ? t('copied') : t('copy')}
          </Button>
        )}
      </CopyButton>
    </span>
  )
}
