import '@mantine/dropzone/styles.layer.css'
import { ActionIcon, Loader } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconCheck, IconFileTypePdf, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../../client/index.ts'
import { mostBytes } from '../../../../ui/index.ts'
import { Camera } from './camera.tsx'
import classes from './documents.module.css'

/** What the server takes, for the picker; it looks at the content, not at these. */
const accepted = {
  'image/jpeg': ['.jpg', '.jpeg', '.jpe'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
}
/** A larger PDF is not opened inside the browser (specification 2.10). */
const inlinePdfBytes = 2 * 1024 * 1024

interface DocumentDropProps {
  readonly kind: CurrentUser['neededDocuments'][number]
  readonly file: File | undefined
  /** Why the last one was rejected. */
  readonly reason: string | null
  readonly error: string | undefined
  readonly state: 'waiting' | 'sending' | 'sent'
  readonly isDisabled: boolean
  readonly onFile: (file: File | undefined, error: string | undefined) => void
}

/** A place to drop or pick one document, with its picture and its own error. */
export function DocumentDrop({ kind, file, reason, error, state, isDisabled, onFile }: DocumentDropProps) {
  const t = useTranslations('booking.upload')
  const papers = useTranslations('booking.papers')
  const id = useId()
  const name = papers(`kinds.${kind}`)
  const refuse = ([first]: readonly FileRejection[]): void => {
    const code = first?.errors[0]?.code
    onFile(
      undefined,
      code === 'file-too-large' ? t('tooLarge') : code === 'too-many-files' ? t('tooMany') : t('wrongKind'),
    )
  }
  return (
    <li className={classes.drop} data-error={error !== undefined || undefined}>
      <div className={classes.name} id={`${id}name`}>
        <b>{name}</b>
        <span>{t(`hints.${kind}`)}</span>
        {reason !== null && <span className={classes.reason}>{papers('because', { reason })}</span>}
      </div>
      {state === 'sent' ? (
        <div className={classes.sent}>
          <IconCheck size={20} stroke={2} aria-hidden="true" />
          {t('sent')}
        </div>
      ) : file === undefined ? (
        <>
          <Dropzone
            className={classes.zone}
            multiple={false}
            maxSize={mostBytes}
            accept={accepted}
            disabled={isDisabled}
            // The zone is the button: the input inside is for the mouse and the file dialog, not a second control.
            inputProps={{ 'aria-labelledby': `${id}name`, style: { display: 'none' } }}
            aria-label={`${t('pick', { name })}. ${t('drop')}`}
            role="button"
            onDrop={([picked]) => onFile(picked, undefined)}
            onReject={refuse}
          >
            <IconUpload size={22} stroke={1.5} aria-hidden="true" />
            <span>{t('drop')}</span>
          </Dropzone>
          <Camera
            name={name}
            facing={kind === 'selfie' ? 'user' : 'environment'}
            isDisabled={isDisabled}
            onFile={(taken) =>
              taken.size > mostBytes ? onFile(undefined, t('tooLarge')) : onFile(taken, undefined)
            }
          />
        </>
      ) : (
        <div className={classes.picked}>
          <Preview key={`${file.name} ${file.size} ${file.lastModified}`} file={file} name={name} />
          <span className={classes.fileName}>{file.name}</span>
          {state === 'sending' ? (
            <Loader size={20} aria-label={t('progress')} />
          ) : (
            <ActionIcon
              size={44}
              disabled={isDisabled}
              aria-label={t('remove', { name: file.name })}
              title={t('remove', { name: file.name })}
              onClick={() => onFile(undefined, undefined)}
            >
              <IconX size={20} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      )}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}

/** A picture in small; a PDF opens in its own tab while it is small enough for that. */
function Preview({ file, name }: { readonly file: File; readonly name: string }) {
  const t = useTranslations('booking.upload')
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (file.type !== 'application/pdf')
    return <img className={classes.thumb} src={url} alt={t('preview', { name })} />
  const icon = <IconFileTypePdf size={30} stroke={1.5} aria-hidden="true" />
  if (file.size > inlinePdfBytes) return <span className={classes.thumb}>{icon}</span>
  return (
    <a
      className={classes.thumb}
      href={url}
      target="_blank"
      rel="noopener"
      aria-label={t('preview', { name })}
    >
      {icon}
    </a>
  )
}
