import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { assignProcessors, type StockProcessors } from '@stowage/api/processors'
import { call } from '../../../client/index.ts'
import { confirm, FieldStack, FormProblem, toast, useErrorText, useUnsaved } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { choicesOf, chosenOf, type Choice } from './offers.ts'
import type { Processor } from './processor.ts'
import classes from './processors.module.css'

interface OffersDialogProps {
  readonly stock: StockProcessors
  readonly processors: readonly Processor[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Which processor takes which method at a stock, in the order in which tenants see them. */
export function OffersDialog({ stock, processors, onClose, onDone }: OffersDialogProps) {
  const t = useTranslations('processors')
  const readAnew = useReadAnew()
  const errorText = useErrorText()
  const [start] = useState(() => ({
    choices: choicesOf(stock, processors),
    updated: stock.updated ?? null,
  }))
  const [choices, setChoices] = useState(start.choices)
  const isChanged = JSON.stringify(choices) !== JSON.stringify(start.choices)
  const saving = useMutation({
    mutationFn: async () =>
      await call(assignProcessors, {
        params: { id: stock.stockId },
        body: { offers: chosenOf(choices), updated: start.updated },
      }),
    meta: { silent: true },
    onSuccess: async () => {
      toast({ text: t('offers.saved'), ms: savedMs })
      onDone()
      await readAnew()
    },
  })
  useUnsaved(isChanged && !saving.isPending, 'stock')
  const save = async (): Promise<void> => {
    const chosen = chosenOf(choices)
    const isServed = chosen.some(({ processorId }) =>
      processors.some((p) => p.id === processorId && p.isLive),
    )
    const text = chosen.length === 0 ? 'askServer' : isServed ? 'askText' : 'askNone'
    const isSure = await confirm({
      title: t('offers.askTitle', { name: stock.name }),
      text: t(`offers.${text}`),
      yes: t('offers.save'),
    })
    if (isSure) saving.mutate()
  }
  return (
    <Modal opened onClose={onClose} size={560} title={t('offers.title', { name: stock.name })}>
      <FieldStack>
        <p className={classes.quiet}>{t('offers.lead', { currency: stock.currency })}</p>
        {stock.isInherited && stock.offers.length > 0 && choices.length > 0 && (
          <p className={classes.quiet}>{t('offers.inherited')}</p>
        )}
        {choices.length === 0 && <p>{t('offers.noneFits', { currency: stock.currency })}</p>}
        {choices.map(({ method, processorId, options }, position) => (
          <div key={method} className={classes.offer}>
            <NativeSelect
              label={t(`method.${method}`)}
              value={processorId}
              onChange={(event) =>
                setChoices(
                  choices.with(position, { method, options, processorId: event.currentTarget.value }),
                )
              }
              data={[
                { value: '', label: t('offers.no') },
                ...options.map(({ id, label, isLive }) => ({
                  value: id,
                  label: isLive ? label : t('offers.notLive', { name: label }),
                })),
              ]}
            />
            <ActionIcon
              variant="default"
              size={42}
              disabled={position === 0}
              aria-label={t('offers.up', { method: t(`method.${method}`) })}
              onClick={() => setChoices(raised(choices, position))}
            >
              <IconArrowUp size={18} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
        <FormProblem>{saving.error === null ? null : errorText(saving.error).text}</FormProblem>
        <Button disabled={!isChanged} loading={saving.isPending} onClick={() => void save()}>
          {t('offers.save')}
        </Button>
      </FieldStack>
    </Modal>
  )
}

function raised(choices: readonly Choice[], position: number): readonly Choice[] {
  const [above, own] = [choices[position - 1], choices[position]]
  if (above === undefined || own === undefined) return choices
  return choices.with(position - 1, own).with(position, above)
}
