import { formatLongDay, formatShortInstant } from '@stowage/texts/format.ts'
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

  addressConfirm(data, { t }) {
    const said = { email: data.email, hours: data.validHours }
    return {
      subject: t('addressConfirm.subject'),
      blocks: [
        headline(t('addressConfirm.headline')),
        lead(t('addressConfirm.lead', said)),
        button(t('addressConfirm.button'), data.url),
        note(t('addressConfirm.note')),
      ],
    }
  },

  newSignIn(data, { t, language }) {
    const rows = [
      { label: t('newSignIn.at'), value: `${formatShortInstant(data.at, 'UTC', language)} UTC` },
      ...(data.device === null ? [] : [{ label: t('newSignIn.device'), value: data.device }]),
      ...(data.address === null ? [] : [{ label: t('newSignIn.address'), value: data.address }]),
    ]
    return {
      subject: t('newSignIn.subject'),
      blocks: [
        headline(t('newSignIn.headline')),
        lead(t('newSignIn.lead')),
        { type: 'facts', title: t('newSignIn.facts'), rows },
        button(t('newSignIn.button'), data.url),
        note(t('newSignIn.note')),
      ],
    }
  },

  accountSecurity({ what, by, at, url }, { t, language }) {
    const subject = t(`accountSecurity.${what}.subject`)
    const when = `${formatShortInstant(at, 'UTC', language)} UTC`
    const rows = [{ label: t('accountSecurity.at'), value: when }]
    return {
      subject,
      blocks: [
        headline(subject),
        lead(t(`accountSecurity.${what}.lead`, { by })),
        { type: 'facts', title: t('accountSecurity.facts'), rows },
        ...(url === null ? [] : [button(t('accountSecurity.button'), url)]),
        note(t(what === 'email' ? 'accountSecurity.noteEmail' : 'accountSecurity.note')),
      ],
    }
  },

  dataErased(data, { t, language }) {
    const { papers, leases, keptUntil } = data
    return {
      subject: t('dataErased.subject'),
      blocks: [
        headline(t('dataErased.headline')),
        lead(t('dataErased.lead')),
        ...(keptUntil === null
          ? []
          : [lead(t('dataErased.kept', { papers, leases, day: formatLongDay(keptUntil, language) }))]),
        { type: 'link', label: t('callBackAsked.button'), url: data.url },
        note(t('dataErased.note')),
      ],
    }
  },

  callBackAsked(data, { t }) {
    return {
      subject: t('callBackAsked.subject'),
      blocks: [
        // A number that breaks in its middle is hard to read.
        headline(t('callBackAsked.headline', { phone: data.phone.replaceAll(' ', '\u00a0') })),
        lead(t('callBackAsked.lead')),
        button(t('callBackAsked.button'), data.url),
        note(t('callBackAsked.note')),
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
