import { formatMoney } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { mailTexts, type MailTexts } from '@stowage/texts/mail/index.ts'
import { oneLine } from '../../../platform/mail/one-line.ts'
import { drawText, type Frame } from './draw-text.ts'
import type { Writer } from './mail-content.ts'
import type { MailCommon, MailData, MailKind } from './mail-data.ts'
import { writeMail } from './write-mail.ts'

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * A mail in the reader's language. React is loaded with the first mail, so that a server that sends none stays small.
 * @throws RangeError for an address that is no web page; Error where a text is missing or a value it needs was not given
 */
export async function renderMail<Kind extends MailKind>(
  kind: Kind,
  data: MailCommon & MailData[Kind],
  language: Language,
): Promise<RenderedMail> {
  const t = mailTexts(language)
  const writer: Writer = { t, language, money: (value) => formatMoney(value, language) }
  const { subject, blocks } = writeMail[kind](data, writer)
  const name = oneLine(data.reader ?? '')
  const frame: Frame = {
    greeting: name === '' ? t('greetingPlain') : t('greeting', { name }),
    brand: data.brand,
    siteName: data.siteName,
    foot: footOf(data.imprint, t),
  }
  const [{ drawHtml }, { render }] = await Promise.all([
    import('./draw-html.ts'),
    import('@react-email/render'),
  ])
  const preview = blocks.find((block) => block.type === 'lead')?.text ?? subject
  return {
    subject,
    html: await render(drawHtml(blocks, frame, { language, subject, preview })),
    text: drawText(blocks, frame),
  }
}

/** Who writes: name, tax number, address; how to reach them and when. */
function footOf(
  { name, address, country, taxNumber, phone, email, hours }: MailCommon['imprint'],
  t: MailTexts,
): string[] {
  const isSaid = (part: string | null): part is string => part !== null && part !== ''
  const who = [name, taxNumber && t('taxNumber', { country, value: taxNumber }), address].filter(isSaid)
  const reach = [phone, email, hours && t('hours', hours)].filter(isSaid)
  return [who, reach].filter((line) => line.length > 0).map((line) => line.join(', '))
}
