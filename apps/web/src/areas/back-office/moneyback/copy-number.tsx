import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './moneyback.module.css'

/** A processor's number, to be looked for in its own pages, whose address we do not know. */
export function CopyNumber({ value }: { readonly value: string }) {
  const t = useTranslations('moneyback')
  const shell = useTranslations('shell')
  return (
    <span className={classes.number}>
      <code title={value}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            size={28}
            variant="subtle"
            aria-label={copied ? shell('copied') : t('copy', { number: value })}
            title={copied ? shell('copied') : shell('copy')}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
