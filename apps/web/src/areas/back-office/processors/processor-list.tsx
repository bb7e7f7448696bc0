import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { ProcessorState } from './processor-state.tsx'
import { zone, type Processor } from './processor.ts'
import classes from './processors.module.css'

interface ProcessorListProps {
  readonly processors: readonly Processor[]
  readonly onOpen: (id: string) => void
}

/** Each with what it takes, where it serves and how it is. */
export function ProcessorList({ processors, onOpen }: ProcessorListProps) {
  const t = useTranslations('processors')
  const format = useFormat()
  return (
    <ul className={classes.list}>
      {processors.map((processor) => (
        <li key={processor.id}>
          <div className={classes.name}>
            <strong>{processor.label}</strong>
            <span className={classes.quiet}>
              {t(`kind.${processor.kind}`)}
              {'. '}
              {t('list.takes', {
                methods: processor.methods.map((method) => t(`method.${method}`)).join(', '),
                currencies: processor.currencies.join(', '),
              })}
            </span>
            <span className={classes.quiet}>
              {processor.stocks.length === 0
                ? t('list.noStocks')
                : t('list.stocks', { names: processor.stocks.map(({ name }) => name).join(', ') })}
              {processor.test != null && (
                <>
                  {'. '}
                  {t('list.tested', { when: format.shortInstant(processor.test.at, zone) })}
                </>
              )}
            </span>
          </div>
          <ProcessorState processor={processor} />
          <Button
            variant="light"
            aria-label={t('list.openNamed', { name: processor.label })}
            onClick={() => onOpen(processor.id)}
          >
            {t('list.open')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
