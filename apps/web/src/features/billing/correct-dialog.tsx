import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import { answeredOnce, call, isApiError, keyOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { SkeletonCard, toast, typedNumber, useErrorText } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import { CorrectLines, CorrectTotals } from './correct-lines.tsx'
import { deedOn, type BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'
import classes from './correct.module.css'

interface CorrectDialogProps {
  readonly document: BillingDocument
  readonly onClose: () => void
}

/**
 * A credit note before it is issued, and then exactly that: the server computes it for whatever is typed, and where it has become
 * another meanwhile nothing is done and the new figures are shown.
 */
export function CorrectDialog({ document, onClose }: CorrectDialogProps) {
  const t = useTranslations('books')
  const shell = useTranslations('shell')
  const format = useFormat()
  const errorText = useErrorText()
  const nameOf = useDocumentName()
  const client = useQueryClient()
  const { id } = document
  // Of a penalty nothing is put right: the tenant is let off it, and that is said in those words.
  const deed = deedOn(document)
  const [isWhole, setWhole] = useState(true)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const lines = isWhole
    ? null
    : Object.entries(typed).flatMap(([position, text]) => {
        const net = Math.round((typedNumber(text) ?? 0) * 100)
        return Number.isSafeInteger(net) && net > 0 ? [{ position: Number(position), net }] : []
      })
  const isNothing = lines?.length === 0
  // With nothing typed yet the figures of the whole say what is left.
  const asked = isNothing ? null : lines
  const issue = useMutation({
    mutationFn: async (body: {
      lines: typeof lines
      reason: string
      shown: { gross: number; left: number }
    }) =>
      await answeredOnce(
        ['credit', id, body],
        async (idempotencyKey) => await call(issueCreditNote, { params: { id }, body }, { idempotencyKey }),
      ),
    meta: { silent: true },
    onSuccess: async (_made, { shown: { gross } }) => {
      toast({
        text: t(`${deed}.done`, { amount: format.money({ amount: gross, currency: document.currency }) }),
      })
      onClose()
      await client.invalidateQueries()
    },
    onError: (error) => {
      if (isApiError(error, 9109)) void query.refetch()
    },
  })
  const query = useQuery({
    queryKey: [...keyOf(previewCreditNote), id, asked],
    queryFn: async () => await call(previewCreditNote, { params: { id }, body: { lines: asked } }),
    placeholderData: keepPreviousData,
    // Once it is issued nothing is left to ask about, whoever reads everything anew.
    enabled: issue.isIdle || issue.isError,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { data: shown } = query
  const isReady =
    shown !== undefined && !isNothing && !query.isFetching && !query.isError && reason.trim().length >= 3
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isReady || issue.isPending) return
    issue.mutate({ lines, reason: reason.trim(), shown: { gross: shown.gross, left: shown.left } })
  }
  return (
    <Modal opened onClose={onClose} size={600} title={t(`${deed}.title`, { name: nameOf(document) })}>
      <form noValidate onSubmit={submit} className={classes.fields}>
        <p className={classes.text}>{t(`${deed}.text`)}</p>
        <SegmentedControl
          aria-label={t('correct.how')}
          value={isWhole ? 'all' : 'parts'}
          onChange={(value) => setWhole(value === 'all')}
          data={[
            { value: 'all', label: t('correct.all') },
            { value: 'parts', label: t('correct.parts') },
          ]}
        />
        {shown === undefined ? (
          query.isError ? (
            <p className={classes.problem} role="alert">
              {errorText(query.error).text}
            </p>
          ) : (
            <SkeletonCard height={160} />
          )
        ) : (
          <>
            {!isWhole && (
              <CorrectLines
                deed={deed}
                preview={shown}
                typed={typed}
                onType={(position, text) => setTyped((before) => ({ ...before, [position]: text }))}
              />
            )}
            {isNothing ? (
              <p className={classes.text}>{t(`${deed}.nothing`)}</p>
            ) : query.isError ? (
              <p className={classes.problem} role="alert">
                {errorText(query.error).text}
              </p>
            ) : (
              <CorrectTotals deed={deed} preview={shown} isWhole={isWhole} />
            )}
          </>
        )}
        <Textarea
          label={t('correct.reason')}
          description={t(`${deed}.reasonHint`)}
          required
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {issue.error !== null && (
          <p className={classes.problem} role="alert">
            {isApiError(issue.error, 9109) ? t('correct.changed') : errorText(issue.error).text}
          </p>
        )}
        <div className={classes.deeds}>
          <Button size="md" type="submit" disabled={!isReady} loading={issue.isPending}>
            {shown === undefined || isNothing
              ? t(`${deed}.yesNone`)
              : t(`${deed}.yes`, { amount: format.money({ amount: shown.gross, currency: shown.currency }) })}
          </Button>
          <Button size="md" variant="subtle" color="gray" onClick={onClose}>
            {shell('cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
