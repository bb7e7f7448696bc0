/** The entries of an archive of ours by name: stored, not packed. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  for (let at = 0; archive.readUInt32LE(at) === 0x0403_4b50;) {
    const size = archive.readUInt32LE(at + 18)
    const nameLength = archive.readUInt16LE(at + 26)
    const begin = at + 30 + nameLength + archive.readUInt16LE(at + 28)
    entries.set(
      archive.toString('utf8', at + 30, at + 30 + nameLength),
      archive.subarray(begin, begin + size),
    )
    at = begin + size
  }
  return entries
}
