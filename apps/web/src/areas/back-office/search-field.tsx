import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

const pauseMs = 300

interface SearchFieldProps {
  readonly label: string
  /** As it stands in the address. */
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly icon?: ReactNode
  /** Looks into several things at once, and says so. */
  readonly isWide?: boolean
  readonly maxLength?: number
  readonly inputMode?: 'search' | 'decimal'
}

/** A search that begins when typing pauses; its text lives in the address, so that Back and a sent link work. */
export function SearchField({
  label,
  value,
  onSearch,
  icon,
  isWide = false,
  maxLength = 129,
  inputMode = 'search',
}: SearchFieldProps) {
  const t = useTranslations('backoffice')
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // What was searched for here and has not come back with the address yet.
  const [sent, setSent] = useState<readonly string[]>([])
  if (value !== known) {
    const at = sent.lastIndexOf(value)
    setKnown(value)
    setSent(at === -1 ? [] : sent.slice(at + 1))
    // The address changed by itself (Back, "clear filters"): the field follows. Where it only catches up with an earlier pause,
    // the field holds what was typed since.
    if (at === -1 && value !== text.trim()) setText(value)
  }
  const send = (wanted: string): void => {
    setSent([...sent, wanted])
    onSearch(wanted)
  }
  const search = useEffectEvent(send)
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => search(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <TextInput
      wrapperProps={isWide ? { 'data-wide': true } : {}}
      aria-label={label}
      placeholder={label}
      type="text"
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      leftSection={icon ?? <IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && text.trim() !== value) send(text.trim())
        if (event.key === 'Escape') setText('')
      }}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            size={28}
            aria-label={t('clearSearch')}
            title={t('clearSearch')}
            onClick={() => setText('')}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        )
      }
    />
  )
}
