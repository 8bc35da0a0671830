/** What a text may be written in. */
export type Script =
  | 'CYRILLIC'
  | 'GREEK'
  | 'HEBREW'
  | 'ARABIC'
  | 'THAI'
  | 'CENTRAL_EUROPEAN'
  | 'JAPANESE'
  | 'CHINESE_SIMPLIFIED'
  | 'CHINESE_TRADITIONAL'
  | 'KOREAN'

/** How much a text reads like one of that script: 1 very much, 0 not at all. Plain ASCII in it does not count. */
export function judgeText(text: string, script: Script): number {
  const letters = [...text.normalize('NFC')].filter((character) => character > '\x7f')
  if (letters.length === 0) return 0
  const sum = letters.reduce((total, letter) => total + JUDGES[script](letter), 0)
  return Math.max(0, (sum / letters.length) * judgeCase(text))
}

/** Letters from the most to the least frequent in ordinary text. */
const RUSSIAN = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґ'
const GREEK = 'αοιετσνηυρπκμλςωδγχθφβξζψ'
const HEBREW = 'יוהלאמרתבשנםכקדעחפטגצןסזךץף'
const ARABIC = 'اليمنرتبوهدسعكفحقجصشطخضذزثغظةىءأإآؤئ'
const THAI = 'านรกองมเยลวดทสตปบะค่้ัีิแหขจพไชืโุู็ใซผถึธำศณฟภ์ญษฉๆฐฮฬฆฎฏฌฑฒฝ'
const POLISH_AND_OTHERS = 'ąęłóśżćńźáéíýčřžšěůúďťňőűöüôľĺŕäëçâîăşţđ'

/** Characters that nearly every text of some length has. */
const CHINESE = characters(
  '的一是不了在人有我他这中大来上个国我们说到时要就出会可也你对生能而子那得着下自之年过发后作里爱心天情歌无风花梦夜雨雪月星海水火山红白黑光空生死相思想念忘记别离回家路春夏秋冬明世界美女男孩儿东西南北杰伦王陈李张刘林黄周吴',
)
const CHINESE_TRADITIONAL = characters(
  '的一是不了在人有我他這中大來上個國們說到時要就出會可也你對生能而子那得著下自之年過發後作裡愛心天情歌無風花夢夜雨雪月星海水火山紅白黑光空生死相思想念忘記別離回家路春夏秋冬明世界美女男孩兒東西南北傑倫王陳李張劉林黃周吳聽',
)
const KOREAN = characters(
  '이다가나는을를에의은하고지그사랑너내아기우리한도서어로시만해라수있없날좋인자정대니보마음게여일안오늘밤별꽃바람눈물비집길잘말못더왜또',
)
const JAPANESE_KANJI = characters(
  '日一人大年中国本出上生見行前時東京月小女子心愛空花風夜夢光海雨雪星恋歌君僕私涙夏春秋冬桜世界田山川木村井島野宇多美和子紅白黒青赤',
)

type Judge = (letter: string) => number

const JUDGES: Record<Script, Judge> = {
  CYRILLIC: rankIn(RUSSIAN),
  GREEK: rankIn(GREEK),
  HEBREW: rankIn(HEBREW),
  ARABIC: rankIn(ARABIC),
  THAI: rankIn(THAI),
  CENTRAL_EUROPEAN: rankIn(POLISH_AND_OTHERS),
  JAPANESE: (letter) => {
    if (/[\u3041-\u3096\u30a1-\u30fc]/u.test(letter)) return 1
    if (/[\uff61-\uff9f]/u.test(letter)) return 0.1
    return judgeIdeograph(letter, JAPANESE_KANJI)
  },
  CHINESE_SIMPLIFIED: (letter) => judgeIdeograph(letter, CHINESE),
  CHINESE_TRADITIONAL: (letter) => judgeIdeograph(letter, CHINESE_TRADITIONAL),
  KOREAN: (letter) =>
    /[가-힣]/u.test(letter) ? (KOREAN.has(letter) ? 1 : 0.65) : isPunctuation(letter) ? 0.6 : 0,
}

function judgeIdeograph(letter: string, common: ReadonlySet<string>): number {
  if (common.has(letter)) return 1
  if (isPunctuation(letter)) return 0.6
  return /\p{sc=Han}/u.test(letter) ? 0.5 : -0.5
}

function isPunctuation(letter: string): boolean {
  return /[\u3000-\u3015\u30fb\uff01-\uff60…—“”‘’·]/u.test(letter)
}

function rankIn(order: string): Judge {
  const ranks = new Map([...order].map((letter, rank) => [letter, 1 - rank / order.length]))
  return (letter) => {
    const small = letter.toLowerCase()
    // Accents count for nothing: ά is α.
    const rank = ranks.get(small) ?? ranks.get(small.normalize('NFD').charAt(0))
    return rank ?? (/[«»„“”‘’–—…№°]/u.test(letter) ? 0.4 : -1)
  }
}

/** A capital after a small letter is what a wrong encoding of the same script looks like. */
function judgeCase(text: string): number {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const odd = words.filter((word) => /\p{Ll}\p{Lu}/u.test(word)).length
  return words.length === 0 ? 1 : 1 - odd / words.length
}

function characters(text: string): ReadonlySet<string> {
  return new Set(text)
}
