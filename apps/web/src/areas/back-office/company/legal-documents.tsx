import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AddRow, RemoveRow, rowsOf } from '../form-rows.tsx'
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
  const rows = rowsOf(value, onChange)
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
              onChange={(event) => rows.change(index, { key: event.currentTarget.value })}
            />
            <TextInput
              label={t('version')}
              required
              value={document.version}
              error={errorAt(index, 'version')}
              onChange={(event) => rows.change(index, { version: event.currentTarget.value })}
            />
            <TextInput
              label={t('url')}
              required
              inputMode="url"
              spellCheck={false}
              value={document.url}
              error={errorAt(index, 'url')}
              onChange={(event) => rows.change(index, { url: event.currentTarget.value })}
            />
            <RemoveRow
              name={`${t('remove')}: ${document.key}`}
              tip={t('remove')}
              className={classes.remove}
              onRemove={() => rows.remove(index)}
            />
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
                  rows.change(index, { title: { ...document.title, [language]: event.currentTarget.value } })
                }
              />
            ))}
          </div>
        </div>
      ))}
      <AddRow label={t('addDocument')} isFull={value.length >= 20} onAdd={() => rows.add(empty)} />
    </div>
  )
}
