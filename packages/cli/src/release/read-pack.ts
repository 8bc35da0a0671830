import { DEFAULT_RELEASE_PACK, RELEASE_PACKS, ReleasePack } from '@songreel/contract'
import { describeRule } from '@songreel/contract/describe-rule'
import { findNearest } from '@songreel/contract/find-nearest'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { readJsonFile } from '../songs/read-json-file.ts'

/** What a file with a pack looks like. */
const EXAMPLE =
  '{"renders": {"song": [{"contentId": "BASE_ART_TRACK"}], "album": [{"kind": "SAMPLER", "contentId": "BASE_BASIC_UNIFIED"}]}}'

/** A pack and what it is called. */
export type NamedPack = { name: string; renders: ReleasePack['renders'] }

/** The pack of this name, in any spelling, or the one in a JSON file. */
export async function readPack(given: string = DEFAULT_RELEASE_PACK): Promise<NamedPack> {
  const name = given.toUpperCase()
  if (name in RELEASE_PACKS) return { name, ...RELEASE_PACKS[name as keyof typeof RELEASE_PACKS] }
  if (!/\.json$/i.test(given)) throw unknownPack(given)
  const input = await readJsonFile(given, EXAMPLE)
  const parsed = ReleasePack.safeParse(input, { error: describeRule, reportInput: true })
  if (parsed.success) return { name: parsed.data.name ?? 'CUSTOM', renders: parsed.data.renders }
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.') || 'The pack'
  throw usageError(`${cleanText(given)}: ${field} ${issue?.message ?? 'is wrong'}.   A pack: ${EXAMPLE}`)
}

function unknownPack(given: string): Error {
  const names = Object.keys(RELEASE_PACKS)
  const nearest = findNearest(given.toUpperCase(), names)
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  return usageError(
    `No pack ${cleanText(given)}.${hint} There are ${names.join(', ')}, and files of your own that end in .json.`,
  )
}
