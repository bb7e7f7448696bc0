import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { serveRises } from '@stowage/api/rises'
import { call } from '../../../client/index.ts'
import { confirm, FormProblem, toast, useErrorText } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { savedMs } from '../saved-ms.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { PreviewTable } from './preview-table.tsx'
import type { Preview } from './rises.ts'
import classes from './rises.module.css'

interface PreviewDialogProps {
  readonly previews: readonly Preview[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What each contract would pay, before and after; what is served is what is shown here, to the cent and the day. */
export default function PreviewDialog({ previews, onClose, onDone }: PreviewDialogProps) {
  const t = useTranslations('rises.preview')
  const errorText = useErrorText()
  const keyOf = useDeedKey()
  const readAnew = useReadAnew()
  const items = previews.flatMap(({ contractId, rate, period, refusal }) =>
    refusal == null && period != null ? [{ contractId, rate, from: period.from }] : [],
  )
  const count = items.length
  const serving = useMutation({
    mutationFn: async () => {
      const body = { items }
      return await call(serveRises, { body }, { idempotencyKey: keyOf(body) })
    },
    meta: { silent: true },
    onSuccess: async (answers) => {
      const refused = answers.filter(({ refusal }) => refusal !== null).length
      const done = answers.length - refused
      toast({ text: refused === 0 ? t('done', { count: done }) : t('some', { done, refused }), ms: savedMs })
      await readAnew()
      onDone()
    },
  })
  const serve = async (): Promise<void> => {
    const yes = await confirm({
      title: t('confirmTitle', { count }),
      text: t('confirmText'),
      yes: t('confirmYes'),
    })
    if (yes) serving.mutate()
  }
  return (
    <Modal opened size={980} onClose={onClose} title={t('title')}>
      {count === 0 && <p className={classes.note}>{t('none')}</p>}
      <PreviewTable previews={previews} />
      <FormProblem>{serving.error === null ? null : errorText(serving.error).text}</FormProblem>
      <div className={classes.deeds}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('back')}
        </Button>
        {count > 0 && (
          <Button loading={serving.isPending} onClick={() => void serve()}>
            {t('serve', { count })}
          </Button>
        )}
      </div>
    </Modal>
  )
}
