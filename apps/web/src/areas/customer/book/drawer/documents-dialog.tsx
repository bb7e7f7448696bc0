import { Button, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, isApiError, useRefreshUser, type CurrentUser } from '../../../../client/index.ts'
import { readBase64, toast, useErrorText } from '../../../../ui/index.ts'
import { Modal } from '../../../../ui/dialog.tsx'
import { DocumentDrop } from './document-drop.tsx'
import classes from './documents.module.css'

type Kind = CurrentUser['neededDocuments'][number]
type PerKind<T> = Partial<Record<Kind, T>>

interface DocumentsDialogProps {
  readonly user: CurrentUser
  readonly onClose: () => void
}

/** Asks for what is missing or was rejected, and sends each file by itself: one that fails does not take the others along. */
export default function DocumentsDialog({ user, onClose }: DocumentsDialogProps) {
  const t = useTranslations('booking.upload')
  const refreshUser = useRefreshUser()
  const errorText = useErrorText()
  // What was asked when the dialog opened stays in sight, so that each row can say that it is done.
  const [kinds] = useState(() =>
    user.neededDocuments.filter(
      (kind) => user.missingDocuments.includes(kind) || user.rejectedDocuments.includes(kind),
    ),
  )
  const [files, setFiles] = useState<PerKind<File>>({})
  const [errors, setErrors] = useState<PerKind<string>>({})
  const [sent, setSent] = useState<readonly Kind[]>([])
  const [sending, setSending] = useState<Kind | null>(null)
  const [part, setPart] = useState(0)
  const busy = useRef<AbortController | null>(null)
  // Who leaves does not send on behind the page.
  useEffect(() => () => busy.current?.abort(), [])
  const waiting = kinds.filter((kind) => !sent.includes(kind))
  const isReady = waiting.length > 0 && waiting.every((kind) => files[kind] !== undefined)

  const send = async (): Promise<void> => {
    if (busy.current !== null || !isReady) return
    const { signal } = (busy.current = new AbortController())
    const failed: PerKind<string> = {}
    for (const kind of waiting) {
      const file = files[kind]
      if (file === undefined || signal.aborted) continue
      setSending(kind)
      setPart(0)
      try {
        const base64 = await readBase64(file)
        await call(
          updateUser,
          { params: { id: user.id }, body: { [`${kind}File`]: { type: file.type, base64 } } },
          { signal, onProgress: setPart },
        )
        setSent((before) => [...before, kind])
      } catch (error) {
        if (!signal.aborted) failed[kind] = isApiError(error, 1005) ? t('badContent') : errorText(error).text
      }
    }
    // What was sent is the account's now; a reading that fails is made up for with the next one.
    await refreshUser()
    busy.current = null
    setSending(null)
    setErrors(failed)
    if (signal.aborted) return
    if (Object.keys(failed).length > 0) {
      toast({ text: t('failedUpload'), tone: 'red', ms: 4000 })
      return
    }
    toast({ text: t('done') })
    onClose()
  }
  const isBusy = sending !== null
  // Picked and not sent: a press beside the dialog, or Escape meant for the file chooser, must not cost it. The cross closes.
  const isHeld = isBusy || waiting.some((kind) => files[kind] !== undefined)
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      size={600}
      title={t('title')}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
    >
      <p className={classes.lead}>{t('lead')}</p>
      <ul className={classes.drops}>
        {kinds.map((kind) => (
          <DocumentDrop
            key={kind}
            kind={kind}
            file={files[kind]}
            reason={
              user.rejectedDocuments.includes(kind) ? (user[`${kind}KycRejectionReason`] ?? null) : null
            }
            error={errors[kind]}
            state={sent.includes(kind) ? 'sent' : sending === kind ? 'sending' : 'waiting'}
            isDisabled={isBusy}
            onFile={(file, error) => {
              setFiles((before) => ({ ...before, [kind]: file }))
              setErrors((before) => ({ ...before, [kind]: error }))
            }}
          />
        ))}
      </ul>
      {isBusy && (
        <div className={classes.progress} role="status">
          <Progress value={((sent.length + part) / kinds.length) * 100} animated aria-label={t('progress')} />
          <span>{t('sending', { now: Math.min(sent.length + 1, kinds.length), total: kinds.length })}</span>
        </div>
      )}
      {isBusy && (
        <Button variant="default" onClick={() => busy.current?.abort()}>
          {t('cancel')}
        </Button>
      )}
      <Button
        size="lg"
        fullWidth
        loading={isBusy}
        aria-busy={isBusy}
        disabled={!isReady}
        onClick={() => void send()}
      >
        {t('send')}
      </Button>
      {!isReady && <p className={classes.hint}>{t('all')}</p>}
    </Modal>
  )
}
