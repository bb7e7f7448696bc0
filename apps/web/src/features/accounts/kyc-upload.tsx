import { Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call, isApiError } from '../../client/index.ts'
import { FileField, toast, useErrorText, type PickedFile } from '../../ui/index.ts'
import { accountQuery, useKeepAccount } from './account-query.ts'
import { documentFields, type Account, type DocumentKind } from './documents.ts'
import classes from './kyc.module.css'

interface KycUploadProps {
  readonly account: Account
  readonly kind: DocumentKind
  /** There was one before. */
  readonly isAnew: boolean
  readonly onUploaded: () => void
}

/** Picks one document and sends it at once; how far it has come is shown, and it can be called off. */
export function KycUpload({ account, kind, isAnew, onUploaded }: KycUploadProps) {
  const t = useTranslations('backoffice.kyc')
  const keep = useKeepAccount()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [part, setPart] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  // Who leaves the page does not send on behind it.
  useEffect(() => () => sending.current?.abort(), [])
  const name = t(`kinds.${kind}`)
  const upload = useMutation({
    // The bar says it; a spinner over the whole page would hide it.
    meta: { silent: true, quiet: true },
    mutationFn: async ({ type, base64 }: PickedFile) => {
      setPart(0)
      setFailure(null)
      const { signal } = (sending.current = new AbortController())
      return await call(
        updateUser,
        { params: { id: account.id }, body: { [documentFields[kind].file]: { type, base64 } } },
        { signal, onProgress: setPart },
      )
    },
    onSuccess: (changed) => {
      keep(changed)
      toast({ text: t('uploaded', { name }) })
      onUploaded()
    },
    onError: (error) => {
      // Called off when all of it had left: it may be there. The account says so.
      if (sending.current?.signal.aborted === true) {
        void client.invalidateQueries({ queryKey: accountQuery(account.id).queryKey })
        return
      }
      // The general sentence of 1005 speaks of something typed.
      setFailure(isApiError(error, 1005) ? t('badContent') : errorText(error).text)
      toast({ text: t('failedUpload', { name }), tone: 'red', ms: 4000 })
    },
  })
  if (upload.isPending)
    return (
      <div className={classes.progress}>
        <Progress value={part * 100} animated={part === 1} aria-label={t('uploading', { name })} />
        {/* Whole at the server is not yet taken in: pictures are drawn anew there. */}
        <span role="status" className={classes.zoomed}>
          {part < 1 ? t('sent', { percent: Math.floor(part * 100) }) : t('checking')}
        </span>
        <Button variant="default" size="sm" onClick={() => sending.current?.abort()}>
          {t('cancelUpload')}
        </Button>
      </div>
    )
  return (
    <FileField
      label={isAnew ? t('uploadAnew') : t('upload')}
      value={null}
      capture={kind === 'selfie' ? 'user' : 'environment'}
      error={failure ?? undefined}
      onChange={(file) => file !== null && upload.mutate(file)}
    />
  )
}
