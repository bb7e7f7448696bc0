import { Button, FileButton, NativeSelect } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { importBoxes, previewImport } from '@stowage/api/boxes'
import { boxColumnName, boxColumns } from '@stowage/domain/box-table'
import { writeCsv } from '@stowage/domain/csv'
import { call } from '../../../client/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { FieldStack, FormProblem, Section, toast, useErrorText, useUnsaved } from '../../../ui/index.ts'
import { downloadCsv } from '../export-csv.ts'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { ImportPreview } from './import-preview.tsx'
import { textOf } from './read-table.ts'
import classes from './boxes.module.css'

const MOST_BYTES = 1024 * 1024
const sample = ['YA001', '4,5', '1', '1:01:01', '', '2,4', '1,8', '2,5', '']

/** Boxes from a spreadsheet: looked at row by row first; nothing is written before the button beneath. */
export function ImportForm({
  stocks,
  stockId: given,
  onStock,
}: {
  readonly stocks: readonly Stock[]
  readonly stockId: string
  readonly onStock: (stockId: string) => void
}) {
  const t = useTranslations('boxes.import')
  const words = useTranslations('boxes.form')
  const made = useTranslations('boxes.series')
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const resetPicker = useRef<() => void>(null)
  const errorText = useErrorText()
  const { language } = useLanguage()
  const [stockId, setStockId] = useState(given)
  const [csv, setCsv] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const look = useMutation({
    mutationFn: async (body: { stockId: string; csv: string }) => await call(previewImport, { body }),
    meta: { silent: true },
  })
  const make = useMutation({
    mutationFn: async (body: { stockId: string; csv: string }) =>
      await call(importBoxes, { body }, { idempotencyKey: deedKey(body) }),
    meta: { silent: true },
    onSuccess: async ({ boxes }) => {
      await readAnew()
      toast({ text: made('made', { count: boxes }), ms: savedMs })
      await navigate({ to: '/boxes', search: { stockId, sort: 'number' }, ignoreBlocker: true })
    },
    // Somebody may have taken a number since: the rows say so.
    onError: () => {
      if (csv !== null) look.mutate({ stockId, csv })
    },
  })
  useUnsaved(csv !== null && !make.isPending && !make.isSuccess, 'how')
  const check = (text: string, where: string): void => {
    make.reset()
    setCsv(text)
    if (where !== '') look.mutate({ stockId: where, csv: text })
  }
  const pick = async (file: File | null): Promise<void> => {
    if (file === null) return
    // The same file, mended, is picked again.
    resetPicker.current?.()
    setRefusal(null)
    look.reset()
    setCsv(null)
    if (file.size > MOST_BYTES) return setRefusal(t('tooLarge'))
    try {
      const text = textOf(new Uint8Array(await file.arrayBuffer()), language)
      if (text.includes('\0')) return setRefusal(t('unreadable'))
      check(text, stockId)
    } catch {
      setRefusal(t('unreadable'))
    }
  }
  const heads = boxColumns.map((column) => boxColumnName(column, language))
  const failure = look.error ?? make.error
  const currency = stocks.find(({ id }) => id === stockId)?.currency ?? 'EUR'
  return (
    <Section title={t('facts')}>
      <FieldStack>
        <p className={classes.plain}>{t('how')}</p>
        <NativeSelect
          label={words('stock')}
          required
          maw={360}
          data={[
            ...(stockId === '' ? [{ value: '', label: words('chooseStock') }] : []),
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={stockId}
          onChange={(event) => {
            setStockId(event.currentTarget.value)
            onStock(event.currentTarget.value)
            if (csv !== null) check(csv, event.currentTarget.value)
          }}
        />
        <div className={classes.tools}>
          <FileButton
            onChange={(file) => void pick(file)}
            accept=".csv,.txt,.tsv,text/csv"
            resetRef={resetPicker}
          >
            {(props) => (
              <Button
                {...props}
                variant={csv === null ? 'filled' : 'default'}
                disabled={stockId === ''}
                leftSection={<IconUpload size={18} stroke={1.75} />}
                loading={look.isPending}
              >
                {csv === null ? t('choose') : t('other')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onClick={() => downloadCsv(writeCsv([heads, sample], language === 'en' ? ',' : ';'), 'boxes.csv')}
          >
            {t('sample')}
          </Button>
          <span className={classes.quiet}>{look.isPending ? t('checking') : t('file')}</span>
        </div>
        <FormProblem>{refusal ?? (failure === null ? null : errorText(failure).text)}</FormProblem>
        {look.data !== undefined && csv !== null && (
          <ImportPreview
            preview={look.data}
            currency={currency}
            isBusy={make.isPending}
            onCreate={() => {
              if (!make.isPending) make.mutate({ stockId, csv })
            }}
          />
        )}
      </FieldStack>
    </Section>
  )
}
