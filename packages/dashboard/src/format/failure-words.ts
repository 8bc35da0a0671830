const NOUNS: [field: RegExp, noun: string][] = [
  [/^media\.audioUrl$/, 'The song'],
  [/^(media|mediaBundle|artist)\.(imageUrl|artworkUrl)$/, 'The cover'],
  [/^media\.lyrics(Url|Text)$/, 'The lyrics'],
  [/^media\.videoUrls\[\d+\]$/, 'The clip'],
]

/** What people call the file of a field; undefined where the field is no file. */
export function findNoun(field: string | undefined): string | undefined {
  return NOUNS.find(([form]) => form.test(field ?? ''))?.[1]
}

/** A message without the field that it begins with: people know the cover, not `media.imageUrl`. */
export function removeField(message: string, field: string | undefined): string {
  const noun = findNoun(field)
  if (!field || !noun) return message
  const rest = message.startsWith(`${field}:`) ? `${noun}:${message.slice(field.length + 1)}` : message
  return rest.replaceAll(field, noun.toLowerCase())
}
