import sharp from 'sharp'

type Kind = 'passport' | 'selfie' | 'address' | 'extra'

/** Somebody, drawn with two shapes, about (0, 0). */
const somebody = (size: number): string =>
  `<g transform="scale(${size})" fill="#5b6f73"><circle cy="-34" r="30"/><path d="M-56 62c0-40 24-58 56-58s56 18 56 58z"/></g>`

/** Lines as of a printed text. */
const lines = (x: number, y: number, widths: readonly number[], height = 12, step = 30): string =>
  widths
    .map(
      (width, at) =>
        `<rect x="${x}" y="${y + at * step}" width="${width}" height="${height}" rx="3" fill="#8c9a99"/>`,
    )
    .join('')

const card = `
  <rect x="60" y="40" width="840" height="560" rx="26" fill="#f4ead9" stroke="#b79a6a" stroke-width="4"/>
  <rect x="60" y="40" width="840" height="84" rx="26" fill="#8d2f3a"/><rect x="60" y="98" width="840" height="26" fill="#8d2f3a"/>
  <circle cx="116" cy="82" r="22" fill="#e9c46a"/>${lines(160, 74, [220], 16)}
  <rect x="110" y="170" width="230" height="290" rx="8" fill="#dfe7e6"/>
  <svg x="110" y="170" width="230" height="290" viewBox="-115 -150 230 290">${somebody(1.9)}</svg>
  ${lines(390, 180, [300, 200, 380, 160, 340, 220, 280])}
  ${lines(110, 510, [740, 740], 18, 38)}`

const paper = `
  <rect x="180" y="20" width="600" height="600" fill="#ffffff" stroke="#cfd6d5" stroke-width="3"/>
  <rect x="230" y="70" width="96" height="40" rx="6" fill="#2a6f97"/>${lines(560, 74, [170, 130, 150], 10, 22)}
  ${lines(230, 180, [210, 180, 240], 12, 26)}${lines(230, 300, [320], 18)}${lines(230, 350, [500, 470, 490, 430, 500, 260], 10, 26)}
  <path d="M540 570c20-40 40-30 44-4s30-30 52-20 20 16 60-8" fill="none" stroke="#2a4d69" stroke-width="5"/>`

const pictures: Readonly<Record<Kind, string>> = {
  passport: card,
  selfie: `<svg x="0" y="0" width="960" height="640" viewBox="-240 -190 480 320">${somebody(2.3)}</svg>
    <svg x="560" y="380" width="330" height="220" viewBox="60 40 840 560">${card}</svg>`,
  address: paper,
  extra: paper,
}

/** @returns a drawn identity document of the demo, as JPEG in base64: something to look at, of nobody */
export async function specimen(kind: Kind): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640"><rect width="960" height="640" fill="#dfe7e6"/>${pictures[kind]}</svg>`
  return (await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()).toString('base64')
}
