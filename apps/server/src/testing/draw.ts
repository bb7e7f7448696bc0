import sharp from 'sharp'

/** A picture of one colour, as a page sends it. */
export async function draw(background: string): Promise<{ type: string; base64: string }> {
  const picture = sharp({ create: { width: 24, height: 16, channels: 3, background } })
  return { type: 'image/png', base64: (await picture.png().toBuffer()).toString('base64') }
}
