import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './documents.module.css'

interface CameraProps {
  readonly name: string
  readonly facing: 'user' | 'environment'
  readonly isDisabled: boolean
  readonly onFile: (file: File) => void
}

/** Takes the picture with the camera at once, where a finger and not a mouse is at work. */
export function Camera({ name, facing, isDisabled, onFile }: CameraProps) {
  const t = useTranslations('booking.upload')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className={classes.camera ?? ''}
        variant="default"
        size="md"
        leftSection={<IconCamera size={20} stroke={1.75} />}
        disabled={isDisabled}
        aria-label={`${t('photo')}: ${name}`}
        onClick={() => input.current?.click()}
      >
        {t('photo')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        capture={facing}
        aria-label={`${t('photo')}: ${name}`}
        onChange={({ currentTarget }) => {
          const taken = currentTarget.files?.[0]
          // The same picture again is a change, too.
          currentTarget.value = ''
          if (taken !== undefined) onFile(taken)
        }}
      />
    </>
  )
}
