import { IconExternalLink, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DocumentKind } from './documents.ts'
import { usePhotoFile, type Photo, type PhotoFile } from './use-photos.ts'
import { ZoomableImage } from './zoomable-image.tsx'
import classes from './kyc.module.css'
import { Modal } from '../../ui/dialog.tsx'

/** A PDF above this is not shown in the page (specification 2.10). */
const inlinePdfBytes = 2 * 1024 * 1024

interface DocumentPreviewProps {
  readonly kind: DocumentKind
  /** Undefined while nobody has asked for the documents. */
  readonly photo: Photo | null | undefined
}

/** A document in small; pressed, it opens large. */
export function DocumentPreview({ kind, photo }: DocumentPreviewProps) {
  const t = useTranslations('backoffice.kyc')
  const file = usePhotoFile(photo)
  const [isOpen, setOpen] = useState(false)
  const name = t(`kinds.${kind}`)
  if (file === null)
    return (
      <span className={classes.blank} aria-hidden="true">
        <IconPhoto size={24} stroke={1.5} />
      </span>
    )
  const isPdf = file.type === 'application/pdf'
  return (
    <>
      <button
        type="button"
        className={classes.thumb}
        aria-label={t('view', { name })}
        title={t('view', { name })}
        onClick={() => setOpen(true)}
      >
        {isPdf ? (
          <IconFileTypePdf size={28} stroke={1.5} aria-hidden="true" />
        ) : (
          <img src={file.url} alt="" />
        )}
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={name} size="xl">
        {isPdf ? <PdfView file={file} name={name} /> : <ZoomableImage src={file.url} name={name} />}
      </Modal>
    </>
  )
}

function PdfView({ file, name }: { readonly file: PhotoFile; readonly name: string }) {
  const t = useTranslations('backoffice.kyc')
  const link = (
    <a href={file.url} target="_blank" rel="noreferrer" className={classes.open}>
      <IconExternalLink size={18} stroke={1.75} aria-hidden="true" />
      {t('openPdf')}
    </a>
  )
  if (file.bytes > inlinePdfBytes)
    return (
      <>
        <p className={classes.hint}>{t('largePdf')}</p>
        {link}
      </>
    )
  return (
    <>
      {/* Chromium's PDF viewer does not run in a sandbox; what it shows is a PDF by content, from a blob of our own. */}
      <iframe className={classes.pdf} src={file.url} title={name} />
      {link}
    </>
  )
}
