import { Textarea, type TextareaProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { countCharacters } from '@stowage/domain/characters'
import { limits } from '@stowage/domain/limits'

const [, most] = limits.text.supportMessage

/** The form takes less than the call (decision 23). */
export function tooLong(message: string): readonly { field: 'message'; code: number }[] {
  return countCharacters(message.trim()) > most ? [{ field: 'message', code: 1004 }] : []
}

/** What somebody writes to us, with how much of the room is used, counted in characters as they are seen. */
export function MessageField({ value, ...props }: TextareaProps & { readonly value: string }) {
  const t = useTranslations('support.form')
  const count = countCharacters(value.trim())
  return (
    <Textarea
      size="md"
      autosize
      minRows={props.rows ?? 4}
      maxRows={12}
      value={value}
      {...props}
      description={t('left', { count, max: most })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  )
}
