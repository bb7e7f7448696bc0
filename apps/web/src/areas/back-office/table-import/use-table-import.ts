import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText, useUnsaved } from '../../../ui/index.ts'
import type { ColumnChoice } from '@stowage/domain/table-cells'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { useTableFile, type TableFile } from './use-table-file.ts'

interface Wish<Body extends object, Seen, Made> {
  /** What is sent with the text of a file. */
  bodyOf(csv: string, columns: ColumnChoice[]): Body
  look(body: Body): Promise<Seen>
  make(body: Body, idempotencyKey: string): Promise<Made>
  made(answer: Made): Promise<void>
  /** Where on the page one leaves, which asks about a file that was picked. */
  readonly place: 'what' | 'how'
}

export interface TableImport<Body, Seen> {
  readonly file: TableFile
  /** What the file would make; undefined: nothing is picked, or it is being looked at. */
  readonly seen: Seen | undefined
  readonly isLooking: boolean
  readonly isMaking: boolean
  /** Why there is nothing to be made, as a sentence. */
  readonly refusal: string | null
  /** What was said of columns of this file. */
  readonly choices: readonly ColumnChoice[]
  choose(choices: readonly ColumnChoice[]): void
  lookAt(body: Body): void
  make(): void
}

/** A table that is looked at row by row first; nothing is written before somebody says so, and twice is once. */
export function useTableImport<Body extends object, Seen, Made>(
  wish: Wish<Body, Seen, Made>,
): TableImport<Body, Seen> {
  const deedKey = useDeedKey()
  const readAnew = useReadAnew()
  const errorText = useErrorText()
  const [csv, setCsv] = useState<string | null>(null)
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([])
  const look = useMutation({ mutationFn: wish.look, meta: { silent: true } })
  const make = useMutation({
    mutationFn: async (body: Body) => await wish.make(body, deedKey(body)),
    meta: { silent: true },
    onSuccess: async (answer) => {
      await readAnew()
      await wish.made(answer)
    },
    // Somebody may have taken a number or an address since: the rows say so.
    onError: (_error, body) => look.mutate(body),
  })
  const file = useTableFile(csv, (text) => {
    setCsv(text)
    setChoices([])
    make.reset()
    if (text === null) look.reset()
    else look.mutate(wish.bodyOf(text, []))
  })
  useUnsaved(csv !== null && !make.isPending && !make.isSuccess, wish.place)
  const failure = look.error ?? make.error
  return {
    file,
    seen: csv === null ? undefined : look.data,
    isLooking: look.isPending,
    isMaking: make.isPending,
    refusal: file.refusal ?? (failure === null ? null : errorText(failure).text),
    choices,
    choose(next) {
      setChoices(next)
      make.reset()
      if (csv !== null) look.mutate(wish.bodyOf(csv, [...next]))
    },
    lookAt(body) {
      make.reset()
      look.mutate(body)
    },
    make() {
      if (csv !== null && !make.isPending) make.mutate(wish.bodyOf(csv, [...choices]))
    },
  }
}
