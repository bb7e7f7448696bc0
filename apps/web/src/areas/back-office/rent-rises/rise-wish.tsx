import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { previewRises } from '@stowage/api/rises'
import { call } from '../../../client/index.ts'
import { FormProblem, typedNumber, useErrorText } from '../../../ui/index.ts'
import type { Preview } from './rises.ts'
import classes from './rises.module.css'

const PreviewDialog = lazy(async () => await import('./preview-dialog.tsx'))

/** As the call has it. */
const MOST = 500

interface RiseWishProps {
  /** The chosen contracts. */
  readonly ids: readonly string[]
  readonly onClear: () => void
}

/** How the chosen contracts are to rise; computing it tells nobody anything. */
export function RiseWish({ ids, onClear }: RiseWishProps) {
  const t = useTranslations('rises.wish')
  const errorText = useErrorText()
  const [how, setHow] = useState<'percent' | 'street'>('percent')
  const [percent, setPercent] = useState('5')
  const [shown, setShown] = useState<readonly Preview[] | null>(null)
  const look = useMutation({
    mutationFn: async () =>
      await call(previewRises, {
        body: {
          contractIds: [...ids],
          how,
          ...(how === 'percent' ? { percent: typedNumber(percent) ?? Number.NaN } : {}),
        },
      }),
    meta: { silent: true },
    onSuccess: setShown,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    look.mutate()
  }
  const isMuch = ids.length > MOST
  return (
    <form className={classes.wish} onSubmit={submit}>
      <strong role="status">{t('selected', { count: ids.length })}</strong>
      <NativeSelect
        aria-label={t('how')}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'street', label: t('street') },
        ]}
        value={how}
        onChange={(event) => setHow(event.currentTarget.value === 'street' ? 'street' : 'percent')}
      />
      {how === 'percent' && (
        <TextInput
          className={classes.percent}
          aria-label={t('percentLabel')}
          inputMode="decimal"
          maxLength={6}
          rightSection="%"
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
      )}
      <Button type="submit" loading={look.isPending} disabled={isMuch}>
        {t('preview')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {t('clear')}
      </Button>
      {isMuch && <FormProblem>{t('tooMany', { most: MOST })}</FormProblem>}
      <FormProblem>{look.error === null ? null : errorText(look.error).text}</FormProblem>
      {shown !== null && (
        <Suspense>
          <PreviewDialog
            previews={shown}
            onClose={() => setShown(null)}
            onDone={() => {
              setShown(null)
              onClear()
            }}
          />
        </Suspense>
      )}
    </form>
  )
}
