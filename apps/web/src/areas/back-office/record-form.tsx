import type { ReactNode, SubmitEvent } from 'react'
import { FieldStack, FormProblem, Section } from '../../ui/index.ts'
import { FormActions } from './form-actions.tsx'

/** What `useApiForm` (a new record) and `useRecordForm` (one that is there) answer beside the fields. */
interface FormState {
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly isChanged?: boolean
  readonly undo?: () => void
}

interface RecordFormProps {
  readonly state: FormState
  readonly submit: string
  /** What is rare or cannot be undone, at the far end. */
  readonly aside?: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** The form of a record: its fields, what is wrong with the whole, and the buttons it ends with. */
export function RecordForm({ state, submit, aside, children }: RecordFormProps) {
  const { problem, isBusy, onSubmit, isChanged, undo } = state
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldStack>
        {children}
        <FormProblem>{problem}</FormProblem>
        <FormActions isBusy={isBusy} isChanged={isChanged} onUndo={undo} submit={submit} aside={aside} />
      </FieldStack>
    </form>
  )
}

/** The same in a card, whose edge says that something in it is not saved. */
export function RecordSection({ title, ...form }: RecordFormProps & { readonly title: string }) {
  return (
    <Section title={title} {...(form.state.isChanged === true ? { tone: 'teal' as const } : {})}>
      <RecordForm {...form} />
    </Section>
  )
}
