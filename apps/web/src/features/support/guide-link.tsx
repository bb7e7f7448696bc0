import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/index.ts'

interface GuideLinkProps {
  readonly reader: 'tenants' | 'staff'
  readonly className?: string | undefined
  readonly title?: string | undefined
  readonly children: ReactNode
}

/**
 * To the guide that the server keeps under /help, in a tab of its own: nobody loses what he was typing. Tenants find theirs in
 * their language where it was written; everybody else reads English.
 */
export function GuideLink({ reader, className, title, children }: GuideLinkProps) {
  const { language } = useLanguage()
  const folder = reader === 'tenants' && (language === 'de' || language === 'ru') ? `${language}/` : ''
  return (
    <a
      href={`/help/guides/${reader}/${folder}index.html`}
      target="_blank"
      rel="noopener"
      className={className}
      title={title}
    >
      {children}
    </a>
  )
}
