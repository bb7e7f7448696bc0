import { useTranslations } from 'use-intl'
import { FieldStack } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { EditProcessor } from './edit-processor.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { NewProcessor } from './new-processor.tsx'
import { ProcessorState } from './processor-state.tsx'
import type { Processor } from './processor.ts'
import classes from './processors.module.css'
import { TestPanel } from './test-panel.tsx'

interface ProcessorDrawerProps {
  /** As the address says: an id, or `new`. */
  readonly open: string | undefined
  readonly processor: Processor | undefined
  readonly onClose: () => void
  /** Leaves without a question; with an id that one is shown. */
  readonly onDone: (id?: string) => void
}

/** One processor beside the list: whether it works, where it sends its messages, and its settings. */
export function ProcessorDrawer({ open, processor, onClose, onDone }: ProcessorDrawerProps) {
  const t = useTranslations('processors')
  return (
    <Drawer
      opened={open === 'new' || processor !== undefined}
      onClose={onClose}
      size={620}
      title={processor === undefined ? t('form.newTitle') : processor.label}
    >
      {processor === undefined ? (
        open === 'new' && <NewProcessor onMade={onDone} />
      ) : (
        <FieldStack key={processor.id}>
          <ProcessorState processor={processor} />
          {processor.origin === 'environment' ? (
            <p className={classes.quiet}>{t('form.given')}</p>
          ) : (
            processor.retired == null && <TestPanel processor={processor} />
          )}
          {processor.retired == null && <MessagesPanel processor={processor} />}
          {processor.origin === 'database' && processor.retired == null && (
            <section className={classes.panel} aria-label={t('form.settings')}>
              <h3>{t('form.settings')}</h3>
              <EditProcessor processor={processor} onGone={() => onDone()} />
            </section>
          )}
        </FieldStack>
      )}
    </Drawer>
  )
}
