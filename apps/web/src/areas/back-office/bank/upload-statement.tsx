import { Button, NativeSelect, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../../../ui/index.ts'
import type { BankAccount } from './bank.ts'
import { CsvFormFields } from './csv-form-fields.tsx'
import { ImportDone } from './import-done.tsx'
import { PreviewStatement } from './preview-statement.tsx'
import { useUpload } from './use-upload.ts'
import classes from './bank.module.css'

/** Picks a file of the bank, shows what is in it and how it is read, and takes it in. */
export function UploadStatement({ accounts }: { readonly accounts: readonly BankAccount[] }) {
  const t = useTranslations('bank.upload')
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload()
  const { looked, taken, file } = upload
  const preview = looked.data
  const isCsv = preview?.format === 'csv'
  const isUnderWay = looked.isPending
  if (taken.data !== undefined) return <ImportDone result={taken.data} onAgain={upload.again} />
  const problem =
    upload.refusal ?? (looked.error === null || looked.isPending ? null : errorText(looked.error).text)
  return (
    <div className={classes.page}>
      <div className={classes.drop}>
        <Button
          variant={file === null ? 'filled' : 'default'}
          leftSection={<IconUpload size={18} stroke={1.75} />}
          disabled={isUnderWay || taken.isPending}
          onClick={() => input.current?.click()}
          tabIndex={-1}
          aria-hidden="true"
        >
          {file === null ? t('choose') : t('other')}
        </Button>
        <label htmlFor={id} className={classes.hint}>
          {file === null ? t('hint') : file.name}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.hidden}
          aria-label={file === null ? t('choose') : t('other')}
          accept=".xml,.csv,.txt,text/xml,application/xml,text/csv"
          disabled={isUnderWay || taken.isPending}
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            void upload.pick(picked)
          }}
        />
        {isUnderWay && (
          <>
            <Progress
              className={classes.bar}
              value={upload.part * 100}
              animated={upload.part === 1}
              aria-label={t('reading')}
            />
            <span role="status" className={classes.hint}>
              {upload.part < 1 ? t('sending', { percent: Math.floor(upload.part * 100) }) : t('reading')}
            </span>
            <Button variant="default" size="sm" onClick={upload.stop}>
              {t('cancel')}
            </Button>
          </>
        )}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {isCsv && (
        <NativeSelect
          label={t('seller')}
          error={upload.sellerId === null ? t('sellerMissing') : undefined}
          required
          value={upload.sellerId ?? ''}
          data={[
            { value: '', label: '–', disabled: true },
            ...accounts.map(({ sellerId, sellerName, account }) => ({
              value: sellerId,
              label: `${sellerName} · ${account ?? t('noAccount')}`,
            })),
          ]}
          onChange={(event) => upload.choose(event.currentTarget.value)}
        />
      )}
      {isCsv && upload.form !== null && (
        <CsvFormFields
          form={upload.form}
          rows={preview.rows}
          problem={preview.problem ?? null}
          isBusy={isUnderWay}
          onChange={upload.change}
        />
      )}
      {preview !== undefined && looked.error === null && (
        <PreviewStatement
          preview={preview}
          isOwned={!isCsv || upload.sellerId !== null}
          mayImport={!isUnderWay}
          isImporting={taken.isPending}
          error={taken.error === null ? null : errorText(taken.error).text}
          onImport={() => taken.mutate()}
        />
      )}
    </div>
  )
}
