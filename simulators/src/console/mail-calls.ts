import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type {
  AttachmentView,
  ConsoleDone,
  MailboxView,
  MailDetail,
  MailFaultView,
  MailSummary,
} from '@stowage/api/simulators'
import type { Mail } from '../mail/read-mail.ts'
import type { Mailbox } from '../mail/start-mailbox.ts'
import { bodyOf, choice, ConsoleError, numberIn } from './console-error.ts'

/** The mailbox of the demo: every mail the product sent. */
export function mailCalls(
  app: FastifyInstance,
  mailbox: Mailbox,
  open: RouteShorthandOptions,
  base: string,
): void {
  const mailOf = (id: string): Mail => {
    const mail = mailbox.get(id)
    if (!mail) throw new ConsoleError(404, 'no such mail')
    return mail
  }
  const fault = (): MailFaultView => {
    const present = mailbox.fault()
    return {
      kind: present.kind,
      until: present.kind === 'busy' ? new Date(present.until).toISOString() : null,
    }
  }

  app.get('/mails', open, (): MailboxView => ({ fault: fault(), mails: mailbox.list().map(summaryOf) }))
  app.delete('/mails', open, (): ConsoleDone => {
    mailbox.clear()
    return { done: true }
  })
  app.get<{ Params: { id: string } }>('/mails/:id', open, (request): MailDetail => {
    const mail = mailOf(request.params.id)
    return {
      ...summaryOf(mail),
      cc: [...mail.cc],
      envelope: { from: mail.envelope.from, to: [...mail.envelope.to] },
      text: mail.text,
      html: mail.html,
      htmlUrl: mail.html === '' ? null : `${base}/mails/${mail.id}/html`,
      attachments: mail.attachments.map((attachment, index): AttachmentView => ({
        fileName: attachment.fileName,
        mimeType: attachment.mimeType,
        size: attachment.content.length,
        inline: attachment.inline,
        url: `${base}/mails/${mail.id}/attachments/${index}`,
      })),
    }
  })
  app.get<{ Params: { id: string } }>('/mails/:id/html', open, (request, reply) => {
    const mail = mailOf(request.params.id)
    return reply
      .header(
        'Content-Security-Policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'",
      )
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(withOwnImages(mail, base))
  })
  app.get<{ Params: { id: string; index: string } }>(
    '/mails/:id/attachments/:index',
    open,
    (request, reply) => {
      const attachment = mailOf(request.params.id).attachments[Number(request.params.index)]
      if (!attachment) throw new ConsoleError(404, 'no such attachment')
      const isImage = attachment.inline && /^image\/(png|jpeg|gif|webp)$/.test(attachment.mimeType)
      return reply
        .header(
          'Content-Disposition',
          `${isImage ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(attachment.fileName)}`,
        )
        .header('X-Content-Type-Options', 'nosniff')
        .type(
          isImage || attachment.mimeType === 'application/pdf'
            ? attachment.mimeType
            : 'application/octet-stream',
        )
        .send(attachment.content)
    },
  )
  app.post('/mail-fault', open, (request): MailFaultView => {
    const body = bodyOf(request.body)
    const kind = choice(body, 'kind', ['none', 'refuse', 'busy', 'down'])
    if (kind === 'none') mailbox.work()
    if (kind === 'refuse') mailbox.refuse()
    if (kind === 'busy') mailbox.busyFor(numberIn(body, 'seconds', [1, 86_400], 60))
    if (kind === 'down') mailbox.setDown()
    return fault()
  })
}

function summaryOf(mail: Mail): MailSummary {
  return {
    id: mail.id,
    receivedAt: mail.receivedAt,
    from: mail.from,
    to: [...mail.to],
    subject: mail.subject,
    attachments: mail.attachments.filter((a) => !a.inline).length,
  }
}

/** Images sent along are shown; links leave the frame. */
function withOwnImages(mail: Mail, base: string): string {
  let html = mail.html
  mail.attachments.forEach((attachment, index) => {
    if (attachment.contentId !== null)
      html = html.replaceAll(`cid:${attachment.contentId}`, `${base}/mails/${mail.id}/attachments/${index}`)
  })
  return html.replaceAll(/<a\s/gi, '<a target="_blank" rel="noopener noreferrer" ')
}
