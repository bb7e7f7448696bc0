import { Button, Portal } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { useCompanyName } from '../catalog/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { FieldStack, toast } from '../../ui/index.ts'
import { copyText } from './copy-text.ts'
import classes from './security.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The ten codes, shown this once: who goes on says that he has kept them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('security.codes')
  const text = codes.join('\n')
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toast({ text: t('copied') })
    else toast({ text: t('notCopied'), tone: 'amber' })
  }
  return (
    <FieldStack>
      <p className={classes.text}>{t('lead')}</p>
      <ul className={classes.codes} aria-label={t('title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={t('fileName')}
        >
          {t('save')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.75} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
      <Button size="lg" onClick={onDone} data-autofocus>
        {t('done')}
      </Button>
      <Portal reuseTargetNode={false}>
        <Sheet codes={codes} />
      </Portal>
    </FieldStack>
  )
}

/** What is printed: found in a drawer years later, it still says what it opens and whose it is. */
function Sheet({ codes }: { readonly codes: readonly string[] }) {
  const t = useTranslations('security.codes')
  const format = useFormat()
  const user = useUser()
  const company = useCompanyName()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return (
    <div className={classes.sheet} aria-hidden="true">
      <h1>{t('title')}</h1>
      <p>{[company, user?.email, format.day(today)].filter(Boolean).join(' · ')}</p>
      <p>{t('lead')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
