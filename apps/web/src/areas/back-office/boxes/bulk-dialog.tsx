import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { previewBulk, updateBoxes } from '@stowage/api/boxes'
import { call, isApiError, randomId } from '../../../client/index.ts'
import { FormProblem, toast, useAskedClose, useErrorText } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { noWish, type BulkChanges, type BulkPreview } from './bulk.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkTable } from './bulk-table.tsx'
import classes from './boxes.module.css'

interface BulkDialogProps {
  readonly stock: Stock
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Several boxes at once: what to change, then what that makes of each of them, and only then it is done. */
export default function BulkDialog({ stock, ids, onClose, onDone }: BulkDialogProps) {
  const t = useTranslations('boxes.bulk')
  const readAnew = useReadAnew()
  const errorText = useErrorText()
  const [wish, setWish] = useState(noWish)
  const [shown, setShown] = useState<{ changes: BulkChanges; boxes: BulkPreview; key: string } | null>(null)
  const [isStale, setStale] = useState(false)
  const { close, hold } = useAskedClose(onClose)
  const isTyped = wish.isRate || wish.isDescription || wish.isLock
  useEffect(() => hold(isTyped), [hold, isTyped])
  const look = useMutation({
    mutationFn: async (changes: BulkChanges) => {
      const body = { stockId: stock.id, boxes: ids.map((id) => ({ id })), changes }
      return { changes, boxes: (await call(previewBulk, { body })).boxes, key: randomId() }
    },
    meta: { silent: true },
    onSuccess: setShown,
  })
  const apply = useMutation({
    mutationFn: async ({ changes, boxes, key }: NonNullable<typeof shown>) =>
      await call(
        updateBoxes,
        {
          body: {
            stockId: stock.id,
            // As they were shown: where one is another by now, nothing is done.
            boxes: boxes.map(({ id, updated }) => ({ id, updated: updated ?? null })),
            changes,
          },
        },
        { idempotencyKey: key },
      ),
    meta: { silent: true },
    onSuccess: async ({ boxes }) => {
      toast({ text: t('done', { count: boxes }), ms: savedMs })
      await readAnew()
      onDone()
    },
    onError: (error, { changes }) => {
      if (!isApiError(error, 9109)) return
      setStale(true)
      look.mutate(changes)
      void readAnew()
    },
  })
  const failure = look.error ?? (isApiError(apply.error, 9109) ? null : apply.error)
  return (
    <Modal opened size={shown === null ? 520 : 860} onClose={close} title={t('title', { count: ids.length })}>
      <div className={classes.dialog}>
        {shown === null ? (
          <BulkFields
            wish={wish}
            currency={stock.currency}
            isExternal={stock.isExternal}
            isBusy={look.isPending}
            onChange={setWish}
            onShow={(changes) => {
              setStale(false)
              apply.reset()
              look.mutate(changes)
            }}
          />
        ) : (
          <>
            {isStale && <FormProblem>{t('stale')}</FormProblem>}
            <BulkTable
              stock={stock}
              boxes={shown.boxes}
              isBusy={apply.isPending || look.isPending}
              onBack={() => setShown(null)}
              onApply={() => apply.mutate(shown)}
            />
          </>
        )}
        <FormProblem>{failure === null ? null : errorText(failure).text}</FormProblem>
      </div>
    </Modal>
  )
}
