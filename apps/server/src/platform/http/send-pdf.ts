import type { FastifyReply } from 'fastify'

/** Sends a PDF that no cache keeps; the file name is ours and plain. */
export async function sendPdf(reply: FastifyReply, pdf: Uint8Array, fileName: string): Promise<void> {
  await reply
    .header('Content-Type', 'application/pdf')
    .header('Content-Disposition', `inline; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '_')}"`)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(Buffer.from(pdf))
}
