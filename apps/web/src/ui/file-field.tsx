import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconFileCheck, IconUpload, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { mostBytes, readBase64 } from './read-file.ts'
import classes from './file-field.module.css'

/** A file as the API takes it. */
export interface PickedFile {
  readonly name: string
  readonly type: string
  readonly base64: string
}

const kinds = ['.pdf', '.jpg', '.jpeg', '.jpe', '.png', '.webp']

interface FileFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: PickedFile | null
  readonly onChange: (file: PickedFile | null) => void
  readonly error?: string | undefined
  /** Where there is a camera to take it with, a button for that beside the file's: `user` for a selfie. */
  readonly capture?: 'user' | 'environment'
  /** Something is being sent: nothing is picked meanwhile. */
  readonly isDisabled?: boolean
}

/** Picks one document: PDF or picture, at most 10 MB; the server looks at the content, here only what is clear at once is refused. */
export function FileField({
  label,
  description,
  value,
  onChange,
  error,
  capture,
  isDisabled = false,
}: FileFieldProps) {
  const t = useTranslations('form.file')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const shownError = refusal ?? error

  const pick = async (file: File | undefined): Promise<void> => {
    for (const { current } of [input, camera]) if (current !== null) current.value = ''
    if (file === undefined) return
    const isKnown = kinds.some((ending) => file.name.toLowerCase().endsWith(ending))
    if (!isKnown) return setRefusal(t('wrongKind'))
    if (file.size > mostBytes) return setRefusal(t('tooLarge'))
    try {
      const base64 = await readBase64(file)
      setRefusal(null)
      onChange({ name: file.name, type: file.type === '' ? 'application/octet-stream' : file.type, base64 })
    } catch {
      setRefusal(t('unreadable'))
    }
  }
  return (
    <div
      className={classes.field}
      data-error={shownError !== undefined && shownError !== '' ? true : undefined}
    >
      <div className={classes.words}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <span className={classes.hint} id={`${id}-hint`}>
          {value === null ? (description ?? t('kinds')) : value.name}
        </span>
        {shownError !== undefined && shownError !== '' && (
          <span className={classes.error} id={`${id}-error`} role="alert">
            {shownError}
          </span>
        )}
      </div>
      {value !== null && (
        <IconFileCheck size={20} stroke={1.75} className={classes.done} aria-hidden="true" />
      )}
      <Button
        variant={value === null ? 'light' : 'default'}
        size="sm"
        leftSection={<IconUpload size={18} stroke={1.75} />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        tabIndex={-1}
        aria-hidden="true"
      >
        {value === null ? t('choose') : t('replace')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        className={classes.input}
        accept={kinds.join(',')}
        disabled={isDisabled}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => void pick(event.currentTarget.files?.[0])}
      />
      {capture !== undefined && (
        <>
          <Button
            className={classes.camera}
            variant="default"
            size="sm"
            leftSection={<IconCamera size={18} stroke={1.75} />}
            disabled={isDisabled}
            onClick={() => camera.current?.click()}
          >
            {t('photo')}
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/jpeg,image/png,image/webp"
            capture={capture}
            aria-label={`${label}. ${t('photo')}`}
            onChange={(event) => void pick(event.currentTarget.files?.[0])}
          />
        </>
      )}
      {value !== null && (
        <ActionIcon
          aria-label={t('remove', { name: value.name })}
          title={t('remove', { name: value.name })}
          size={36}
          onClick={() => onChange(null)}
        >
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}
