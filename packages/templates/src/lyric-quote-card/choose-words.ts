/** A word counts as one that matters from this part of the weightiest one's letters on. */
const WEIGHTY = 0.6

/** Signs that say more than a letter, and the syllables with which Japanese writes endings and particles. */
const WEIGHTS: readonly [RegExp, number][] = [
  [/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}]/u, 3],
  [/\p{sc=Hira}/u, 0.5],
  [/[\p{L}\p{N}]/u, 1],
]

/** Words that hold sentences together, and are as long as those that say something. Shorter ones lose by their length alone. */
const FUNCTION_WORDS = new Set(
  [
    'i me my mine we us he it is am be do so as if no not up out the a an and or but of to in on at by for with from into onto over under than then that this these those there here',
    'what when where which while who whom whose why how you your yours him his her hers its our ours their theirs them they',
    'she were was are been being have has had having will would could should shall might must does did doing done just only',
    'very such some any every each both more most much many about above after again against before below between because',
    "during through until upon without within don't can't won't i'm i've i'll you're you've it's that's we're they're ain't",
    'gonna wanna gotta cause like',
    'pero para porque como cuando donde desde hasta entre sobre este esta estos estas todo toda todos todas cada muy más',
    'que quien sin con por una unos unas nos ella ellos',
    'avec dans pour mais comme quand où sans sous cette ces tout tous toute toutes elle elles nous vous leur leurs être avoir',
    'parce depuis encore plus très',
    'und oder aber dass weil wenn denn nicht auch noch schon mein meine meinen meiner dein deine deinen deiner sein seine',
    'seinen ihre ihren unser unsere euer eure eine einen einem einer werden wurde haben hatte durch gegen ohne immer unter',
    'mas porque quando onde desde até entre essa esse isso todo você meu minha teu tua seu sua',
    'ich du er sie wir ihr es ist je tu il on est et yo él es y não sim ele ela io lui lei noi voi',
    '的 了 是 我 你 他 她 它 我们 我們 你们 你們 他们 他們 在 不 就 也 都 和 与 與 这 這 那 有 个 個 吗 嗎 呢 吧 啊 着 著 过 過 会 會 要 把 被 给 給 到',
    'の が は を に へ と も で や か よ ね な だ て から まで この その あの して いる ある ない です ます',
    'perché quando dove come senza sono siamo questa questo quella quello tutto tutti ogni della delle dello degli nella',
  ]
    .join(' ')
    .split(' '),
)

/**
 * Which words of a quote the light goes to: those that say something, never an article or a pronoun. At least one, where there are words.
 * A word that is set sign by sign, as Chinese and Japanese are, is a group of them.
 */
export function chooseWords(words: readonly string[]): number[][] {
  const groups = groupSigns(words).map((indexes) => {
    const text = tidy(indexes.map((i) => words[i]).join(''))
    return { indexes, weight: weigh(text), isGlue: FUNCTION_WORDS.has(text) }
  })
  const saying = groups.filter(({ isGlue, weight }) => !isGlue && weight > 0)
  // A line of nothing else still has its longest word.
  const candidates = saying.length > 0 ? saying : groups.filter(({ weight }) => weight > 0)
  const least = WEIGHTY * Math.max(0, ...candidates.map(({ weight }) => weight))
  return candidates.filter(({ weight }) => weight >= least).map(({ indexes }) => indexes)
}

const SIGNS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Each word for itself; neighbouring signs as the words that they form. */
function groupSigns(words: readonly string[]): number[][] {
  const groups: number[][] = []
  let index = 0
  while (index < words.length) {
    const rest = words.slice(index).findIndex((word) => !SIGNS.test(word))
    const count = rest < 0 ? words.length - index : rest
    if (count > 0) groups.push(...partRun(words.slice(index, index + count), index))
    else groups.push([index])
    index += Math.max(1, count)
  }
  return groups
}

function partRun(run: readonly string[], first: number): number[][] {
  const text = run.join('')
  const groups = new Map<number, number[]>()
  let at = 0
  for (const [i, sign] of run.entries()) {
    const from = segmenter.segment(text).containing(at)?.index ?? at
    groups.set(from, [...(groups.get(from) ?? []), first + i])
    at += sign.length
  }
  return [...groups.values()]
}

function weigh(text: string): number {
  // Segmenters keep a particle with the sign before it.
  const signs = [...text].filter((sign) => !(SIGNS.test(sign) && FUNCTION_WORDS.has(sign)))
  return signs.reduce((sum, sign) => sum + (WEIGHTS.find(([kind]) => kind.test(sign))?.[1] ?? 0), 0)
}

function tidy(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
