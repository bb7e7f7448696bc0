import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Question } from './confirm.tsx'
import classes from './confirm.module.css'
import { Modal } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
  /** Closed by its cross, by Escape or by a press beside it. */
  readonly onClose: () => void
}

/** The question in the title, the consequence in the text, two verbs. */
export default function ConfirmDialog({ question, onAnswer, onClose }: ConfirmDialogProps) {
  const t = useTranslations('shell')
  return (
    <Modal opened onClose={onClose} title={question.title} size={440}>
      <p className={classes.text}>{question.text}</p>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          size="md"
          // What cannot be taken back is not one hasty Enter away.
          data-autofocus={question.danger === true || undefined}
          onClick={() => onAnswer(false)}
        >
          {question.no ?? t('cancel')}
        </Button>
        <Button
          color={question.danger === true ? 'red' : 'teal'}
          size="md"
          data-autofocus={question.danger !== true || undefined}
          onClick={() => onAnswer(true)}
        >
          {question.yes}
        </Button>
      </div>
    </Modal>
  )
}
