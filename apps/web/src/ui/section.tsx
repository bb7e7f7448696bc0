import { useId, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'
import { SkeletonRows } from './skeletons.tsx'
import classes from './section.module.css'

/** The part of a query that a section looks at. */
export interface Asked<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface SectionProps {
  readonly title: ReactNode
  /** One fact or link at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Colours the edge and nothing else: the card that needs attention, is in debt, or was changed. */
  readonly tone?: 'amber' | 'red' | 'teal'
  /** Content from edge to edge: tables. */
  readonly flush?: boolean
  readonly id?: string
}

/** A card with a title: hairline, no shadow (theme.md 7). */
export function Section({ title, aside, children, foot, tone, flush = false, id }: SectionProps) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId} data-tone={tone} id={id}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      <div className={flush ? undefined : classes.body}>{children}</div>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

interface AskedSectionProps<T> extends Omit<SectionProps, 'children'> {
  readonly query: Asked<T>
  readonly children: (data: T) => ReactNode
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ReactNode
  /** In the shape of what is coming. */
  readonly skeleton?: ReactNode
}

/** A section that stands on one answer and has its own loading, empty and failed state. Known data stays when a re-read fails. */
export function AskedSection<T>({
  query,
  children,
  isEmpty,
  empty,
  skeleton,
  ...section
}: AskedSectionProps<T>) {
  const { data, error, refetch } = query
  const content =
    data !== undefined ? (
      isEmpty?.(data) === true ? (
        <div className={section.flush === true ? classes.body : undefined}>{empty}</div>
      ) : (
        children(data)
      )
    ) : error !== null ? (
      <div className={section.flush === true ? classes.body : undefined}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <div className={section.flush === true ? classes.body : undefined}>{skeleton ?? <SkeletonRows />}</div>
    )
  return <Section {...section}>{content}</Section>
}
