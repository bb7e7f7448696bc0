import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { LegalDocument } from './company.ts'
import classes from './company.module.css'

interface LegalDocumentsProps {
  readonly value: readonly LegalDocument[]
  readonly onChange: (value: LegalDocument[]) => void
  readonly errorAt: (index: number, field: string) => string | undefined
}

const languages = ['ru', 'en', 'de', 'pl'] as const
const empty: LegalDocument = { key: '', title: { ru: '', en: '', de: '', pl: '' }, url: '', version: '1' }

/** What customers agree to: each with its version and a title in every language. */
export function LegalDocuments({ value, onChange, errorAt }: LegalDocumentsProps) {
  const t = useTranslations('registers.company')
  const names = useTranslations('shell.languages')
  const change = (index: number, part: Partial<LegalDocument>): void =>
    onChange(value.map((document, at) => (at === index ? { ...document, ...part } : document)))
  return (
    <div className={classes.rows}>
      <p className={classes.quiet}>{t('documentsText')}</p>
      {value.map((document, index) => (
        <div key={index} className={classes.document}>
          <div className={classes.documentHead}>
            <TextInput
              label={t('key')}
              required
              spellCheck={false}
              value={document.key}
              error={errorAt(index, 'key')}
              onChange={(event) => change(index, { key: event.currentTarget.value })}
            />
            <TextInput
              label={t('version')}
              required
              value={document.version}
              error={errorAt(index, 'version')}
              onChange={(event) => change(index, { version: event.currentTarget.value })}
            />
            <TextInput
              label={t('url')}
              required
              inputMode="url"
              spellCheck={false}
              value={document.url}
              error={errorAt(index, 'url')}
              onChange={(event) => change(index, { url: event.currentTarget.value })}
            />
            <ActionIcon
              size={36}
              className={classes.remove}
              aria-label={`${t('remove')}: ${document.key}`}
              title={t('remove')}
              onClick={() => onChange(value.filter((_document, at) => at !== index))}
            >
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </div>
          <div className={classes.titles}>
            {languages.map((language) => (
              <TextInput
                key={language}
                label={t('titleIn', { language: names(language) })}
                required
                value={document.title[language]}
                error={errorAt(index, `title.${language}`)}
                onChange={(event) =>
                  change(index, { title: { ...document.title, [language]: event.currentTarget.value } })
                }
              />
            ))}
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} />}
          disabled={value.length >= 20}
          onClick={() => onChange([...value, empty])}
        >
          {t('addDocument')}
        </Button>
      </div>
    </div>
  )
}
