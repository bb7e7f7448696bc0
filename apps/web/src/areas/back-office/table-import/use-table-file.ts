import { useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/index.ts'
import { textOf } from '../boxes/read-table.ts'

const MOST_BYTES = 1024 * 1024

export interface TableFile {
  /** The text of the file that was picked; null: none is. */
  readonly csv: string | null
  /** Why the file is none, as a sentence. */
  readonly refusal: string | null
  readonly resetRef: RefObject<(() => void) | null>
  pick(file: File | null): Promise<void>
}

/** A file that somebody picks, read as spreadsheets write it. @param onRead is given its text; null when another one is being read */
export function useTableFile(csv: string | null, onRead: (csv: string | null) => void): TableFile {
  const t = useTranslations('imports')
  const { language } = useLanguage()
  const resetRef = useRef<() => void>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    csv,
    refusal,
    resetRef,
    async pick(file) {
      if (file === null) return
      // The same file, mended, is picked again.
      resetRef.current?.()
      setRefusal(null)
      onRead(null)
      if (file.size > MOST_BYTES) return setRefusal(t('tooLarge'))
      try {
        const text = textOf(new Uint8Array(await file.arrayBuffer()), language)
        if (text.includes('\0')) return setRefusal(t('unreadable'))
        onRead(text)
      } catch {
        setRefusal(t('unreadable'))
      }
    },
  }
}
