import { button, headline, lead, note, type WriteMail } from './mail-content.ts'

export const accountLetters = {
  documentsNeeded(data, { t }) {
    return {
      subject: t('documentsNeeded.subject'),
      blocks: [
        headline(t('documentsNeeded.headline')),
        lead(t('documentsNeeded.lead')),
        { type: 'list', items: data.kinds.map((kind) => ({ title: t(`documents.${kind}`), text: '' })) },
        button(t('documentsNeeded.button'), data.url),
        note(t('documentsNeeded.note')),
      ],
    }
  },

  accountCreated(data, { t }) {
    return {
      subject: t('accountCreated.subject'),
      blocks: [
        headline(t('accountCreated.headline')),
        lead(t('accountCreated.lead', { email: data.email })),
        button(t('accountCreated.button'), data.bookUrl),
        { type: 'link', label: t('accountCreated.link'), url: data.loginUrl },
      ],
    }
  },

  passwordReset(data, { t }) {
    return {
      subject: t('passwordReset.subject'),
      blocks: [
        headline(t('passwordReset.headline')),
        lead(t('passwordReset.lead', { minutes: data.validMinutes })),
        button(t('passwordReset.button'), data.url),
        note(t('passwordReset.note')),
      ],
    }
  },

  kycRejected(data, { t }) {
    return {
      subject: t('kycRejected.subject'),
      blocks: [
        headline(t('kycRejected.headline')),
        lead(t('kycRejected.lead', { n: data.documents.length })),
        {
          type: 'list',
          items: data.documents.map(({ kind, reason }) => ({ title: t(`documents.${kind}`), text: reason })),
        },
        button(t('kycRejected.button'), data.url),
      ],
    }
  },

  kycVerified(data, { t }) {
    return {
      subject: t('kycVerified.subject'),
      blocks: [
        headline(t('kycVerified.headline')),
        lead(t('kycVerified.lead')),
        button(t('kycVerified.button'), data.url),
      ],
    }
  },
} satisfies Partial<WriteMail>
