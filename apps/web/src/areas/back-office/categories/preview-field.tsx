import { Button, FileButton } from '@mantine/core'
import { IconPhoto, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readBase64, type PickedFile } from '../../../ui/index.ts'
import { previewAddress } from './category.ts'
import classes from './categories.module.css'

interface PreviewFieldProps {
  readonly value: PickedFile | null
  /** The name of the picture that is there. */
  readonly image: string | null
  readonly isMissing: boolean
  /** What the server found. */
  readonly error: string | null
  readonly onChange: (file: PickedFile | null) => void
}

const MOST_BYTES = 10 * 1024 * 1024
const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** Picks a picture and shows it as it will be; the server looks at its bytes. */
export function PreviewField({ value, image, isMissing, error, onChange }: PreviewFieldProps) {
  const t = useTranslations('boxes.cats')
  const id = useId()
  const resetPicker = useRef<() => void>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const pick = async (file: File | null): Promise<void> => {
    if (file === null) return
    resetPicker.current?.()
    if (!KINDS.includes(file.type)) return setRefusal(t('previewWrong'))
    if (file.size > MOST_BYTES) return setRefusal(t('previewTooLarge'))
    const base64 = await readBase64(file).catch(() => null)
    if (base64 === null) return setRefusal(t('previewWrong'))
    setRefusal(null)
    onChange({ name: file.name, type: file.type, base64 })
  }
  const shown =
    value === null
      ? image === null
        ? null
        : previewAddress(image)
      : `data:${value.type};base64,${value.base64}`
  const problem = refusal ?? (isMissing ? t('previewMissing') : error)
  return (
    <div className={classes.preview} role="group" aria-labelledby={id}>
      <div className={classes.frame}>
        {shown === null ? (
          <IconPhoto size={32} stroke={1.25} aria-hidden="true" />
        ) : (
          <img src={shown} alt={value?.name ?? t('preview')} />
        )}
      </div>
      <div>
        <span className={classes.label} id={id}>
          {t('preview')}
        </span>
        <p className={classes.hint}>{value?.name ?? t('previewHint')}</p>
        <FileButton resetRef={resetPicker} accept={KINDS.join(',')} onChange={(file) => void pick(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} />}>
              {shown === null ? t('previewChoose') : t('previewReplace')}
            </Button>
          )}
        </FileButton>
        <p className={classes.error} role="alert">
          {problem}
        </p>
      </div>
    </div>
  )
}
