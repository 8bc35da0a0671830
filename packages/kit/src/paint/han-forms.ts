import type { HanForms } from './font-families.ts'

/**
 * Chinese, Japanese and Korean write many characters in their own way under one code point. Kana and hangul
 * decide at once; a text of Han characters alone is judged by the national character set that holds all of it.
 */
export function findHanForms(text: string, language?: string): HanForms {
  const asked = findAskedForms(language)
  if (asked) return asked
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'JP'
  if (/\p{sc=Hang}/u.test(text)) return 'KR'
  if (/\p{sc=Bopo}/u.test(text)) return 'TC'
  const han = text.match(/\p{sc=Han}/gu)
  if (!han) return 'SC'
  const shares = CANDIDATES.map((forms) => ({ forms, share: countMembers(han, forms) }))
  return shares.reduce((best, each) => (each.share > best.share ? each : best)).forms
}

function findAskedForms(language: string | undefined): HanForms | undefined {
  if (!language) return undefined
  const { language: code, script, region } = new Intl.Locale(language).maximize()
  if (code === 'ja') return 'JP'
  if (code === 'ko') return 'KR'
  if (code === 'zh' || code === 'yue') return script === 'Hant' || region === 'TW' ? 'TC' : 'SC'
  return undefined
}

// On a tie the first wins: characters that all three share are most often Chinese.
const CANDIDATES = ['SC', 'TC', 'JP'] as const satisfies HanForms[]
type CountedForms = (typeof CANDIDATES)[number]

// The old national sets hold only their own forms: GB 2312 has 爱, Big5 has 愛, JIS X 0208 has 愛 and 駅.
const CHARACTER_SETS: Record<
  CountedForms,
  { encoding: string; lead: [number, number]; trail: [number, number][] }
> = {
  SC: { encoding: 'gbk', lead: [0xb0, 0xf7], trail: [[0xa1, 0xfe]] },
  TC: {
    encoding: 'big5',
    lead: [0xa4, 0xf9],
    trail: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  JP: { encoding: 'euc-jp', lead: [0xb0, 0xf4], trail: [[0xa1, 0xfe]] },
}

const members = new Map<CountedForms, Set<string>>()

function countMembers(characters: readonly string[], forms: CountedForms): number {
  let set = members.get(forms)
  if (!set) {
    set = readCharacterSet(forms)
    members.set(forms, set)
  }
  return characters.filter((character) => set.has(character)).length
}

/** Node's own decoder knows the sets, so no table is shipped. */
function readCharacterSet(forms: CountedForms): Set<string> {
  const { encoding, lead, trail } = CHARACTER_SETS[forms]
  const bytes: number[] = []
  for (let first = lead[0]; first <= lead[1]; first++) {
    for (const [low, high] of trail)
      for (let second = low; second <= high; second++) bytes.push(first, second)
  }
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}
