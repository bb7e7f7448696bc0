import zlib from 'node:zlib'

interface Paper {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A small picture of one colour: a real PNG, as the server looks at the content. */
export function picture(name: string): Paper {
  const [width, height] = [320, 200]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0xc8)])
  const pixels = zlib.deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(zlib.crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PDF of one empty page. */
export function pdf(name: string): Paper {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const start of starts) text += `${String(start).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

/** A statement of a bank (CAMT.053) with one payment that came in. @param amount as `12.34` EUR */
export function bankStatement(
  account: string,
  { amount, purpose, day }: { readonly amount: string; readonly purpose: string; readonly day: string },
): Paper {
  const sum = (value: string): string => `<Amt Ccy="EUR">${value}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`
  const balance = (code: string, value: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sum(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = `<Ntry>${sum(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><BkTxCd/><NtryDtls><TxDtls><Refs><AcctSvcrRef>J1</AcctSvcrRef></Refs><RltdPties><Dbtr><Pty><Nm>Jürgen Großkreutz</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>J1</MsgId><CreDtTm>${day}T20:00:00</CreDtTm></GrpHdr><Stmt><Id>J1</Id><CreDtTm>${day}T20:00:00</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', '0.00')}${balance('CLBD', amount)}${entry}</Stmt></BkToCstmrStmt></Document>`
  return { name: 'auszug.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) }
}
