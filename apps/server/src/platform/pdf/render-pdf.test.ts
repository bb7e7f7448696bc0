import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PdfError, renderPdf } from './render-pdf.ts'
import { canReadPdf, pdfFacts, pdfText } from './testing/pdf-text.ts'

const plain = path.join(import.meta.dirname, 'testing/plain.typ')
const day = '2026-11-21'

test.runIf(canReadPdf)('letters, signs and markup come out as they went in', async () => {
  const text = 'Щёкино łóżko żółć Straße ß €7,776.00 ₽ № m² − – #panic("x") *not bold* $ \\ @ <b>'
  expect(pdfText(await renderPdf(plain, { date: day, text })).replace(/\s+/g, ' ')).toContain(text)
})

test.runIf(canReadPdf)('it is PDF/A-3b with every font embedded in part', async () => {
  const facts = pdfFacts(await renderPdf(plain, { date: day, text: 'Щ ł ß €' }))
  expect(facts.conformance).toBe('3b')
  expect(facts.fonts.length).toBeGreaterThan(0)
  for (const font of facts.fonts)
    expect(font).toMatchObject({
      embedded: true,
      subset: true,
      name: expect.stringContaining('NotoSans') as string,
    })
})

test.runIf(canReadPdf)(
  'what no font can draw, and what no text may hold, does not keep a document from being printed',
  async () => {
    const printed = pdfText(
      await renderPdf(plain, { date: day, text: '山田 Таро \ud800 \u0000\u0007\u2028 \\u0041 end' }),
    ).replace(/\s+/g, ' ')
    expect(printed).toContain('Таро')
    expect(printed).toContain('\\u0041 end')
  },
)

test('a hundred at once are printed one after the other, and the same data gives the same bytes', async () => {
  const made = await Promise.all(
    Array.from({ length: 100 }, async () => await renderPdf(plain, { date: day, text: 'same' })),
  )
  expect(new Set(made.map((pdf) => Buffer.from(pdf).toString('base64'))).size).toBe(1)
})

test('a template that fails says so, and the next document is printed all the same', async () => {
  await expect(renderPdf(plain, { text: 'no date' })).rejects.toThrow(PdfError)
  await expect(renderPdf(path.join(import.meta.dirname, 'testing/none.typ'), {})).rejects.toThrow(PdfError)
  expect(
    Buffer.from(await renderPdf(plain, { date: day, text: 'after' }))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('while leases are printed the loop is free, and a killed printer takes one document with it', async () => {
  const printers = (): number[] =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('print-process') && Number(line.trim().split(/\s+/)[1]) === process.pid)
      .map((line) => Number(line.trim().split(' ')[0]))
  const long = 'word '.repeat(20_000)
  await renderPdf(plain, { date: day, text: 'warm' })
  const [pid, ...more] = printers()
  if (pid === undefined) throw new Error('no printer is running')
  expect(more).toEqual([])
  // It stands still in the middle of a document, and this process takes its turns: whoever printed here himself would be done before.
  process.kill(pid, 'SIGSTOP')
  let isPrinted = false
  const printed = renderPdf(plain, { date: day, text: long }).finally(() => (isPrinted = true))
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(isPrinted).toBe(false)
  process.kill(pid, 'SIGCONT')
  await printed

  // Held, so that it cannot be done before it is killed.
  process.kill(pid, 'SIGSTOP')
  const broken = renderPdf(plain, { date: day, text: `${long} again` })
  const after = renderPdf(plain, { date: day, text: 'after' })
  setTimeout(() => process.kill(pid, 'SIGKILL'), 50)
  await expect(broken).rejects.toThrow(PdfError)
  expect(
    Buffer.from(await after)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('a printer whose server is killed in the middle of a document ends without a word', async () => {
  const server = `
    import { fork } from 'node:child_process'
    const printer = fork(process.argv[1], [], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const order = (length) => ({ number: 1, template: process.argv[2], data: JSON.stringify({ date: '${day}', text: 'x '.repeat(length) }) })
    printer.once('message', () => printer.send(order(20_000), () => process.kill(process.pid, 'SIGKILL')))
    printer.send(order(1))`
  const program = path.join(import.meta.dirname, 'print-process.ts')
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', server, program, plain], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
})
