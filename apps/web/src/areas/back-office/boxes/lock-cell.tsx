import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { updateBox } from '@stowage/api/boxes'
import { call, isApiError } from '../../../client/index.ts'
import { toast, useErrorText } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { ListedBox } from './boxes-query.ts'
import { isWholeLock, maskedLock } from './lock-id.ts'
import classes from './boxes.module.css'

/** Editing begins where the pencil was pressed; the same function each time, so that it runs once. */
function focusWhenThere(field: HTMLInputElement | null): void {
  field?.focus()
}

/** A box's lock, edited in its row: nothing typed, or not all of it, leaves the lock as it is (specification 2.8). */
export function LockCell({ box, mayEdit }: { readonly box: ListedBox; readonly mayEdit: boolean }) {
  const t = useTranslations('boxes.lock')
  const lists = useTranslations('backoffice.boxes')
  const [typed, setTyped] = useState<string | null>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  const number = box.unitNumber
  const leave = (): void => {
    setTyped(null)
    // The keyboard goes on where it came from, once that is there again.
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const { save, problem } = useSaveLock(box, leave)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const lockId = typed ?? ''
    if (!isWholeLock(lockId) || lockId === box.lockId) leave()
    else if (!save.isPending) save.mutate(lockId)
  }
  if (typed === null)
    return (
      <span className={classes.lockCell}>
        {box.lockId ?? <span className={classes.quiet}>{lists('noLock')}</span>}
        {mayEdit && (
          <ActionIcon
            ref={pencil}
            size={28}
            className={classes.pencil}
            aria-label={t('edit', { number })}
            title={t('edit', { number })}
            onClick={() => {
              save.reset()
              setTyped(box.lockId ?? '')
            }}
          >
            <IconPencil size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </span>
    )
  return (
    <form className={classes.lockForm} onSubmit={submit} noValidate>
      <TextInput
        size="xs"
        w={96}
        ref={focusWhenThere}
        autoComplete="off"
        inputMode="numeric"
        placeholder="0:00:00"
        aria-label={t('field', { number })}
        value={typed}
        error={problem !== null}
        aria-describedby={problem === null ? undefined : `lock-${box.id}`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(maskedLock(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave()
        }}
      />
      <ActionIcon
        type="submit"
        size={30}
        variant="light"
        color="teal"
        aria-label={t('save')}
        title={t('save')}
        loading={save.isPending}
      >
        <IconCheck size={16} stroke={2} />
      </ActionIcon>
      <ActionIcon size={30} aria-label={t('cancel')} title={t('cancel')} onClick={leave}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
      <p className={classes.lockProblem} role="alert" id={`lock-${box.id}`}>
        {problem}
      </p>
    </form>
  )
}

function useSaveLock(box: ListedBox, onSaved: () => void) {
  const t = useTranslations('boxes.lock')
  const errorText = useErrorText()
  const readAnew = useReadAnew()
  const save = useMutation({
    mutationFn: async (lockId: string) =>
      await call(updateBox, {
        params: { id: box.id },
        body: {
          lockId,
          updated: box.updated ?? null,
          ...(box.stockId === undefined ? {} : { stockId: box.stockId }),
        },
      }),
    // The refusal stands at the field.
    meta: { silent: true },
    onSuccess: async (_saved, lock) => {
      onSaved()
      toast({ text: t('saved', { lock, number: box.unitNumber }), ms: savedMs })
      await readAnew()
    },
    onError: async (error) => {
      // What was typed stays; the row beneath it becomes what it is now, and the next press is for that.
      if (isApiError(error, 9109)) await readAnew()
    },
  })
  const problem =
    save.error === null ? null : isApiError(save.error, 9109) ? t('stale') : errorText(save.error).text
  return { save, problem }
}
