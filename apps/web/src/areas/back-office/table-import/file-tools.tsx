import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { writeCsv } from '@stowage/domain/csv'
import { useLanguage } from '../../../i18n/index.ts'
import { downloadCsv } from '../export-csv.ts'
import type { TableFile } from './use-table-file.ts'
import classes from '../boxes/boxes.module.css'

interface FileToolsProps {
  readonly file: TableFile
  readonly isChecking: boolean
  readonly isOff?: boolean
  readonly sample: { readonly name: string; readonly rows: readonly (readonly string[])[] }
}

/** A file to choose, and a sample to begin with. */
export function FileTools({ file, isChecking, isOff = false, sample }: FileToolsProps) {
  const t = useTranslations('imports')
  const { language } = useLanguage()
  return (
    <div className={classes.tools}>
      <FileButton
        onChange={(picked) => void file.pick(picked)}
        accept=".csv,.txt,.tsv,text/csv"
        resetRef={file.resetRef}
      >
        {(props) => (
          <Button
            {...props}
            variant={file.csv === null ? 'filled' : 'default'}
            disabled={isOff}
            leftSection={<IconUpload size={18} stroke={1.75} />}
            loading={isChecking}
          >
            {file.csv === null ? t('choose') : t('other')}
          </Button>
        )}
      </FileButton>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={18} stroke={1.75} />}
        onClick={() => downloadCsv(writeCsv(sample.rows, language === 'en' ? ',' : ';'), sample.name)}
      >
        {t('sample')}
      </Button>
      <span className={classes.quiet}>{isChecking ? t('checking') : t('file')}</span>
    </div>
  )
}
