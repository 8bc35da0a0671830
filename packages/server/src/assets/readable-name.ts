const MAX_CHARACTERS = 100

/** A title as the name of a file or folder: readable in any script, and allowed on every system. */
export function toFileName(text: string): string {
  const name = text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name.
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\\/:*?"<>|]+/g, '-')
    .replace(/\s+/g, ' ')
  const cut = [...name].slice(0, MAX_CHARACTERS).join('')
  // Windows drops spaces and dots at the end; a dot at the beginning hides the file elsewhere.
  return cut.replace(/^[\s.]+|[\s.]+$/g, '') || 'videos'
}
