import type { ReactNode } from 'react'
import { isApiError } from '../../client/index.ts'
import { AskedSection, useErrorText, type Asked } from '../../ui/index.ts'
import classes from './later-dialog.module.css'

interface PreviewSectionProps<T> {
  readonly query: Asked<T>
  readonly title: string
  readonly children: (data: T) => ReactNode
}

/** What a deed would come to, before it is done. Where the house refuses the deed it says why, at once: there is nothing to try again. */
export function PreviewSection<T>({ query, title, children }: PreviewSectionProps<T>) {
  const errorText = useErrorText()
  const { error } = query
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500
  return (
    <div className={classes.section}>
      {isRefused ? (
        <p className={classes.problem} role="alert">
          {errorText(error).text}
        </p>
      ) : (
        <AskedSection query={query} title={title}>
          {children}
        </AskedSection>
      )}
    </div>
  )
}
