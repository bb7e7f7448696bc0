import { Button } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { usePlanStore } from '../use-plan.ts'
import { shrinkImage, type ImageRefusal, type KeptImage } from './shrink-image.ts'
import { useEdits } from './use-edits.ts'
import { isWanted, type Wish } from './wish.ts'
import classes from './properties.module.css'

/** A first picture gives its object the picture's shape; a later one takes the place of the one before. */
function withImage(object: MapObject, { href, ratio }: KeptImage): MapObject {
  if (object.type !== 'image') return object
  if (object.xlinkHref != null) return { ...object, xlinkHref: href }
  const width = object.width ?? 100
  return { ...object, xlinkHref: href, height: Math.max(1, Math.round(width / ratio)) }
}

export function ImageSection({ wish }: { readonly wish: Wish | null }) {
  const t = useTranslations('plan.props')
  const store = usePlanStore()
  const { shown, isLocked, change } = useEdits()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ImageRefusal | null>(null)
  useEffect(() => {
    if (isWanted(wish, 'image')) input.current?.click()
  }, [wish])
  const images = shown.filter(({ type }) => type === 'image')
  const [first] = images
  if (first === undefined) return null

  const pick = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = ''
    if (file === undefined) return
    // Those chosen now, whatever is chosen when the picture is ready.
    const uuids = store.get().selected
    setBusy(true)
    const kept = await shrinkImage(file)
    setBusy(false)
    setRefusal(typeof kept === 'string' ? kept : null)
    if (typeof kept !== 'string') change((object) => withImage(object, kept), { uuids })
  }
  return (
    <section className={classes.section} aria-label={t('image')}>
      <h3>{t('image')}</h3>
      <Button
        variant="default"
        leftSection={<IconPhotoUp size={18} stroke={1.75} />}
        loading={isBusy}
        disabled={isLocked}
        onClick={() => input.current?.click()}
      >
        {first.xlinkHref == null ? t('chooseImage') : t('replaceImage')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className={classes.file}
        tabIndex={-1}
        aria-label={t('chooseImage')}
        onChange={(event) => void pick(event.currentTarget.files?.[0])}
      />
      {refusal === null ? (
        <p className={classes.hint}>{t('imageHint')}</p>
      ) : (
        <p className={classes.wrong} role="alert">
          {t(`imageRefused.${refusal}`)}
        </p>
      )}
    </section>
  )
}
