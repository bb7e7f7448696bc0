// How words are looked for in the help: without their endings, and under the other words that people have for the same.
;(() => {
  /** Beginnings of words that mean the same to who asks; whichever is typed, all of them are looked for. */
  const SAME = [
    // Ending a rental.
    'законч заканч заверш расторг расторж прекра выех выезд выезж съех съезд уех kündig beend auszieh auszug ausgezog terminat leav cancel wypowied wyprowadz',
    'договор контракт аренд vertrag mietverhältnis contract rental lease umow',
    'оплат платеж плати заплат bezahl zahl zahlung pay płac płat',
    'счет инвойс квитанц rechnung invoice bill faktur rachun',
    'пароль пароля паролем passwor kennwort hasł',
    'залог депозит kaution deposit kaucj',
    'продл verlänger extend renew przedłuż',
    'открыт откро открыв öffn open otwier otworz',
    'пени штраф просроч mahn verzug säum late overdue penalt fee zwłok kar',
    'долг задолж должник schuld rückstand debt owe dług zaleg',
    'удал стер lösch delete erase remove usun',
    'выгруз экспорт export ausfuhr',
    'импорт загруз перенос import mitbring przenie',
    'резерв бэкап копи sicherung backup kopi',
    'возврат верн erstatt rückzahl refund zwrot',
  ].map((line) => line.split(' '))

  /** Longest first; what is left has four letters at least. */
  const ENDINGS = [
    'ировать ированию иями ться ется ются уется ывать ивать ость ения ение ении иями ами ями ого его ому ему ыми ими ать ять ить еть уть ешь ишь ют ут ят ат ет ит ем им ах ях ов ев ой ей ый ий ая яя ое ее ые ие ую юю ом а я о е ы и у ю ь',
    'ungen lichen ung end ern est en er es em st te n e s t',
    'ations ation ings ing ies ied ed es ly s',
    'owania owanie ami ach ego emu ymi ować ować ać ić yć eć ów om ie ą ę y i',
  ]
    .flatMap((line) => line.split(' '))
    .sort((one, other) => other.length - one.length)

  const plain = (text) => text.toLowerCase().replaceAll('ё', 'е')
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_-]+/gu) ?? []

  function stemOf(word) {
    const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= 4)
    return ending === undefined ? word : word.slice(0, -ending.length)
  }

  /** What each word may stand for in a text: beginnings of words. */
  const wantedOf = (asked) =>
    wordsOf(asked).map((word) => {
      const same = SAME.find((group) => group.some((root) => word.startsWith(root)))
      return [...new Set([...(same ?? []), stemOf(word)])]
    })

  /**
   * Every word has to be there, in the title, the heading or the text; the reader's language and the guides come first. Where no
   * part has them all, those that have most of them are better than nothing.
   */
  function find(parts, asked, language) {
    const wanted = wantedOf(asked)
    if (wanted.length === 0) return undefined
    const scored = parts.map((part) => {
      const [, title, heading, text, its, , behind] = part
      const places = [title, heading, text].map(plain)
      let score = 0
      let met = 0
      for (const beginnings of wanted) {
        const has = (place) => beginnings.some((beginning) => place.includes(beginning))
        const worth = (has(places[0]) ? 6 : 0) + (has(places[1]) ? 8 : 0) + (has(places[2]) ? 2 : 0)
        if (worth > 0) met += 1
        score += worth
      }
      return { part, met, score: score * (its === language ? 4 : 1) - behind * 3 }
    })
    const most = Math.max(...scored.map(({ met }) => met))
    if (most === 0 || most * 2 < wanted.length) return []
    return scored
      .filter(({ met, score }) => met === most && score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, 12)
      .map(({ part }) => part)
  }

  globalThis.stowageWords = { find, plain, wantedOf }
})()
