import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './developers.module.css'

/** Something to copy. */
export function CodeBlock({ label, code }: { readonly label: string; readonly code: string }) {
  const t = useTranslations('integrations.once')
  return (
    <div className={classes.code} role="group" aria-label={label}>
      <pre>{code}</pre>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <ActionIcon
            size={32}
            variant="default"
            aria-label={t(copied ? 'copied' : 'copy')}
            title={t(copied ? 'copied' : 'copy')}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  )
}
